"""Static knowledge about values: bounds of integers, sizes of sets.

Derived bottom-up from what fields, parameters and locals can hold, which loading and storing enforce. The type of an
inner node is not trusted: where less is known than is needed, a check is written.

For instance, if `coins` is a field of numbers from 0 to 99, then `coins * 3 + 1` lies within 1 and 298, whatever type
the node claims, so it is computed in 32 bits; stored into a field of bytes it is checked, as 298 does not fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from rulewright.backends.c.numbers import INT64, Unsupported, inside
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, WIDE, Range, Set, Type, joined, range_of, range_of_arith, spanning
from rulewright.compile.ir.walk import everything, read_by, statements

TRUTH = (0, 1)


class Ranges:
    """Ranges of the expressions of one function."""

    def __init__(self, functions: dict[str, ir.Function], function: ir.Function) -> None:
        self.functions = functions
        self.locals: dict[str, Type] = {}
        for local in (*function.params, *_bound_locals(function.body)):
            known = self.locals.get(local.name)
            self.locals[local.name] = local.type if known is None else joined(known, local.type)

    def type_of(self, local: ir.Local) -> Type:
        """Return the type of a local as declared in C, which holds everything that is ever assigned to it."""
        return self.locals[local.name]

    def is_set(self, expr: ir.Expr) -> bool:
        """Return whether an expression evaluates to a set."""
        return isinstance(expr.type, Set)

    # -- sets

    def size(self, expr: ir.Expr) -> int:
        """Return an exclusive upper bound of the members of a set."""
        match expr:
            case ir.Local():
                return _size_of(self.type_of(expr))
            case ir.Slot(field):
                return _size_of(field.type)
            case ir.Entry(table):
                return _size_of(table.type)
            case ir.Choose(_, then, otherwise):
                return max(self.size(then), self.size(otherwise))
            case ir.Join("&", left, right):
                return min(self.size(left), self.size(right))
            case ir.Join("-", left):
                return self.size(left)
            case ir.Join(_, left, right):
                return max(self.size(left), self.size(right))
            case ir.Fold("union", _, _, _, value) if value is not None:
                return self.size(value)
            case ir.Fold(_, _, things):
                return self.size(things)
            case ir.Call(function):
                return _size_of(self.result(function))
            case _:
                return _size_of(expr.type)

    def result(self, function: str) -> Type:
        """Return the type of what a function returns."""
        result = self.functions[function].result
        return BOOL if result is None else result

    # -- numbers

    def bounds(self, expr: ir.Expr) -> Range:
        """Return bounds of a number as C computes it: overflow of 64 bits is checked."""
        low, high = self.exact(expr)
        return max(low, INT64[0]), min(high, INT64[1])

    def exact(self, expr: ir.Expr) -> Range:  # noqa: C901, PLR0912 - one case for each node
        """Return bounds of a number."""
        match expr:
            case ir.Const(value):
                return value, value
            case ir.Local():
                return range_of(self.type_of(expr))
            case ir.Slot(field):
                return range_of(field.type)
            case ir.Entry(table):
                return min(table.values), max(table.values)
            case ir.Arith(op, left, right):
                return _arith_bounds(op, self.bounds(left), self.bounds(right))
            case ir.Compare() | ir.Not() | ir.And() | ir.Or() | ir.Has() | ir.Offered():
                return TRUTH
            case ir.Choose(_, then, otherwise):
                return spanning(self.bounds(then), self.bounds(otherwise))
            case ir.Size(things):
                return 0, self.size(things)
            case ir.Pick(_, things):
                return -1, self.size(things) - 1
            case ir.Fold(how, _, things, _, value):
                return self._fold_bounds(how, self.size(things), value)
            case ir.NonNull(thing):
                low, high = self.bounds(thing)
                return max(low, 0), max(high, 0)
            case ir.InRange(value, low, high):
                least, most = self.bounds(value)
                return (max(low, least), min(high, most)) if low <= most and high >= least else (low, high)
            case ir.Call(function):
                return range_of(self.result(function))
            case ir.Invoke(helper, _, args):
                return self._helper_bounds(helper, args, expr.type)
            case ir.Join() | ir.Shift() | ir.Single() | ir.Address() | ir.AnyOffered() | ir.Noted():
                raise Unsupported(f"{type(expr).__name__} is not a number")
            case _:
                assert_never(expr)

    def _fold_bounds(self, how: str, size: int, value: ir.Expr | None) -> Range:
        if how in ("any", "every"):
            return TRUTH
        if how == "first":
            return -1, size - 1
        if how == "count" or value is None:
            return 0, size
        low, high = self.bounds(value)
        if how == "sum":
            return min(0, low * size), max(0, high * size)
        return min(0, low), max(0, high)

    def _helper_bounds(self, helper: str, args: tuple[ir.Expr, ...], type_: Type) -> Range:
        match helper, args:
            case (("row_first" | "row_last" | "row_only"), (ir.Address(field),)):
                return spanning((-1, -1), range_of(field.type))
            case "row_length", (ir.Address(field),):
                return 0, field.room
            case "after", (_, size):
                return -1, max(-1, self.bounds(size)[1] - 1)
            case "sum_of", (ir.Address(field), size):
                low, high = range_of(field.type)
                most = min(field.count, self.bounds(size)[1])
                return min(0, low * most), max(0, high * most)
            case (("given" | "given_or_nothing" | "piece_of"), _):
                return -(helper != "given"), (1 << 16) - 1
            case "first_in_line", (ir.Address(field), *_):
                return range_of(field.type)
            case _:
                return range_of(type_)


def _size_of(type_: Type) -> int:
    if not isinstance(type_, Set):
        raise Unsupported("a number is no set")
    return type_.size


def _arith_bounds(op: str, left: Range, right: Range) -> Range:
    if op == "%" and not right[0] == right[1] > 0:
        raise Unsupported(f"remainders of a division by a number from {right[0]} to {right[1]}")
    try:
        return range_of_arith(op, left, right)
    except ValueError:
        raise Unsupported(f"the operation {op}") from None


def _bound_locals(body: ir.Body) -> Iterator[ir.Local]:
    """Yield all locals that the statements of a body assign to, and the variables of its folds."""
    for stmt in statements(body):
        match stmt:
            case ir.Let(local, value):
                holds = isinstance(local.type, Set) or inside(range_of(value.type), range_of(local.type))
                yield local if holds else replace(local, type=WIDE)
            case ir.Roll(local) | ir.Pop(_, local) | ir.For(local) | ir.Count(local):
                yield local
            case ir.LineUp(_, local):
                yield local
            case _:
                pass
        for expr in read_by(stmt):
            for inner in everything(expr):
                if isinstance(inner, ir.Fold):
                    yield inner.var
