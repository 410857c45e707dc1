"""The table of simplification rules, and the helpers that they share."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Type, range_of
from rulewright.compile.ir.walk import parts
from rulewright.compile.passes.evaluate import constant_value

FALSE, TRUE = ir.Const(0, BOOL), ir.Const(1, BOOL)
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
RULES: dict[type, Callable[..., ir.Expr]] = {}
"""By class of node; each rule takes nodes of its class only. Other nodes are as simple as their parts."""
_KEPT = (ir.NonNull, ir.InRange, ir.Noted, ir.Call, ir.Invoke, ir.AnyOffered)


def droppable(expr: ir.Expr) -> bool:
    """Whether leaving out the evaluation of an expression changes nothing."""
    return not isinstance(expr, _KEPT) and all(map(droppable, parts(expr)))


def truth(value: object) -> ir.Const:
    """Return a Boolean constant."""
    return TRUE if value else FALSE


def simpler(expr: ir.Expr) -> ir.Expr:
    """Return an expression, whose parts are simple, as simple as the rules make it."""
    rule = RULES.get(expr.__class__)
    return expr if rule is None else rule(expr)


def opposite(condition: ir.Expr) -> ir.Expr:
    """Return the condition that holds when another does not."""
    match condition:
        case ir.Const(value):
            return truth(not value)
        case ir.Not(part):
            return part
        case ir.Compare(op, left, right):
            return ir.Compare(OPPOSITE[op], left, right)
        case _:
            return ir.Not(condition)


def full(type_: Type) -> int:
    """Return the largest set of a type."""
    return range_of(type_)[1]


def folded(expr: ir.Expr) -> ir.Expr:
    """Return an expression of constants as one constant."""
    value = constant_value(expr)
    return expr if value is None else ir.Const(value, expr.type)
