"""Rules that make one node simpler whose parts are simple already.

Nothing that can fail, or that sets a mark, is dropped or evaluated in another order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Bool, Int, Type, range_of
from rulewright.compile.ir.walk import parts
from rulewright.compile.passes.evaluate import ARITHMETIC, COMPARISONS, JOINS, constant_value, picked

FALSE, TRUE = ir.Const(0, BOOL), ir.Const(1, BOOL)
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_KEPT = (ir.NonNull, ir.InRange, ir.Noted, ir.Call, ir.Invoke, ir.AnyOffered)


def droppable(expr: ir.Expr) -> bool:
    """Whether leaving out the evaluation of an expression changes nothing."""
    return not isinstance(expr, _KEPT) and all(map(droppable, parts(expr)))


def truth(value: object) -> ir.Const:
    """Return a Boolean constant."""
    return TRUE if value else FALSE


def simpler(expr: ir.Expr) -> ir.Expr:
    """Return an expression whose parts are simple as simple as the rules make it."""
    rule = _RULES.get(expr.__class__)
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


def _full(type_: Type) -> int:
    return range_of(type_)[1]


# -- numbers


def _arith(expr: ir.Arith) -> ir.Expr:
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(right, ir.Const):
        if isinstance(left, ir.Const):
            return ir.Const(ARITHMETIC[op](left.value, right.value), expr.type)
        return _with_constant(expr, right.value)
    if isinstance(left, ir.Const) and op in ("+", "*"):
        return _arith(ir.Arith(op, right, left, expr.type))
    if op in ("min", "max"):
        return _lesser_or_greater(expr)
    return expr


def _with_constant(expr: ir.Arith, number: int) -> ir.Expr:
    op, left = expr.op, expr.left
    low, high = range_of(left.type)
    if (op in "+-" and number == 0) or (op == "*" and number == 1) or (op == "%" and low >= 0 and high < number):
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


def _entry(expr: ir.Entry) -> ir.Expr:
    values = expr.table.values
    if isinstance(expr.index, ir.Const) and 0 <= expr.index.value < len(values):
        return ir.Const(values[expr.index.value], expr.type)
    if values and values.count(values[0]) == len(values) and droppable(expr.index):
        return ir.Const(values[0], expr.type)
    return expr


def _non_null(expr: ir.NonNull) -> ir.Expr:
    return expr.thing if range_of(expr.thing.type)[0] >= 0 else expr


def _in_range(expr: ir.InRange) -> ir.Expr:
    low, high = range_of(expr.value.type)
    return expr.value if expr.low <= low and high <= expr.high else expr


# -- conditions


def _compare(expr: ir.Compare) -> ir.Expr:
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(left, ir.Const):
        if isinstance(right, ir.Const):
            return truth(COMPARISONS[op](left.value, right.value))
        return _compare(ir.Compare(MIRRORED[op], right, left))
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


def _not(expr: ir.Not) -> ir.Expr:
    return opposite(expr.part)


def _and(expr: ir.And) -> ir.Expr:
    kept = _joined_parts(expr.parts, ir.And, 0)
    if not kept:
        return TRUE
    return kept[0] if len(kept) == 1 else ir.And(tuple(kept))


def _or(expr: ir.Or) -> ir.Expr:
    kept = _joined_parts(expr.parts, ir.Or, 1)
    if not kept:
        return FALSE
    return kept[0] if len(kept) == 1 else ir.Or(tuple(kept))


def _joined_parts(conditions: tuple[ir.Expr, ...], kind: type[ir.And | ir.Or], decisive: int) -> list[ir.Expr]:
    """Return the parts that count; with a constant that decides, what is before it and has to be evaluated."""
    kept: list[ir.Expr] = []
    for part in conditions:
        for inner in part.parts if isinstance(part, kind) else (part,):
            if isinstance(inner, ir.Const):
                if bool(inner.value) == bool(decisive):
                    while kept and droppable(kept[-1]):
                        kept.pop()
                    return [*kept, truth(decisive)]
                continue
            kept.append(inner)
    return kept


def _choose(expr: ir.Choose) -> ir.Expr:
    condition, then, otherwise = expr.condition, expr.then, expr.otherwise
    if isinstance(condition, ir.Const):
        return then if condition.value else otherwise
    if isinstance(condition, ir.Not):
        return _choose(ir.Choose(condition.part, otherwise, then, expr.type))
    if (then, otherwise) == (TRUE, FALSE):
        return condition
    if (then, otherwise) == (FALSE, TRUE):
        return opposite(condition)
    return then if then == otherwise and droppable(condition) else expr


# -- sets


def _join(expr: ir.Join) -> ir.Expr:
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(left, ir.Const) and isinstance(right, ir.Const):
        return ir.Const(JOINS[op](left.value, right.value), expr.type)
    if isinstance(left, ir.Const) and op != "-":
        return _join(ir.Join(op, right, left, expr.type))
    if isinstance(right, ir.Const):
        return _with_set(expr, right.value)
    if isinstance(left, ir.Const) and left.value == 0 and droppable(right):
        return ir.Const(0, expr.type)
    if op == "-" and isinstance(left, ir.Join) and left.op == "-":
        both = ir.Join("|", left.right, right, _wider(left.right.type, right.type))
        return ir.Join("-", left.left, simpler(both), expr.type)
    return expr


def _wider(a: Type, b: Type) -> Type:
    return a if _full(a) >= _full(b) else b


def _with_set(expr: ir.Join, members: int) -> ir.Expr:
    op, left = expr.op, expr.left
    full = _full(left.type)
    if op == "-":
        return _with_set(ir.Join("&", left, ir.Const(full & ~members, left.type), expr.type), full & ~members)
    if (op == "|" and members == 0) or (op == "&" and members & full == full):
        return left if left.type == expr.type else expr
    if op == "&" and members & full == 0 and droppable(left):
        return ir.Const(0, expr.type)
    if isinstance(left, ir.Join) and left.op == op and isinstance(left.right, ir.Const):
        return ir.Join(op, left.left, ir.Const(JOINS[op](left.right.value, members), expr.right.type), expr.type)
    return expr


def _shift(expr: ir.Shift) -> ir.Expr:
    if isinstance(expr.things, ir.Const):
        return _folded(expr)
    return expr.things if expr.by == 0 and expr.things.type == expr.type else expr


def _has(expr: ir.Has) -> ir.Expr:
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


def _single(expr: ir.Single) -> ir.Expr:
    return _folded(expr) if isinstance(expr.thing, ir.Const) and expr.thing.value < _full(expr.type) else expr


def _size(expr: ir.Size) -> ir.Expr:
    things = expr.things
    if isinstance(things, ir.Fold) and things.how == "filter":
        return ir.Fold("count", things.var, things.things, things.test, None, expr.type)
    return ir.Const(things.value.bit_count(), expr.type) if isinstance(things, ir.Const) else expr


def _pick(expr: ir.Pick) -> ir.Expr:
    if isinstance(expr.things, ir.Const):
        return ir.Const(picked(expr.how, expr.things.value), expr.type)
    return expr.things.thing if isinstance(expr.things, ir.Single) else expr


def _folded(expr: ir.Expr) -> ir.Expr:
    value = constant_value(expr)
    return expr if value is None else ir.Const(value, expr.type)


def without_members(fold: ir.Fold) -> ir.Const:
    """Return the value of a fold if no member counts."""
    return ir.Const(1 if fold.how == "every" else 0, fold.type)


def _fold(expr: ir.Fold) -> ir.Expr:
    test = expr.test
    if isinstance(expr.things, ir.Const) and expr.things.value == 0:
        return without_members(expr)
    if isinstance(test, ir.Const):
        if not test.value:
            return without_members(expr) if droppable(expr.things) else expr
        return _fold(ir.Fold(expr.how, expr.var, expr.things, None, expr.value, expr.type))
    if isinstance(expr.things, ir.Const) and (found := constant_value(expr)) is not None:
        return ir.Const(found, expr.type)
    if test is None and expr.how == "count":
        return simpler(ir.Size(expr.things, expr.type))
    if test is None and expr.how == "filter" and expr.things.type == expr.type:
        return expr.things
    if isinstance(expr.value, ir.Const) and expr.how == ("every" if expr.value.value else "any"):
        return truth(expr.value.value) if droppable(expr.things) else expr
    return expr


_RULES: dict[type, Callable[[Any], ir.Expr]] = {
    ir.Arith: _arith, ir.Entry: _entry, ir.NonNull: _non_null, ir.InRange: _in_range, ir.Compare: _compare,
    ir.Not: _not, ir.And: _and, ir.Or: _or, ir.Choose: _choose, ir.Join: _join, ir.Shift: _shift, ir.Has: _has,
    ir.Single: _single, ir.Size: _size, ir.Pick: _pick, ir.Fold: _fold,
}  # fmt: skip
"""By class; what is not here is as simple as its parts."""
