"""Finds ranges that are the wrong way round, and what is larger than Rulewright takes on."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check.core import Axis
from rulewright.check.given import size
from rulewright.check.types import Domain
from rulewright.check.world import World
from rulewright.compose.composed import Composed
from rulewright.diagnostics import Findings, Span
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Node

COLUMNS, ROWS = 26, 99
"""The spaces of a grid are called a1 to z99."""

NESTS = 20
PIECES = 5_000
KEYS = 1_000
NUMBERS = 200_000
"""The most: times that a menu nests, pieces of a sort, steps of a range that is counted through, numbers of a fact."""


def report_sizes(rules: Composed, seats: int, findings: Findings) -> None:
    """Add a finding for each declaration that says a range or size that cannot be."""
    for decl in rules.declarations:
        if isinstance(decl, d.Grid):
            _grid(decl, findings)
        elif isinstance(decl, d.Menu) and not 1 <= decl.nests <= NESTS:
            findings.add(
                "out-of-range",
                decl.name.span,
                f'"nests" goes from 1 to {NESTS}, not {decl.nests}',
                "Once or twice is enough.",
            )
        for node in _parts(decl):
            _range(node, seats, findings)
    for kind, rows in rules.rows.items():
        total = sum(row.count for row in rows)
        if total > PIECES:
            _too_large(rules.kinds[kind].span, f"{total:,} pieces", PIECES, findings)


def fits(world: World, span: Span, keys: tuple[Axis, ...], each: int = 1) -> bool:
    """Whether what is declared has room; reports it if not."""
    numbers = size(keys) * each
    if numbers > NUMBERS:
        _too_large(span, f"{numbers:,} numbers", NUMBERS, world.findings)
    return numbers <= NUMBERS


def of_set(domain: Domain | None) -> int:
    """How many numbers a set of a domain's things takes, 62 of them to a number."""
    return 1 + (domain.size if domain else 0) // 62


def _too_large(span: Span, what: str, most: int, findings: Findings) -> None:
    findings.add("limit-exceeded", span, f"this is {what}, and Rulewright takes on {most:,}", "Say the same with less.")
    findings.blind = True


def _grid(grid: d.Grid, findings: Findings) -> None:
    rim = 2 if grid.rim else 0
    if not (1 <= grid.width <= COLUMNS - rim and 1 <= grid.height <= ROWS - rim):
        most = f"1 by 1 to {COLUMNS - rim} by {ROWS - rim}"
        message = f"a grid {'with a rim ' if rim else ''}is from {most}, not {grid.width} by {grid.height}"
        findings.add("out-of-range", grid.name.span, message, "Make it a grid of that size.")
        findings.blind = True


def _parts(node: Node) -> Iterator[Node]:
    """A declaration and what it declares, but nothing that is done."""
    yield node
    for name in node.__dataclass_fields__:
        value = getattr(node, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, d.TypeOf | d.Key | d.Amount | d.Keeps | d.Fact | d.Place | d.Printed):
                yield from _parts(part)


def _range(node: Node, seats: int, findings: Findings) -> None:
    if isinstance(node, d.Key) and node.name is not None:
        return
    if isinstance(node, d.TypeOf) and node.how != "range":
        return
    if not isinstance(node, d.TypeOf | d.Key | d.Amount | d.Keeps):
        return
    span = node.span if isinstance(node, d.TypeOf | d.Key) else node.name.span
    if node.low > node.high:
        message = f"{node.low} to {node.high} is the wrong way round"
        findings.add("out-of-range", span, message, f"Write {node.high} to {node.low}.")
    elif isinstance(node, d.Key) and node.high - node.low >= KEYS:
        _too_large(span, f"{node.high - node.low + 1:,} entries", KEYS, findings)
    elif isinstance(node, d.Amount) and node.in_all is not None and node.low * seats > node.in_all:
        message = f"{seats} players begin with {node.low} each, and there are {node.in_all} in all"
        findings.add("out-of-range", span, message, "Let there be more in all, or let them begin with less.")
