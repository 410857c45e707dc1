"""Enumerates the mutations of a syntax tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import cast

from rulewright.playtest.mutants import conditions, declared, lines, values
from rulewright.playtest.mutants.model import Change, parts_of, with_part
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s
from rulewright.syntax.expressions import Node

OWN: dict[type, Callable[..., Iterator[Change[Node]]]] = {
    s.Body: lines.body, d.Step: lines.rule, d.After: lines.after, d.WhenStep: lines.rule,
    d.Cost: lines.cost, d.CostPart: values.cost_part, d.Value: lines.value, s.Ask: lines.ask, s.Offer: lines.offer,
    s.Choose: lines.choose, s.ForEach: lines.loop, s.Pay: lines.pay, d.PieceRule: lines.piece_rule,
    d.MenuOption: lines.menu_option, s.Option: conditions.option,
    x.Compare: conditions.compare, x.Empty: conditions.empty, x.CanPay: conditions.opposite,
    x.CanDo: conditions.opposite, x.InRow: conditions.opposite, x.Quantified: conditions.quantified,
    x.Joined: conditions.joined, x.Number: values.number, x.Arithmetic: values.arithmetic, x.Fold: values.worded,
    x.Pick: values.worded, x.Single: values.worded, x.Extreme: values.worded, x.Near: values.worded,
    x.Where: values.where, d.Fact: declared.fact, d.Amount: declared.amount, d.Place: declared.place,
    d.Piece: declared.piece, d.Grid: declared.grid, d.Menu: declared.menu,
}  # fmt: skip
"""The mutations of a node itself; its parts are visited separately."""

LEFT_ALONE = (s.Sources, d.TypeOf, d.Key, d.Keeps, d.Printed, d.Figure, d.Ruling, d.Always)
"""Not mutated: citations; ranges of numbers, which correct rules never exceed; invariants."""


def otherwise(node: Node) -> Iterator[Change[Node]]:
    """Yield a part of the tree once for each mutation in it."""
    if isinstance(node, LEFT_ALONE):
        return
    if type(node) in OWN:
        yield from OWN[type(node)](node)
    for name in parts_of(node):
        yield from with_part(node, name, _within(getattr(node, name)))


def _within(part: object) -> Iterator[Change[object]]:
    if isinstance(part, Node):
        yield from cast(Iterator[Change[object]], otherwise(part))
    elif isinstance(part, tuple):
        for at, one in enumerate(part):
            for span, words, other in _within(one):
                yield span, words, (*part[:at], other, *part[at + 1 :])
