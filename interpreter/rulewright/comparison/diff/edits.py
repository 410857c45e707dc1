"""The edits that a ruleset makes to its base, one by one."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.comparison.toggles import what
from rulewright.compose.composed import Applied
from rulewright.diagnostics import Span
from rulewright.syntax import declarations as d
from rulewright.workspace import Ruleset


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: how (added, replaced, changed, removed, or said in words), what, and where."""

    how: str
    name: str
    span: Span


def changes(ruleset: Ruleset) -> list[Change]:
    """Return what a ruleset changes in the one below, in the order of its files and lines.

    A difference with a name is one change, and so are pieces that are written in one row.
    """
    rules, _ = ruleset.composition
    own = [one for one in rules.differences if one.layer == ruleset.source.manifest.name.text]
    found = {one.span: Change("said", f"{one.name}: {one.sentence}", one.span) for one in own if one.sentence}
    bare = {one.name for one in own if one.sentence is None}
    for applied in rules.applied:
        if applied.difference in bare:
            found.setdefault(applied.span, Change(_how(applied), what(applied), applied.span))
    return sorted(found.values(), key=lambda change: change.span)


def _how(applied: Applied) -> str:
    edit = applied.edit
    if isinstance(edit, d.ChangeFigure):
        return "changed"
    if isinstance(edit, d.Remove):
        return "removed"
    return "replaced" if applied.was is not None or isinstance(edit, d.Replace) else "added"
