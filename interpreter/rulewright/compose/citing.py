"""Who says where it is printed: rules, rulings, changes, figures and pieces of the finished rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rulewright.compose.composed import Composed, full_name
from rulewright.diagnostics import Span
from rulewright.source import FigureData, Row
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Number
from rulewright.syntax.inside import nodes_in
from rulewright.syntax.statements import Cite, Sources

Cited = tuple[str, str]
"""A source's short name and one of its passages."""

RULES = (
    d.Step, d.MenuOption, d.Cost, d.Value, d.After, d.Scoring, d.TieBreak, d.Always, d.PieceRule,
)  # fmt: skip
"""What says what happens; each of these must say where it is printed."""


@dataclass(frozen=True, slots=True)
class Citer:
    """Something with its place, the passages it cites, and the rulings it rests on."""

    kind: str
    """rule, ruling, change, figure, piece or scenario"""
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
    """Return everything in the finished rules that can say where it is printed, in the order of files and lines."""
    found = [_declared(decl) for decl in rules.declarations if isinstance(decl, (*RULES, d.Ruling))]
    found += _changes(rules)
    found += [_figure(figure) for figure in rules.figures.values()]
    found += _rows(rules)
    return sorted(found, key=lambda citer: citer.span)


def _declared(decl: d.Decl) -> Citer:
    nodes = list(nodes_in(decl))
    cites = [(node.source.text, node.passage.text) for node in nodes if isinstance(node, Cite)]
    rests = [word.text for node in nodes if isinstance(node, Sources) for word in node.rests]
    numbers = {node.value for node in nodes if isinstance(node, Number)}
    kind = "ruling" if isinstance(decl, d.Ruling) else "rule"
    unique = tuple(dict.fromkeys(cites)), tuple(dict.fromkeys(rests)), tuple(sorted(numbers))
    return Citer(kind, full_name(decl), decl.span, *unique)


def _changes(rules: Composed) -> Iterator[Citer]:
    """Yield the changes of figures and what is removed, with where they say that they are printed."""
    names = {change.span: f"change.{change.figure.text}" for change in rules.changes}
    for cite in rules.because:
        yield Citer("change", names.get(cite.span, "removal"), cite.span, ((cite.source.text, cite.passage.text),))


def _figure(figure: FigureData) -> Citer:
    return Citer("figure", f"figure.{figure.name}", figure.name.span, _source_of(figure), assumed=figure.assumed)


def _rows(rules: Composed) -> Iterator[Citer]:
    """Yield the rows of inventories; those written once for many pieces stand together."""
    for kind, rows in rules.rows.items():
        together: dict[Span, Citer] = {}
        for row in rows:
            name = f"{kind}.{row.name}"
            first = together.get(row.name.span)
            rule = f"{kind}.{row.rule}"
            one = Citer("piece", name, row.name.span, _source_of(row), assumed=row.assumed, follows=rule)
            together[row.name.span] = replace(first, more=(*first.more, name)) if first else one
        yield from together.values()


def _source_of(entry: FigureData | Row) -> tuple[Cited, ...]:
    return ((entry.source.source.text, entry.source.passage.text),) if entry.source else ()
