"""Constructors of expressions that derive types and apply cheap simplifications."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int, Set, range_of, range_of_arith, width_of

YES, NO = ir.Const(1, BOOL), ir.Const(0, BOOL)


def number(value: int) -> ir.Const:
    """Return a constant integer."""
    return ir.Const(value, Int(value, value))


def arith(op: str, left: ir.Expr, right: ir.Expr) -> ir.Arith:
    """Return an operation on two integers; `op` as in `ir.Arith`."""
    return ir.Arith(op, left, right, Int(*range_of_arith(op, range_of(left.type), range_of(right.type))))


def plus(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return a sum; constants are folded and come last."""
    match left, right:
        case ir.Const(a), ir.Const(b):
            return number(a + b)
        case ir.Const(), _:
            return plus(right, left)
        case _, ir.Const(0):
            return left
        case ir.Arith("+", inner, ir.Const(a)), ir.Const(b):
            return plus(inner, number(a + b))
        case ir.Arith("+", inner, ir.Const() as constant), _:
            return plus(plus(inner, right), constant)
        case _, ir.Arith("+", inner, ir.Const() as constant):
            return plus(plus(left, inner), constant)
    return arith("+", left, right)


def minus(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return a difference."""
    if isinstance(right, ir.Const):
        return plus(left, number(-right.value))
    return arith("-", left, right)


def times(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return a product."""
    match left, right:
        case ir.Const(a), ir.Const(b):
            return number(a * b)
        case ir.Const(), _:
            return times(right, left)
        case _, ir.Const(1):
            return left
    return arith("*", left, right)


def union(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return the members of either set."""
    return ir.Join("|", left, right, Set(max(width_of(left.type), width_of(right.type))))


def everything(size: int) -> ir.Const:
    """Return the set of all members of a domain."""
    return ir.Const((1 << size) - 1, Set(size))


def meet(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return the members of both sets; those of one that are not in a complement are a difference."""
    own, other = width_of(left.type), width_of(right.type)
    match right:
        case ir.Join("-", ir.Const(value), taken) if value == (1 << other) - 1 and own <= other:
            return without(left, taken)
    return ir.Join("&", left, right, Set(min(own, other)))


def without(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    """Return the members of a set that are not in another one."""
    if isinstance(left, ir.Join) and left.op == "-":
        return ir.Join("-", left.left, union(left.right, right), left.type)
    return ir.Join("-", left, right, left.type)


def shifted(things: ir.Expr, by: int, size: int) -> ir.Expr:
    """Return a set with every member moved by a constant."""
    if by == 0:
        return things
    return ir.Shift(things, by, Set(size))


def constant_set(value: int, size: int) -> ir.Const:
    """Return a constant set."""
    return ir.Const(value, Set(size))


def empty(things: ir.Expr) -> ir.Expr:
    """Return whether a set is empty."""
    return ir.Compare("==", things, ir.Const(0, things.type))


def filled(things: ir.Expr) -> ir.Expr:
    """Return whether a set has members."""
    return ir.Compare("!=", things, ir.Const(0, things.type))


def every(*parts: ir.Expr) -> ir.Expr:
    """Return the conjunction of conditions."""
    return parts[0] if len(parts) == 1 else ir.And(tuple(parts)) if parts else YES
