"""Bounds of integers that follow from the parts of an expression."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Range, Type, range_of, range_of_arith, spanning, width_of


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
            low, high = range_of(index.type)
            values = table.values if high - low + 1 >= len(table.values) else table.values[max(low, 0) : high + 1]
            new = within(type_, (min(values), max(values)) if values else range_of(table.type))
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
