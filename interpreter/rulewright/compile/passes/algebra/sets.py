"""Rules for sets and for folds over them."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.operators import JOINS, picked
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.passes.algebra.base import FALSE, TRUE, droppable, folded, full, simpler, truth
from rulewright.compile.passes.evaluate import constant_value


def join(expr: ir.Join) -> ir.Expr:
    """Fold joins of constants, with the empty set, and with the full set."""
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(JOINS[op](left.value, right.value), expr.type)
    if isinstance(left, ir.Const) and op != "-":
        return join(ir.Join(op, right, left, expr.type))
    if isinstance(right, ir.Const):
        return _with_set(expr, right.value)
    if isinstance(left, ir.Const) and left.value == 0 and droppable(right):
        return ir.Const(0, expr.type)
    if op == "-" and isinstance(left, ir.Join) and left.op == "-":
        both = ir.Join(
            "|", left.right, right, left.right.type if full(left.right.type) >= full(right.type) else right.type
        )
        return ir.Join("-", left.left, simpler(both), expr.type)
    return expr


def _with_set(expr: ir.Join, members: int) -> ir.Expr:
    op, left = expr.op, expr.left
    everything = full(left.type)
    if op == "-":
        return _with_set(
            ir.Join("&", left, ir.Const(everything & ~members, left.type), expr.type), everything & ~members
        )
    if (op == "|" and members == 0) or (op == "&" and members & everything == everything):
        return left if left.type == expr.type else expr
    if op == "&" and members & everything == 0 and droppable(left):
        return ir.Const(0, expr.type)
    if isinstance(left, ir.Join) and left.op == op and isinstance(left.right, ir.Const):
        return ir.Join(op, left.left, ir.Const(JOINS[op](left.right.value, members), expr.right.type), expr.type)
    return expr


def shift(expr: ir.Shift) -> ir.Expr:
    """Fold shifts of constants; drop shifts by 0."""
    if isinstance(expr.things, ir.Const):
        return folded(expr)
    return expr.things if expr.by == 0 and expr.things.type == expr.type else expr


def has(expr: ir.Has) -> ir.Expr:
    """Simplify membership in constants and in singletons."""
    things, thing = expr.things, expr.thing
    low, high = range_of(thing.type)
    if isinstance(things, ir.Const):
        if isinstance(thing, ir.Const):
            return truth(thing.value >= 0 and things.value >> thing.value & 1)
        least, most = max(low, 0), min(high, things.value.bit_length())
        possible = (1 << most + 1) - (1 << least) if least <= most else 0
        if things.value & possible == 0 and droppable(thing):
            return FALSE
        if low >= 0 and most == high and things.value & possible == possible and droppable(thing):
            return TRUE
        if things.value.bit_count() == 1:
            only = things.value.bit_length() - 1
            return ir.Compare("==", thing, ir.Const(only, Int(only, only)))
    if isinstance(things, ir.Single) and low >= 0:
        return simpler(ir.Compare("==", things.thing, thing))
    return expr


def single(expr: ir.Single) -> ir.Expr:
    """Fold singletons of constants."""
    return folded(expr) if isinstance(expr.thing, ir.Const) and expr.thing.value < full(expr.type) else expr


def size(expr: ir.Size) -> ir.Expr:
    """Fuse the size of a filter into one fold."""
    things = expr.things
    if isinstance(things, ir.Fold) and things.how == "filter":
        return ir.Fold("count", things.var, things.things, things.test, None, expr.type)
    return ir.Const(things.value.bit_count(), expr.type) if isinstance(things, ir.Const) else expr


def pick(expr: ir.Pick) -> ir.Expr:
    """Fold picks from constants and from singletons."""
    if isinstance(expr.things, ir.Const):
        return ir.Const(picked(expr.how, expr.things.value), expr.type)
    return expr.things.thing if isinstance(expr.things, ir.Single) else expr


def without_members(fold: ir.Fold) -> ir.Const:
    """Return the value of a fold over no members."""
    return ir.Const(1 if fold.how == "every" else 0, fold.type)


def fold(expr: ir.Fold) -> ir.Expr:
    """Simplify folds over constants, and with constant tests."""
    test = expr.test
    if isinstance(expr.things, ir.Const) and expr.things.value == 0:
        return without_members(expr)
    if isinstance(test, ir.Const):
        if not test.value:
            return without_members(expr) if droppable(expr.things) else expr
        return fold(ir.Fold(expr.how, expr.var, expr.things, None, expr.value, expr.type))
    if isinstance(expr.things, ir.Const) and (found := constant_value(expr)) is not None:
        return ir.Const(found, expr.type)
    if test is None and expr.how == "count":
        return simpler(ir.Size(expr.things, expr.type))
    if test is None and expr.how == "filter" and expr.things.type == expr.type:
        return expr.things
    if isinstance(expr.value, ir.Const) and expr.how == ("every" if expr.value.value else "any"):
        return truth(expr.value.value) if droppable(expr.things) else expr
    return expr
