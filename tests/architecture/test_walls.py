"""Each stage imports only stages above it, and the stages are those of the design."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rulewright

ROOT = Path(rulewright.__file__).parent
STAGES = (
    "diagnostics", "source", "jobs", "syntax", "reference", "compose", "check", "compile", "backends", "engine",
    "scenarios", "workspace", "players", "playtest", "comparison", "report", "api", "adapters", "lsp", "cli",
)  # fmt: skip
SURFACES = ("api", "adapters", "lsp", "cli")
ONLY_FOR_SURFACES = {"report"}
"""What writes for people is used by the commands and the API alone."""


def modules() -> list[Path]:
    return sorted(path for stage in STAGES for path in (ROOT / stage).rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Yield the full names of the modules that a file imports, wherever in it that happens."""
    package = ["rulewright", *path.relative_to(ROOT).parent.parts]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *filter(None, [node.module])])
            yield from (f"{module}.{name.name}" for name in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_stage_imports_only_stages_above_it(path: Path) -> None:
    own = STAGES.index(path.relative_to(ROOT).parts[0])
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "rulewright" or len(parts) < 2 or parts[1] not in STAGES:
            continue
        assert STAGES.index(parts[1]) <= own, f"{STAGES[own]} stands above {parts[1]}"
        assert parts[1] not in ONLY_FOR_SURFACES or STAGES[own] in (parts[1], *SURFACES), (
            f"{parts[1]} is for {SURFACES}"
        )


def test_there_are_no_other_stages() -> None:
    found = {path.name for path in ROOT.iterdir() if path.is_dir() and any(path.rglob("*.py"))}
    assert found <= set(STAGES)


@pytest.mark.slow
def test_the_library_alone_pays_for_no_terminal() -> None:
    """click, rich and jinja2 are for the commands and what prints."""
    for path in modules():
        if path.relative_to(ROOT).parts[0] not in ("cli", "report"):
            heavy = {name.split(".")[0] for name in imported(path)} & {"click", "jinja2", "rich", "textual"}
            assert not heavy, f"{path.name} imports {heavy}"
