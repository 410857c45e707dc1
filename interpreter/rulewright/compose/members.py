"""Redeclared facts, amounts and places of owners: each replaces the one of the same name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.compose.composed import Composed, same_tree
from rulewright.diagnostics import Code, Findings
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax import declarations as d

PARTS = ("facts", "amounts", "places")


def replace_members(done: Composed, has: d.Has, findings: Findings) -> None:
    """Replace the owner's members by those of a declaration; report those that the owner lacks."""
    for part in PARTS:
        for member in getattr(has, part):
            _replace_member(done, has, part, member, findings)


def _replace_member(
    done: Composed, has: d.Has, part: str, member: d.Fact | d.Amount | d.Place, findings: Findings
) -> None:
    owner, name = _owner_name(has), member.name.text
    for index, decl in enumerate(done.declarations):
        if isinstance(decl, d.Has) and _owner_name(decl) == owner:
            old = next((known for known in getattr(decl, part) if known.name.text == name), None)
            if old is not None:
                if same_tree(old, member):
                    where = f"See {old.span.file}:{old.span.line}."
                    message = f"this changes nothing: {name} is declared like this already"
                    findings.add(Code.CHANGE_OF_NOTHING, member.name.span, message, where)
                kept = tuple(member if known is old else known for known in getattr(decl, part))
                changed: dict[str, Any] = {part: kept}
                done.declarations[index] = replace(decl, **changed)
                return
    all_ = [decl for decl in done.declarations if isinstance(decl, d.Has) and _owner_name(decl) == owner]
    known = [member.name.text for decl in all_ for part in PARTS for member in getattr(decl, part)]
    message = f"there is no {part[:-1]} {name} of {owner or 'the game'} to change"
    remedy = did_you_mean(name, known) or ('To add it, leave out "replace".',)
    findings.add(Code.NOTHING_TO_CHANGE, member.name.span, message, *remedy)


def _owner_name(has: d.Has) -> str:
    return has.owner.text if has.owner else ""
