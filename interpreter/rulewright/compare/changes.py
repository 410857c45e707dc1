"""What a ruleset says otherwise than the one that it stands on, thing by thing."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.compose.compose import compose
from rulewright.compose.composed import Applied
from rulewright.diagnostics import Findings, Span
from rulewright.source import RulesetSource
from rulewright.syntax import declarations as d


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that is different: how (added, replaced, changed, removed), what, and where that is said."""

    how: str
    name: str
    span: Span


def changes(source: RulesetSource) -> list[Change]:
    """Return everything that a ruleset changes in the one below, in the order of its files and lines."""
    rules = compose(source, Findings())
    own = {one.name for one in rules.differences if one.layer == source.manifest.name.text}
    found = (
        Change(_how(applied), _what(applied), applied.span) for applied in rules.applied if applied.difference in own
    )
    return sorted(found, key=lambda change: change.span)


def _how(applied: Applied) -> str:
    edit = applied.edit
    if isinstance(edit, d.ChangeFigure):
        return "changed"
    if isinstance(edit, d.Remove):
        return "removed"
    return "replaced" if applied.was is not None or isinstance(edit, d.Replace) else "added"


def _what(applied: Applied) -> str:
    edit = applied.edit
    if not isinstance(edit, d.ChangeFigure):
        return applied.target
    where = "".join(f" {word} {key.text}" for word, key in (("for", edit.key), ("at", edit.at)) if key)
    return f"{edit.figure.text}{where} from {edit.old.text} to {edit.new.text}"
