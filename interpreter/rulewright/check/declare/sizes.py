"""Finds ranges that are the wrong way round, and what is larger than Rulewright takes on."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core import Axis
from rulewright.check.core.things import Domain, entry_count
from rulewright.check.declare.table import SymbolTable
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Code, Findings, Span, limits
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node

COLUMNS, ROWS = 26, 99
"""The spaces of a grid are called a1 to z99."""


def report_sizes(rules: Composed, findings: Findings) -> None:
    """Add a finding for each declaration that says a range or size that cannot be."""
    declared: list[Span] = []
    for decl in rules.declarations:
        if isinstance(decl, d.Grid):
            _check_grid(decl, findings)
        elif isinstance(decl, d.Menu) and not 1 <= decl.nests <= limits.NESTS.most:
            message = f'"nests" goes from 1 to {limits.NESTS.most}, not {decl.nests}'
            findings.add(limits.NESTS.code, decl.name.span, message, limits.NESTS.remedy)
        for node in _declared_parts(decl):
            _check_range(node, findings)
            if not isinstance(node, d.TypeOf | d.Key):
                declared.append(node.span)
    if len(declared) > limits.DECLARATIONS.most:
        _too_large(
            limits.DECLARATIONS, sorted(declared)[limits.DECLARATIONS.most], len(declared), findings, in_all=True
        )
    for kind, rows in rules.rows.items():
        total = sum(row.count for row in rows)
        if total > limits.PIECES.most:
            _too_large(limits.PIECES, rules.kinds[kind].span, total, findings)


def report_supplies(rules: Composed, seats: int, findings: Findings) -> None:
    """Add a finding for each limited amount of which players begin with more than there is."""
    for amount in (amount for has in rules.of(d.Has) for amount in has.amounts):
        supply = amount.supply(seats)
        if supply is not None and amount.low <= amount.high and amount.low * seats > supply:
            message = f"{seats} players begin with {amount.low} each, and there are {supply} in all"
            remedy = "Let there be more in all, or let them begin with less."
            findings.add(Code.OUT_OF_RANGE, amount.name.span, message, remedy)


def fits_beside(table: SymbolTable, span: Span, keys: tuple[Axis, ...], each: int = 1) -> bool:
    """Whether what is declared has room beside all that was declared before; reports the first that has none."""
    before = table.numbers
    table.numbers += entry_count(keys) * each
    if before <= limits.NUMBERS.most < table.numbers:
        _too_large(limits.NUMBERS, span, table.numbers, table.findings, in_all=True)
    return table.numbers <= limits.NUMBERS.most


def of_set(domain: Domain | None) -> int:
    """How many numbers a set of a domain's things takes, 62 of them to a number."""
    return 1 + (domain.size if domain else 0) // 62


def _too_large(limit: limits.Limit, span: Span, found: int, findings: Findings, in_all: bool = False) -> None:
    limit.report(findings, span, found, in_all)
    findings.blind = True


def _check_grid(grid: d.Grid, findings: Findings) -> None:
    rim = 2 if grid.rim else 0
    if not (1 <= grid.width <= COLUMNS - rim and 1 <= grid.height <= ROWS - rim):
        most, found = f"1 by 1 to {COLUMNS - rim} by {ROWS - rim}", f"{grid.width} by {grid.height}"
        if grid.shape == "rings":
            most, found = f"1 to {COLUMNS // 2} rings", str(grid.rings)
        message = f"a grid {'with a rim ' if rim else ''}is from {most}, not {found}"
        findings.add(Code.OUT_OF_RANGE, grid.name.span, message, "Make it a grid of that size.")
        findings.blind = True


def _declared_parts(node: Node) -> Iterator[Node]:
    """A declaration and what it declares, but nothing that is done."""
    yield node
    if not isinstance(node, d.Has | d.Shape | d.Piece | d.Figure | d.Menu | d.Value | d.Fact | d.Place | d.Printed):
        return
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, d.TypeOf | d.Key | d.Amount | d.Keeps | d.Fact | d.Place | d.Printed):
                yield from _declared_parts(part)


def _check_range(node: Node, findings: Findings) -> None:
    if isinstance(node, d.Key) and node.name is not None:
        return
    if isinstance(node, d.TypeOf) and node.how != "range":
        return
    if not isinstance(node, d.TypeOf | d.Key | d.Amount | d.Keeps):
        return
    span = node.span if isinstance(node, d.TypeOf | d.Key) else node.name.span
    if node.low > node.high:
        message = f"{node.low} to {node.high} is the wrong way round"
        findings.add(Code.OUT_OF_RANGE, span, message, f"Write {node.high} to {node.low}.")
    elif isinstance(node, d.Key) and node.high - node.low >= limits.KEYS.most:
        _too_large(limits.KEYS, span, node.high - node.low + 1, findings)
