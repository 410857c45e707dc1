"""Which files a person means, what becomes of each when it is laid out, and writing it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.diagnostics import Code, Findings
from rulewright.source import SourceFile, cache
from rulewright.source.files import PARTS, files_in, join
from rulewright.source.folders import MANIFEST, find, rulesets_in, shown_folder
from rulewright.source.loading import report_not_found
from rulewright.source.ruleset import STACK
from rulewright.source.text import read_bytes, text_in, whole_file
from rulewright.source.writing import replace_file

RULES = "rules"
ROLES = {RULES: RULES, "data": "data", "labels": "labels", "scenarios": "scenario"}
"""What a file that people write is, by the folder of the ruleset in which it lies."""


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A file, what it holds, and what it is to hold; None when it has mistakes."""

    file: SourceFile
    old: bytes
    new: bytes | None

    @property
    def changes(self) -> bool:
        """Whether the file is to hold something else."""
        return self.new is not None and self.new != self.old


def meant(targets: Iterable[str], findings: Findings) -> Iterator[tuple[SourceFile, str]]:
    """Yield the files that rulesets and files stand for, each once, and what each of them is."""
    known: set[Path] = set()
    for target in targets:
        for file, role in _files_of(target, findings):
            path = file.path.resolve()
            if path not in known:
                known.add(path)
                yield file, role


def _files_of(target: str, findings: Findings) -> Iterator[tuple[SourceFile, str]]:
    if os.path.exists(target) or STACK not in target:
        yield from _files_of_one(target, findings)
        return
    for part in target.split(STACK):
        yield from _files_of_one(part, findings)


def _files_of_one(target: str, findings: Findings) -> Iterator[tuple[SourceFile, str]]:
    if os.path.isfile(target) or target.endswith((".rules", ".yaml")):
        path = Path(target)
        yield SourceFile(path, path.as_posix()), _role_of(path)
        return
    folder = find(target)
    if folder is None:
        report_not_found(target, findings)
        return
    within = [] if (folder / MANIFEST).exists() else list(rulesets_in(folder))
    for found in within or [folder]:
        yield from _files_in(found, shown_folder(target, folder) if found is folder else found.as_posix())


def _files_in(folder: Path, shown: str) -> Iterator[tuple[SourceFile, str]]:
    """Yield the files of a ruleset."""
    yield SourceFile(folder / MANIFEST, join(shown, MANIFEST)), "ruleset"
    for part, role in ROLES.items():
        yield from ((file, role) for file in files_in(folder, shown, part))


def _role_of(path: Path) -> str:
    """Return what a file is; refuse one that is no part of a ruleset."""
    if path.suffix == PARTS[RULES]:
        return RULES
    if path.name == MANIFEST:
        return "ruleset"
    part = path.absolute().parent.name
    if part not in ROLES or path.suffix != PARTS[part]:
        folders = ", ".join(ROLES)
        raise click.UsageError(f"{path}: only {MANIFEST} and the files in {folders} of a ruleset are laid out.")
    return ROLES[part]


def lay_out(file: SourceFile, role: str, findings: Findings) -> LaidOut | None:
    """Lay out a file, without writing it; None, and a finding, when it cannot be read."""
    data = read_bytes(file.path, file.shown, findings)
    if data is None:
        return None
    note = "laid-out-" + cache.fingerprint(_version(), role, data)
    if cache.load(note):
        return LaidOut(file, data, data)
    text = text_in(data, file.shown, findings)
    new = None if text is None else _text(file.shown, text, role, findings)
    if new is None:
        return LaidOut(file, data, None)
    if new.encode() == data:
        cache.save(note, True)
    return LaidOut(file, data, new.encode())


def _version() -> str:
    from rulewright.source.schema import schemas_fingerprint

    return cache.own_code("source", "syntax") + schemas_fingerprint()


def _text(shown: str, text: str, role: str, findings: Findings) -> str | None:
    if role == RULES:
        from rulewright.syntax.formatting import format_rules

        return format_rules(shown, text, findings)
    from rulewright.source.yaml_layout import format_yaml

    return format_yaml(shown, text, role, findings)


def write(laid_out: LaidOut, findings: Findings) -> bool:
    """Write a file as it is laid out; False, and a finding, when that is not possible."""
    try:
        replace_file(laid_out.file.path, laid_out.new or b"")
    except OSError as problem:
        reason = f"this file cannot be written: {problem.strerror or problem}"
        findings.add(Code.UNWRITABLE_FILE, whole_file(laid_out.file.shown), reason, "It is left as it was.")
        return False
    return True
