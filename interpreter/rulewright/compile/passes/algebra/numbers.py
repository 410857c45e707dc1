"""Rules for arithmetic, lookups, and checks of ranges."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.operators import ARITHMETIC
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.passes.algebra.base import droppable, simpler


def arith(expr: ir.Arith) -> ir.Expr:
    """Fold constants, move them to the right, and drop neutral operands."""
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(right, ir.Const):
        if isinstance(left, ir.Const):
            return ir.Const(ARITHMETIC[op](left.value, right.value), expr.type)
        return _with_constant(expr, right.value)
    if isinstance(left, ir.Const) and op in ("+", "*"):
        return arith(ir.Arith(op, right, left, expr.type))
    if op in ("min", "max"):
        return _lesser_or_greater(expr)
    return expr


def _with_constant(expr: ir.Arith, number: int) -> ir.Expr:
    op, left = expr.op, expr.left
    low, high = range_of(left.type)
    if number == (0 if op in "+-" else 1 if op in ("*", "//") else None) or (op == "%" and low >= 0 and high < number):
        return left
    if op == "*" and number == 0 and droppable(left):
        return ir.Const(0, expr.type)
    if op in "+-" and isinstance(left, ir.Arith) and left.op in "+-" and isinstance(left.right, ir.Const):
        total = (number if op == "+" else -number) + (left.right.value if left.op == "+" else -left.right.value)
        sign = "+" if total >= 0 else "-"
        return simpler(ir.Arith(sign, left.left, ir.Const(abs(total), Int(abs(total), abs(total))), expr.type))
    return _lesser_or_greater(expr) if op in ("min", "max") else expr


def _lesser_or_greater(expr: ir.Arith) -> ir.Expr:
    (low, high), (other_low, other_high) = range_of(expr.left.type), range_of(expr.right.type)
    if low >= other_high and droppable(expr.left) and droppable(expr.right):
        return expr.right if expr.op == "min" else expr.left
    if high <= other_low and droppable(expr.left) and droppable(expr.right):
        return expr.left if expr.op == "min" else expr.right
    return expr


def entry(expr: ir.Entry) -> ir.Expr:
    """Fold an entry with a constant index, or of a table of equal values."""
    values = expr.table.values
    if isinstance(expr.index, ir.Const) and 0 <= expr.index.value < len(values):
        return ir.Const(values[expr.index.value], expr.type)
    if values and values.count(values[0]) == len(values) and droppable(expr.index):
        return ir.Const(values[0], expr.type)
    return expr


def non_null(expr: ir.NonNull) -> ir.Expr:
    """Drop the check of what is never nothing."""
    return expr.thing if range_of(expr.thing.type)[0] >= 0 else expr


def in_range(expr: ir.InRange) -> ir.Expr:
    """Drop the check of what is always in range."""
    low, high = range_of(expr.value.type)
    return expr.value if expr.low <= low and high <= expr.high else expr
