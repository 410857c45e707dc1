"""Writes safe fixes of findings into the files of a ruleset.

Fixes are chosen first, in the order of the findings, each unless it overlaps one that was chosen before: of "put 4
blanks before this line" and another correction of that indentation only the first is written, and the next run finds
the other. Then each file is written once.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulewright.diagnostics import Diagnostic, Edit, Findings, Fix
from rulewright.diagnostics.model import apply_edits
from rulewright.frozen import frozen_class
from rulewright.source.folders import locate
from rulewright.source.text import read_bytes, write_bytes

_BOM = "\ufeff"


@frozen_class
class Fixed:
    """Findings with a fix: those whose fix was written, and those whose fix somebody has to decide about."""

    written: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]


def write_fixes(found: Iterable[Diagnostic], folder: Path, findings: Findings) -> Fixed:
    """Apply the safe fixes to files in a folder, each file as a whole or not at all.

    Of fixes that overlap only the first is applied. What goes wrong in reading or writing is added to `findings`.
    """
    written: list[Diagnostic] = []
    left: list[Diagnostic] = []
    chosen: list[Fix] = []
    for one in found:
        if one.fix is None:
            continue
        fits = one.fix.safe and _is_within(one.fix, folder) and not any(one.fix.overlaps(other) for other in chosen)
        (written if fits else left).append(one)
        chosen += [one.fix] if fits else []
    edits: dict[str, list[Edit]] = {}
    for edit in (edit for fix in chosen for edit in fix.edits):
        edits.setdefault(edit.span.file, []).append(edit)
    failed = {file for file, wanted in edits.items() if not _write_edits(file, wanted, findings)}
    return Fixed(tuple(one for one in written if one.span.file not in failed), tuple(left))


def _is_within(fix: Fix, folder: Path) -> bool:
    paths = [locate(edit.span.file) for edit in fix.edits]
    return all(path is not None and path.resolve().is_relative_to(folder.resolve()) for path in paths)


def _write_edits(file: str, edits: list[Edit], findings: Findings) -> bool:
    path = locate(file)
    data = read_bytes(path, file, findings) if path is not None else None
    if path is None or data is None:
        return False
    text = data.decode("utf-8")
    mark = _BOM if text.startswith(_BOM) else ""
    return write_bytes(path, file, (mark + apply_edits(text.removeprefix(_BOM), edits)).encode("utf-8"), findings)
