"""Findings by file, and their fixes as edits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from rulewright.diagnostics import Diagnostic, Fix, RulesError
from rulewright.lsp.positions import Edits, Range, range_of
from rulewright.lsp.project import Project


class Finding(NamedTuple):
    """A finding at its place in an editor."""

    range: Range
    finding: Diagnostic


class Action(NamedTuple):
    """Something that an editor offers to do about a finding."""

    title: str
    edits: Edits
    finding: Finding | None = None
    preferred: bool = False
    kind: str = "quickfix"
    """As the protocol calls it."""


def findings(project: Project, folder: Path) -> dict[Path, list[Finding]]:
    """Return what is found in the ruleset in a folder, by file; the files without findings are not in it."""
    ruleset = project.ruleset(folder)
    try:
        found = ruleset.findings
    except RulesError as problem:
        found = problem.findings
    by_file: dict[Path, list[Finding]] = defaultdict(list)
    for file, inside in groupby(found, lambda one: one.span.file):
        path = project.path(ruleset, file) or folder / "ruleset.yaml"
        lines = project.lines(path)
        by_file[path] += [Finding(range_of(one.span, lines), one) for one in inside]
    return dict(by_file)


def actions(project: Project, path: Path, lines: range) -> list[Action]:
    """Return what can be done about the findings in some lines of a file, counted from 0."""
    folder = project.folder_of(path)
    if folder is None:
        return []
    here = findings(project, folder).get(path, [])
    near = [one for one in here if one.range.start.line < lines.stop and lines.start <= one.range.end.line]
    return [
        Action(one.finding.fix.title, edits_of(project, folder, one.finding.fix), one, one.finding.fix.safe)
        for one in near
        if one.finding.fix is not None
    ]


def fix_all(project: Project, path: Path) -> Iterator[Action]:
    """Yield what mends all findings of a file about which nobody has to decide, if there are any."""
    folder, chosen = project.folder_of(path), list[Fix]()
    for one in findings(project, folder).get(path, ()) if folder is not None else ():
        fix = one.finding.fix
        if fix is not None and fix.safe and not any(fix.overlaps(other) for other in chosen):
            chosen.append(fix)
    if folder is not None and chosen:
        all_ = Fix("Mend all that can be mended safely.", tuple(edit for fix in chosen for edit in fix.edits))
        yield Action(all_.title, edits_of(project, folder, all_), kind="source.fixAll")


def edits_of(project: Project, folder: Path, fix: Fix) -> Edits:
    """Return the edits of a fix of the ruleset in a folder."""
    ruleset, made = project.ruleset(folder), Edits()
    for edit in fix.edits:
        path = project.path(ruleset, edit.span.file)
        if path is not None:
            made.setdefault(path, []).append((range_of(edit.span, project.lines(path)), edit.text))
    return made
