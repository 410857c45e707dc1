"""Bounds of integers: those that follow from the parts of an expression, and those that conditions imply."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Range, Type, range_of, range_of_arith, spanning, width_of
from rulewright.compile.passes.algebra import MIRRORED, OPPOSITE
from rulewright.compile.passes.knowledge import Knowledge

_BOUNDS: dict[str, Callable[[Range, Range], Range]] = {
    "<": lambda own, other: (own[0], min(own[1], other[1] - 1)),
    "<=": lambda own, other: (own[0], min(own[1], other[1])),
    ">": lambda own, other: (max(own[0], other[0] + 1), own[1]),
    ">=": lambda own, other: (max(own[0], other[0]), own[1]),
    "==": lambda own, other: (max(own[0], other[0]), min(own[1], other[1])),
    "!=": lambda own, other: _without(own, other),
}
"""The range of a value, given a comparison with another range."""


def _without(own: Range, other: Range) -> Range:
    low, high = own
    if other[0] != other[1]:
        return own
    return low + (other[0] == low), high - (other[0] == high)


def within(type_: Type, bounds: Range) -> Type:
    """Return an integer type intersected with bounds; other types, and empty intersections, change nothing."""
    if not isinstance(type_, Int):
        return type_
    low, high = max(type_.low, bounds[0]), min(type_.high, bounds[1])
    return type_ if low > high or (low, high) == (type_.low, type_.high) else Int(low, high, type_.domain)


def of_members(things: ir.Expr) -> Range:
    """Return the range of the members of a set."""
    if isinstance(things, ir.Const) and things.value:
        return (things.value & -things.value).bit_length() - 1, things.value.bit_length() - 1
    return 0, width_of(things.type) - 1


def of_table(table: ir.Table, index: Range) -> Range:
    """Return the range of the entries of a table."""
    low, high = index
    values = table.values if high - low + 1 >= len(table.values) else table.values[max(low, 0) : high + 1]
    return (min(values), max(values)) if values else range_of(table.type)


def tightened(expr: ir.Expr) -> ir.Expr:
    """Return an expression with the type that follows from the types of its parts."""
    type_ = expr.type
    if not isinstance(type_, Int):
        return expr
    match expr:
        case ir.Arith(op, left, right):
            new = within(type_, range_of_arith(op, range_of(left.type), range_of(right.type)))
            return expr if new is type_ else ir.Arith(op, left, right, new)
        case ir.Choose(condition, then, otherwise):
            new = within(type_, spanning(range_of(then.type), range_of(otherwise.type)))
            return expr if new is type_ else ir.Choose(condition, then, otherwise, new)
        case ir.Entry(table, index):
            new = within(type_, of_table(table, range_of(index.type)))
            return expr if new is type_ else ir.Entry(table, index, new)
        case ir.NonNull(thing, site):
            low, high = range_of(thing.type)
            new = within(type_, (max(low, 0), high))
            return expr if new is type_ else ir.NonNull(thing, site, new)
        case ir.InRange(value, least, most, site):
            low, high = range_of(value.type)
            new = within(type_, (max(low, least), min(high, most)))
            return expr if new is type_ else ir.InRange(value, least, most, site, new)
        case ir.Size(things):
            new = within(type_, (0, width_of(things.type)))
            return expr if new is type_ else ir.Size(things, new)
        case _:
            return expr


class Bounds(Knowledge[Range]):
    """The ranges of locals and slots."""

    def merged(self, fact: Range, other: Range) -> Range | None:
        """Return the range that contains both."""
        return spanning(fact, other)

    def set(self, expr: ir.Expr, bounds: Range) -> None:
        """Note the bounds of a local or slot, or of its sum with a constant."""
        match expr:
            case ir.Local() | ir.Slot():
                if bounds[0] <= bounds[1]:
                    self.facts[self.numbering.of(expr)] = (bounds, self.versions.clock)
            case ir.Arith("+", left, ir.Const(value)):
                self.set(left, (bounds[0] - value, bounds[1] - value))
            case ir.Arith("-", left, ir.Const(value)):
                self.set(left, (bounds[0] + value, bounds[1] + value))
            case ir.NonNull(part) | ir.InRange(part):
                self.set(part, bounds)
            case _:
                return

    def learn_atomic(self, condition: ir.Expr, holds: bool) -> None:
        """Narrow the operands of a comparison, and what is a member."""
        match condition:
            case ir.Compare(op, left, right) if isinstance(left.type, Int) and isinstance(right.type, Int):
                own, other = range_of(left.type), range_of(right.type)
                op = op if holds else OPPOSITE[op]
                self.set(left, _BOUNDS[op](own, other))
                self.set(right, _BOUNDS[MIRRORED[op]](other, own))
            case ir.Has(things, thing) if holds:
                low, high = range_of(thing.type)
                least, most = of_members(things)
                self.set(thing, (max(low, least), min(high, most)))
            case _:
                return
