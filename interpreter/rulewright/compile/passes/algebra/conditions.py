"""Rules for comparisons and Boolean operators."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.operators import COMPARISONS
from rulewright.compile.ir.types import BOOL, Bool, Int, range_of
from rulewright.compile.passes.algebra.base import FALSE, TRUE, droppable, opposite, simpler, truth

MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def compare(expr: ir.Compare) -> ir.Expr:
    """Decide comparisons of constants and of disjoint ranges."""
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(left, ir.Const):
        if isinstance(right, ir.Const):
            return truth(COMPARISONS[op](left.value, right.value))
        return compare(ir.Compare(MIRRORED[op], right, left))
    known = compared(op, range_of(left.type), range_of(right.type))
    if known is not None and droppable(left) and droppable(right):
        return truth(known)
    return _with_bound(expr, right.value) if isinstance(right, ir.Const) else expr


def compared(op: str, left: tuple[int, int], right: tuple[int, int]) -> bool | None:
    """Return whether a comparison of values within two ranges always or never holds."""
    (low, high), (other_low, other_high) = left, right
    match op:
        case "<" | ">=":
            less = True if high < other_low else False if low >= other_high else None
            return less if op == "<" or less is None else not less
        case ">" | "<=":
            more = True if low > other_high else False if high <= other_low else None
            return more if op == ">" or more is None else not more
        case _:
            if high < other_low or low > other_high:
                return op == "!="
            return op == "==" if low == high == other_low == other_high else None


def _with_bound(expr: ir.Compare, number: int) -> ir.Expr:
    """Simplify a comparison with a constant that is not settled by ranges."""
    op, left = expr.op, expr.left
    low, high = range_of(left.type)
    if isinstance(left.type, Bool):
        return left if COMPARISONS[op](1, number) else opposite(left)
    if isinstance(left, ir.Size) and COMPARISONS[op](0, number) != COMPARISONS[op](1, number) and number <= 1:
        if all(COMPARISONS[op](1, number) == COMPARISONS[op](n, number) for n in (2, high)):
            empty = "==" if COMPARISONS[op](0, number) else "!="
            return simpler(ir.Compare(empty, left.things, ir.Const(0, left.things.type)))
        return expr
    if number == 0 and op in ("==", "!=") and isinstance(left, ir.Fold) and left.how == "filter":
        some = ir.Fold("any", left.var, left.things, None, left.test, BOOL)
        return some if op == "!=" else ir.Not(some)
    if number == 0 and op in ("==", "!=") and isinstance(left, ir.Single):
        return simpler(ir.Compare("<" if op == "==" else ">=", left.thing, ir.Const(0, Int(0, 0))))
    return expr


def negated(expr: ir.Not) -> ir.Expr:
    """Push `not` into comparisons."""
    return opposite(expr.part)


def joined(expr: ir.And | ir.Or) -> ir.Expr:
    """Simplify a conjunction or disjunction: drop neutral parts; one that decides ends it."""
    kept = _joined_parts(expr)
    if not kept:
        return truth(isinstance(expr, ir.And))
    return kept[0] if len(kept) == 1 else expr.__class__(tuple(kept))


def _joined_parts(expr: ir.And | ir.Or) -> list[ir.Expr]:
    """Return the relevant parts; up to a constant that decides, those that still have to be evaluated."""
    decisive = isinstance(expr, ir.Or)
    kept: list[ir.Expr] = []
    for part in expr.parts:
        for inner in part.parts if isinstance(part, expr.__class__) else (part,):
            if not isinstance(inner, ir.Const):
                kept.append(inner)
            elif bool(inner.value) == decisive:
                while kept and droppable(kept[-1]):
                    kept.pop()
                return [*kept, truth(decisive)]
    return kept


def choose(expr: ir.Choose) -> ir.Expr:
    """Resolve a choice by a constant condition, or between equal values."""
    condition, then, otherwise = expr.condition, expr.then, expr.otherwise
    if isinstance(condition, ir.Const):
        return then if condition.value else otherwise
    if isinstance(condition, ir.Not):
        return choose(ir.Choose(condition.part, otherwise, then, expr.type))
    if (then, otherwise) == (TRUE, FALSE):
        return condition
    if (then, otherwise) == (FALSE, TRUE):
        return opposite(condition)
    return then if then == otherwise and droppable(condition) else expr
