"""What is damaged: every ruleset, example and case that the project has, each as a folder of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.reference import market

CHECKOUT = Path(__file__).parents[2]
TESTS = CHECKOUT / "tests"
MAIN = "game"
"""The folder of the ruleset in question; what it stands on lies beside it."""

Files = dict[str, str]
"""Texts by path. Bytes that are no text are kept as surrogates."""

ROLES = {
    "data": "data/case.yaml", "labels": "labels/pl.yaml", "ruleset": "ruleset.yaml", "scenario": "scenarios/case.yaml",
    "yaml": "data/case.yaml",
}  # fmt: skip
"""Where a file of each folder of YAML cases belongs in a ruleset."""


@dataclass(frozen=True, slots=True)
class Seed:
    """A ruleset to begin with: the group it comes from, and its files."""

    group: str
    name: str
    files: Files


@cache
def seeds() -> dict[str, list[Seed]]:
    """Return all seeds by group, in an order that is the same everywhere."""
    found: dict[str, list[Seed]] = {}
    for seed in (*_folders(), *_check_cases(), *_rule_files(), *_yaml_files(), *_reference()):
        found.setdefault(seed.group, []).append(seed)
    return found


def folder(path: Path, below: str = MAIN) -> Files:
    """Return the files of a ruleset as they lie under another folder."""
    parts = [
        path / "ruleset.yaml",
        *(p for part in ("rules", "data", "labels", "scenarios") for p in (path / part).glob("*")),
    ]
    return {f"{below}/{p.relative_to(path).as_posix()}": text_in(p) for p in sorted(parts) if p.is_file()}


def text_in(path: Path) -> str:
    """Return the text of a file, whatever its bytes are."""
    return path.read_bytes().decode("utf-8", "surrogateescape")


def _folders() -> Iterator[Seed]:
    for manifest in sorted(CHECKOUT.glob("rulesets/*/ruleset.yaml")):
        yield Seed("rulesets", manifest.parent.name, folder(manifest.parent))
    for manifest in sorted((*CHECKOUT.glob("examples/*/ruleset.yaml"), *TESTS.glob("probes/*/ruleset.yaml"))):
        yield Seed("probes", manifest.parent.name, folder(manifest.parent))
    yard = TESTS / "scenarios" / "yard"
    yield Seed("yard", "yard", folder(yard))
    yield Seed("yard", "yard-rich", folder(yard, "yard") | folder(TESTS / "scenarios" / "yard-rich"))


@cache
def base() -> Files:
    """Return the small ruleset on which the cases of the checks stand."""
    return folder(TESTS / "check" / "base")


def _check_cases() -> Iterator[Seed]:
    for path in sorted((TESTS / "check").glob("*/*.rules")):
        for case in text_in(path).split("\n# ==== ")[1:]:
            name, _, text = case.partition("\n")
            first, *others = re.split(r"^# ---- ", text, flags=re.M)
            files = {f"{MAIN}/rules/case.rules": first}
            for other in others:
                file, _, inner = other.partition("\n")
                files[f"{MAIN}/{file}"] = inner
            yield Seed("checks", f"{path.stem}: {name}", base() | files)


def _rule_files() -> Iterator[Seed]:
    for path in sorted((TESTS / "syntax").glob("*/*.rules")):
        yield Seed("syntax", path.stem, base() | {f"{MAIN}/rules/case.rules": text_in(path)})


def _yaml_files() -> Iterator[Seed]:
    for path in sorted((TESTS / "source").glob("*/*/*.yaml")):
        yield Seed(
            "yaml", f"{path.parent.name}/{path.stem}", base() | {f"{MAIN}/{ROLES[path.parent.name]}": text_in(path)}
        )


def _reference() -> Iterator[Seed]:
    with TemporaryDirectory() as place:
        for number, example in enumerate(market.examples()):
            written = market.write(example, Path(place) / str(number))
            files = folder(written) | (folder(written.parent / "market", "market") if written.name == "house" else {})
            yield Seed("reference", f"{example.page}:{example.line}", files)
