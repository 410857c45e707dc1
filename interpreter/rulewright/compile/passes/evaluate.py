"""Compile-time evaluation: turns pure expressions and value functions into closures over the values of locals.

Used for constant folding and tabulation. Sets are integers with a bit for each member.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import assert_never

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.operators import ARITHMETIC, COMPARISONS, FOLDS, JOINS, members, picked
from rulewright.compile.ir.types import range_of

Env = dict[str, int]
Evaluation = Callable[[Env], int]
Execution = Callable[[Env], object]
BREAK, CONTINUE = object(), object()


class Unknown(Exception):  # noqa: N818
    """The value depends on the state, or its evaluation fails."""


class Evaluator:
    """Makes closures; the program is needed for calls of its functions."""

    def __init__(self, program: ir.Program | None = None) -> None:
        self.functions = {} if program is None else program.functions
        self._made: dict[str, Execution] = {}

    def expr(self, expr: ir.Expr) -> Evaluation:  # noqa: PLR0912, C901 - one case for each node
        """Return the function that evaluates an expression."""
        match expr:
            case ir.Const(constant):
                return lambda env: constant
            case ir.Local(name):
                return lambda env: env[name]
            case ir.Entry(table, index):
                return self._unary_closure(index, table.values.__getitem__)
            case ir.Arith(op, left, right):
                return self._binary_closure(ARITHMETIC[op], left, right)
            case ir.Compare(op, left, right):
                return self._binary_closure(COMPARISONS[op], left, right)
            case ir.Join(op, left, right):
                return self._binary_closure(JOINS[op], left, right)
            case ir.Has(things, thing):
                return self._binary_closure(lambda things, thing: thing >= 0 and things >> thing & 1, things, thing)
            case ir.Not(part):
                return self._unary_closure(part, operator.not_)
            case ir.And(parts):
                found = [self.expr(part) for part in parts]
                return lambda env: all(part(env) for part in found)
            case ir.Or(parts):
                found = [self.expr(part) for part in parts]
                return lambda env: any(part(env) for part in found)
            case ir.Choose(condition, then, otherwise):
                test, yes, no = self.expr(condition), self.expr(then), self.expr(otherwise)
                return lambda env: yes(env) if test(env) else no(env)
            case ir.Shift(things, by, type_):
                everything = range_of(type_)[1]
                return self._unary_closure(things, lambda s: (s << by if by >= 0 else s >> -by) & everything)
            case ir.Single(thing):
                return self._unary_closure(thing, lambda n: 1 << n if n >= 0 else 0)
            case ir.Size(things):
                return self._unary_closure(things, int.bit_count)
            case ir.Pick(how, things):
                return self._unary_closure(things, lambda s: picked(how, s))
            case ir.Fold():
                return self._fold_closure(expr)
            case ir.Call(function, args):
                return self._call_closure(function, args)
            case ir.Invoke("after", _, (thing, size)):
                return self._binary_closure(lambda n, most: n + 1 if n + 1 < most else -1, thing, size)
            case ir.NonNull(thing):
                return self._checked_closure(thing, 0, range_of(thing.type)[1])
            case ir.InRange(value, low, high):
                return self._checked_closure(value, low, high)
            case ir.Slot() | ir.Invoke() | ir.Address() | ir.Offered() | ir.AnyOffered() | ir.Noted():
                raise Unknown
            case _:
                assert_never(expr)

    def _unary_closure(self, part: ir.Expr, apply: Callable[[int], int]) -> Evaluation:
        value = self.expr(part)
        return lambda env: apply(value(env))

    def _binary_closure(self, apply: Callable[[int, int], int], left: ir.Expr, right: ir.Expr) -> Evaluation:
        first, second = self.expr(left), self.expr(right)
        return lambda env: apply(first(env), second(env))

    def _checked_closure(self, part: ir.Expr, low: int, high: int) -> Evaluation:
        value = self.expr(part)

        def checked(env: Env) -> int:
            found = value(env)
            if not low <= found <= high:
                raise Unknown
            return found

        return checked

    def _fold_closure(self, fold: ir.Fold) -> Evaluation:
        things, name, combine = self.expr(fold.things), fold.var.name, FOLDS[fold.how]
        test = None if fold.test is None else self.expr(fold.test)
        value = None if fold.value is None else self.expr(fold.value)

        def folded(env: Env) -> int:
            found = []
            for member in members(things(env)):
                env[name] = member
                if test is None or test(env):
                    found.append((member, 1 if value is None else value(env)))
            return int(combine(found))

        return folded

    # -- value functions

    def _call_closure(self, name: str, args: tuple[ir.Expr, ...]) -> Evaluation:
        function = self.functions.get(name)
        if function is None or function.result is None:
            raise Unknown
        if name not in self._made:
            self._made[name] = _raise_unknown
            self._made[name] = self.body(function.body)
        values, names = [self.expr(arg) for arg in args], [param.name for param in function.params]
        made = self._made

        def called(env: Env) -> int:
            result = made[name](dict(zip(names, [value(env) for value in values], strict=True)))
            return result if isinstance(result, int) else _raise_unknown(env)

        return called

    def body(self, body: ir.Body) -> Execution:
        """Return the function that runs a body; it returns the value of a `Return`, a signal, or None."""
        steps = [self._compile_statement(stmt) for stmt in body]

        def run(env: Env) -> object:
            for step in steps:
                signal = step(env)
                if signal is not None:
                    return signal
            return None

        return run

    def _compile_statement(self, stmt: ir.Stmt) -> Execution:
        match stmt:
            case ir.Let(local, value):
                found, name = self.expr(value), local.name
                return lambda env: env.__setitem__(name, found(env))
            case ir.Return(value) if value is not None and not isinstance(value, ir.Text):
                return self.expr(value)
            case ir.If(cases, otherwise):
                return self._if_closure(
                    [(self.expr(test), self.body(body)) for test, body in cases], self.body(otherwise)
                )
            case ir.For(var, things, body, None, None):
                of = self.expr(things)
                return self._loop_closure(var.name, lambda env: members(of(env)), self.body(body))
            case ir.Count(var, low, high, body, 0):
                first, last = self.expr(low), self.expr(high)
                return self._loop_closure(var.name, lambda env: range(first(env), last(env) + 1), self.body(body))
            case ir.Check(value, low, high):
                check = self._checked_closure(value, low, high)
                return lambda env: (check(env), None)[1]
            case ir.Break():
                return lambda env: BREAK
            case ir.Continue():
                return lambda env: CONTINUE
            case _:
                raise Unknown

    def _if_closure(self, cases: list[tuple[Evaluation, Execution]], otherwise: Execution) -> Execution:
        def chosen(env: Env) -> object:
            for test, body in cases:
                if test(env):
                    return body(env)
            return otherwise(env)

        return chosen

    def _loop_closure(self, name: str, values: Callable[[Env], Iterator[int] | range], body: Execution) -> Execution:
        def looped(env: Env) -> object:
            for value in values(env):
                env[name] = value
                signal = body(env)
                if signal is BREAK:
                    return None
                if signal is not None and signal is not CONTINUE:
                    return signal
            return None

        return looped


def _raise_unknown(env: Env) -> int:
    raise Unknown


def constant_value(expr: ir.Expr) -> int | None:
    """Return the value of a closed expression; None if its evaluation fails, or depends on the state."""
    try:
        return int(Evaluator().expr(expr)({}))
    except (Unknown, IndexError, KeyError, ZeroDivisionError):
        return None
