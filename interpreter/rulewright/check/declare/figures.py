"""Printed numbers: facts of pieces, and figures, with their values from the data files."""

from __future__ import annotations

from rulewright.check.core import Axis, Figure
from rulewright.check.core.things import Domain, Kind, Type, default_of, entry_count
from rulewright.check.declare.entries import read_value
from rulewright.check.declare.sizes import fits_beside
from rulewright.check.declare.stated_types import axes_of, type_of
from rulewright.check.declare.table import SymbolTable
from rulewright.check.declare.tables import TableReader
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import InventoryRow
from rulewright.syntax import declarations as d


def declare_printed(table: SymbolTable, rules: Composed) -> None:
    """Add what is printed on pieces: on all of a shape, then on those of one kind."""
    for shape in rules.of(d.Shape):
        _declare_printed(table, rules, shape, table.home[shape.name.text], None)
    for piece in rules.of(d.Piece):
        _declare_printed(table, rules, piece, table.home[piece.name.text], table.kinds[piece.name.text])


def _declare_printed(
    table: SymbolTable, rules: Composed, decl: d.Shape | d.Piece, domain: Domain, kind: Kind | None
) -> None:
    kinds = [kind] if kind else domain.kinds
    axis = Axis(domain, 0, kind.size if kind else domain.size, kind)
    for fact in decl.printed:
        type_, further = type_of(table, fact.type), axes_of(table, fact.keys)
        if not fits_beside(table, fact.name.span, (axis, *further)):
            continue
        values: list[int] = []
        for each in kinds:
            for row in table.rows.get(each.name, []):
                values += _row_values(table, row, fact.name.text, type_, further) * row.count
        name, keys = f"{decl.name.text}.{fact.name.text}", (axis, *further)
        figure = Figure(name, keys, type_, values or [default_of(type_)] * entry_count(keys), fact.name.span, True)
        table.printed[decl.name.text, fact.name.text] = figure
    if isinstance(decl, d.Piece):
        _unread_facts(table, rules, decl)


def _row_values(table: SymbolTable, row: InventoryRow, fact: str, type_: Type, further: tuple[Axis, ...]) -> list[int]:
    """What is printed as a fact on the pieces of a row: one value, or one for each name or number."""
    node = row.facts.get(fact)
    if node is None:
        return [default_of(type_)] * entry_count(further)
    if not further:
        return [read_value(table, node, type_, fact)]
    return TableReader(table, fact, type_, row.span, sparse=True).read(node, further)


def _unread_facts(table: SymbolTable, rules: Composed, decl: d.Piece) -> None:
    shape = [s for s in rules.of(d.Shape) if decl.shape and s.name.text == decl.shape.text]
    printed = [*decl.printed, *(fact for one in shape for fact in one.printed)]
    known = {fact.name.text: fact.name.span for fact in printed}
    for row in rules.rows.get(decl.name.text, []):
        for name, node in row.facts.items():
            span = row.fact_spans.get(name, node.span)
            if name in known:
                table.use(span, known[name])
            else:
                table.findings.add(
                    Code.UNKNOWN_FACT, span, f'a {decl.name.text} has no printed fact "{name}"',
                    *did_you_mean(name, known), f"Printed facts: {', '.join(known)}.",
                )  # fmt: skip


def declare_figures(table: SymbolTable, rules: Composed) -> None:
    """Add the figures, with the values of the data files."""
    for figure in rules.of(d.Figure):
        _declare_figure(table, figure, rules)


def report_unread(table: SymbolTable, rules: Composed) -> None:
    """Add a finding for each figure of a data file that no rule file declares."""
    links = {links.things.plural for links in table.links}
    for name, data in rules.figures.items():
        if name not in table.figures and name not in links and not table.findings.blind:
            remedy = did_you_mean(name, table.figures) or ('Declare it with "figure" in a rule file, or remove it.',)
            table.findings.add(Code.UNREAD_FIGURE, data.name.span, "no rule file declares this figure", *remedy)


def _declare_figure(table: SymbolTable, decl: d.Figure, rules: Composed) -> None:
    data = rules.figures.get(decl.name.text)
    keys = axes_of(table, decl.keys)
    type_ = type_of(table, decl.type)
    if not fits_beside(table, decl.name.span, keys):
        return
    if decl.name.text in table.figures:
        table.report_duplicate(decl.name, table.figures[decl.name.text].span)
    if data is None:
        values = [default_of(type_)] * entry_count(keys)
        table.findings.add(
            Code.FIGURE_MISSING, decl.name.span, "no data file gives this figure",
            f'Add "{decl.name.text}: {{value: …}}" under "figures:" in a file in data/.',
        )  # fmt: skip
    else:
        table.use(data.name.span, decl.name.span)
        entries = TableReader(table, decl.name.text, type_, decl.span, rules.below.get(decl.name.text))
        values = entries.read(data.value, keys)
    table.figures[decl.name.text] = Figure(decl.name.text, keys, type_, values, decl.name.span)
