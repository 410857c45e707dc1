"""Applies the edits of a difference, and records what they replace."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.compose.composed import Applied, Composed, ComposedDifference, full_name, same_tree
from rulewright.compose.differences import target_of
from rulewright.compose.suggestions import suggested_base
from rulewright.diagnostics import Code, Findings, Span
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import FigureData, InventoryRow, LocatedText, plain
from rulewright.syntax import declarations as d

Was = d.Decl | FigureData | InventoryRow | None

MEMBER_PARTS = ("facts", "amounts", "places")
"""The fields of what an owner has."""

LOOK_REMEDY = ("Look at what there is: rulewright show RULESET.",)


def apply(done: Composed, difference: ComposedDifference, findings: Findings) -> None:
    """Apply a difference to the rules; edits that do not fit become findings."""
    done.because += difference.cites
    for edit in difference.edits:
        target, span = target_of(edit)
        was: Was = None
        if isinstance(edit, FigureData):
            was = _apply_figure(done, edit, findings)
        elif isinstance(edit, tuple):
            was = _apply_row(done, *edit, findings)
        elif isinstance(edit, d.ChangeFigure):
            done.changes.append(edit)
        elif isinstance(edit, d.Remove):
            was = _apply_removal(done, edit, target, findings)
        elif isinstance(edit, d.Replace):
            was = _apply_replacement(done, edit, target, findings)
        else:
            done.declarations.append(edit)
        if isinstance(edit, d.ChangeFigure | d.Remove) and edit.because is not None:
            done.because.append(edit.because)
        done.applied.append(Applied(difference.name, target, was, edit, span))


def _apply_replacement(done: Composed, edit: d.Replace, name: str, findings: Findings) -> d.Decl | None:
    if isinstance(edit.declaration, d.Has):
        _replace_members(done, edit.declaration, findings)
        return None
    for index, decl in enumerate(done.declarations):
        if full_name(decl) == name:
            if same_tree(decl, edit.declaration):
                _nothing_changed(edit.span, f"{name} already stands like this", decl.span, findings)
            done.declarations[index] = edit.declaration
            done.replaced.setdefault(name, []).append(decl.span)
            return decl
    _no_target(done, name, edit.span, findings)
    return None


def _apply_removal(done: Composed, edit: d.Remove, name: str, findings: Findings) -> d.Decl | InventoryRow | None:
    """Remove a rule with the pieces that follow it, or a single piece."""
    kind, rows = edit.kind.text, done.rows.get(edit.kind.text, [])
    gone = next((decl for decl in done.declarations if name in removable_names(decl)), None)
    if gone is not None:
        done.declarations = [decl for decl in done.declarations if decl is not gone]
        done.rows[kind] = [row for row in rows if row.rule.text != edit.name.text]
        done.removed.append((name, gone.span, edit.span))
        following = [row for row in rows if row.rule.text == edit.name.text]
        done.removed += [(f"{kind}.{row.name.text}", row.span, edit.span) for row in following]
        if isinstance(gone, d.Figure):
            done.figures.pop(edit.name.text, None)
        return gone
    row = next((row for row in rows if row.name.text == edit.name.text), None)
    if row is None:
        _no_target(done, name, edit.span, findings)
        return None
    done.rows[kind] = [other for other in rows if other is not row]
    done.removed.append((name, row.span, edit.span))
    return row


def removable_names(decl: d.Decl) -> tuple[str, ...]:
    """Return the names by which a declaration can be removed; a value of a player also has its bare name."""
    own = (f"value.{decl.name.text}",) if isinstance(decl, d.Value) else ()
    return (full_name(decl), *own)


def _apply_figure(done: Composed, figure: FigureData, findings: Findings) -> FigureData | None:
    name = figure.name.text
    was = done.figures.get(name)
    if was is not None:
        done.below[name] = was
        if plain(was.value) == plain(figure.value) and _printed_where(was) == _printed_where(figure):
            _nothing_changed(figure.name.span, f'"{name}" already has this value', was.name.span, findings)
    done.figures[name] = figure
    return was


def _printed_where(entry: FigureData | InventoryRow) -> tuple[str, str | None]:
    """Return where something is printed, and why it is assumed."""
    return str(entry.source), entry.assumed


def _is_same_row(one: InventoryRow, other: InventoryRow) -> bool:
    facts = ({name: plain(value) for name, value in row.facts.items()} for row in (one, other))
    labels = (row.label.text if row.label else None for row in (one, other))
    same_rest = (one.rule.text, one.count, _printed_where(one)) == (other.rule.text, other.count, _printed_where(other))
    return same_rest and len({*labels}) == 1 and next(facts) == next(facts)


def _apply_row(
    done: Composed, kind: LocatedText, row: InventoryRow, again: bool, findings: Findings
) -> InventoryRow | None:
    """Add a piece, or redefine an existing one."""
    rows = done.rows.setdefault(kind.text, [])
    if not again:
        rows.append(row)
        return None
    for index, was in enumerate(rows):
        if was.name.text == row.name.text:
            if _is_same_row(was, row):
                _nothing_changed(row.name.span, f'"{row.name.text}" is like this already', was.name.span, findings)
            rows[index] = row
            return was
    findings.add(
        Code.NOTHING_TO_CHANGE, row.name.span, f'there is no {kind.text} "{row.name.text}" to give again',
        *(did_you_mean(row.name.text, [other.name.text for other in rows]) or ('To add it leave out "again: true".',)),
    )  # fmt: skip
    return None


def _replace_members(done: Composed, has: d.Has, findings: Findings) -> None:
    """Replace the owner's members by those of a declaration; report those that the owner lacks."""
    for part in MEMBER_PARTS:
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
                    _nothing_changed(member.name.span, f"{name} is declared like this already", old.span, findings)
                kept = tuple(member if known is old else known for known in getattr(decl, part))
                changed: dict[str, Any] = {part: kept}
                done.declarations[index] = replace(decl, **changed)
                return
    all_ = [decl for decl in done.declarations if isinstance(decl, d.Has) and _owner_name(decl) == owner]
    known = [member.name.text for decl in all_ for part in MEMBER_PARTS for member in getattr(decl, part)]
    message = f"there is no {part[:-1]} {name} of {owner or 'the game'} to change"
    remedy = did_you_mean(name, known) or ('To add it, leave out "replace".',)
    findings.add(Code.NOTHING_TO_CHANGE, member.name.span, message, *remedy)


def _owner_name(has: d.Has) -> str:
    return has.owner.text if has.owner else ""


def _nothing_changed(span: Span, message: str, first: Span, findings: Findings) -> None:
    where = f"See {first.file}:{first.line}."
    findings.add(Code.CHANGE_OF_NOTHING, span, f"this changes nothing: {message}", where)


def _no_target(done: Composed, name: str, span: Span, findings: Findings) -> None:
    known = [full_name(decl) for decl in done.declarations]
    known += [f"{kind}.{row.name.text}" for kind, rows in done.rows.items() for row in rows]
    gone = next((where for removed, _, where in done.removed if removed == name), None)
    if gone is not None:
        remedy: tuple[str, ...] = (f"It was removed in {gone.file}:{gone.line}.",)
    else:
        remedy = did_you_mean(name, known) or suggested_base(name, done.manifest) or LOOK_REMEDY
    findings.add(Code.NOTHING_TO_CHANGE, span, f"there is no {name} to change", *remedy)
