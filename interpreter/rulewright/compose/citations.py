"""Citations in composed rules: what cites which passages of the sources."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Span
from rulewright.source import FigureData, InventoryRow
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Number, nodes_in
from rulewright.syntax.statements import Cite, Sources

Cited = tuple[str, str]
"""A source's short name and one of its passages."""

RULES = (
    d.Step, d.MenuOption, d.Cost, d.Value, d.After, d.Scoring, d.TieBreak, d.Winner, d.Always, d.PieceRule,
)  # fmt: skip
"""Declarations that do something; each of these must cite where it is printed."""

THINGS = (d.Shape, d.Piece, d.Has)
"""Declarations of things; these must cite a passage where they state a limit."""


@dataclass(frozen=True, slots=True)
class Citer:
    """Something that can cite: its span, the passages it cites, and the rulings it rests on."""

    kind: str
    """rule, ruling, change, thing, figure, piece or scenario"""
    name: str
    span: Span
    cites: tuple[Cited, ...]
    rests: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()
    """The numbers in its lines."""
    assumed: str | None = None
    more: tuple[str, ...] = ()
    """Other pieces of the same row, and for a scenario the rules that it tests."""
    follows: str = ""
    """The rule that a piece follows."""


def citers(rules: Composed) -> list[Citer]:
    """Return everything in composed rules that can cite a passage, in the order of files and lines."""
    behind = _cited_by_differences(rules)
    declared = [decl for decl in rules.declarations if isinstance(decl, (*RULES, *THINGS, d.Ruling))]
    found = [_declaration_citer(decl, behind.get(decl.span, ())) for decl in declared]
    found += _change_citers(rules)
    found += [
        Citer("figure", f"figure.{figure.name}", figure.name.span, _source_of(figure), assumed=figure.assumed)
        for figure in rules.figures.values()
    ]
    found += _row_citers(rules)
    return sorted(found, key=lambda citer: citer.span)


def _cited_by_differences(rules: Composed) -> dict[Span, tuple[Cited, ...]]:
    """Return what differences cite on behalf of the rules they add, by the span of the rule."""
    found = {}
    for difference in rules.differences:
        for edit in difference.edits:
            decl = edit.declaration if isinstance(edit, d.Replace) else edit
            if isinstance(decl, (*RULES, *THINGS, d.Ruling)):
                found[decl.span] = tuple(map(_as_cited, difference.cites))
    return found


def _as_cited(cite: Cite) -> Cited:
    return cite.source.text, cite.passage.text


def _declaration_citer(decl: d.Decl, behind: tuple[Cited, ...]) -> Citer:
    nodes = list(nodes_in(decl))
    cites = tuple(dict.fromkeys(_as_cited(node) for node in nodes if isinstance(node, Cite))) or behind
    rests = dict.fromkeys(word.text for node in nodes if isinstance(node, Sources) for word in node.rests)
    numbers = sorted({node.value for node in nodes if isinstance(node, Number)} | set(_stated_limits(decl)))
    kind = "ruling" if isinstance(decl, d.Ruling) else "thing" if isinstance(decl, THINGS) else "rule"
    return Citer(kind, _citer_name(decl), decl.span, cites, tuple(rests), tuple(numbers))


def _stated_limits(decl: d.Decl) -> Iterator[int]:
    """Yield the limits that a declaration of things states. The range of a number is its capacity, not a limit."""
    if isinstance(decl, d.Piece) and decl.limit is not None:
        yield decl.limit[0]
    if isinstance(decl, d.Has):
        yield from (amount.in_all for amount in decl.amounts if amount.in_all is not None)
        yield from (place.limit for place in decl.places if place.limit is not None)


def _citer_name(decl: d.Decl) -> str:
    """Return the full name; members of an owner have the owner's."""
    if isinstance(decl, d.Has):
        return f"has.{decl.owner.text if decl.owner else 'game'}"
    return full_name(decl)


def _change_citers(rules: Composed) -> Iterator[Citer]:
    """Yield the differences that have a name, the changes of figures, and what is removed."""
    cites = {one.name: tuple(map(_as_cited, one.cites)) for one in rules.differences}
    for one in rules.differences:
        if one.sentence is not None:
            yield Citer("change", f"difference.{one.name}", one.span, cites[one.name])
    for applied in rules.applied:
        if isinstance(applied.edit, d.ChangeFigure | d.Remove):
            own, guess = applied.edit.because, None
            what = "removal"
            if isinstance(applied.edit, d.ChangeFigure):
                what, guess = "change", applied.edit.assumed
            name = f"{what}.{applied.target.removeprefix('figure.').replace(' ', '.')}"
            printed = (_as_cited(own),) if own else () if guess else cites[applied.difference]
            yield Citer("change", name, applied.span, printed, assumed=guess.text if guess else None)


def _row_citers(rules: Composed) -> Iterator[Citer]:
    """Yield the rows of inventories; rows expanded from one entry are grouped."""
    for kind, rows in rules.rows.items():
        together: dict[Span, Citer] = {}
        for row in rows:
            name = f"{kind}.{row.name}"
            first = together.get(row.name.span)
            rule = f"{kind}.{row.rule}"
            one = Citer("piece", name, row.name.span, _source_of(row), assumed=row.assumed, follows=rule)
            together[row.name.span] = replace(first, more=(*first.more, name)) if first else one
        yield from together.values()


def _source_of(entry: FigureData | InventoryRow) -> tuple[Cited, ...]:
    return ((entry.source.source.text, entry.source.passage.text),) if entry.source else ()
