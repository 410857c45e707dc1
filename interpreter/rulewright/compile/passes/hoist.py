"""Hoisting of conditions: what is the same for all members is tested once, before a loop or fold.

A loop whose body depends on such a condition is not begun at all if it does not hold; where the first parts of a
condition inside a loop are the same for all members, they become one condition, which `share` evaluates before the
loop. Saves a test for each member; both backends profit, most of all lists of choices. For instance,
`for c in hand: if coins >= 2 and c is red: offer c` becomes `if coins >= 2: for c in hand: if c is red: offer c`.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL
from rulewright.compile.ir.walk import expressions, mapped, read_by, rebuilt, statements, with_bodies
from rulewright.compile.passes.algebra import simpler, without_members
from rulewright.compile.passes.effects import Key, KeyEffects
from rulewright.compile.passes.numbering import ValueNumbering

_LOOPS = (ir.For, ir.Count)


def hoist(program: ir.Program) -> ir.Program:
    """Return the program with invariant conditions tested before their loops."""
    numbering = ValueNumbering(KeyEffects(program))

    def hoisted(function: ir.Function) -> ir.Body:
        if not any(
            isinstance(node, (*_LOOPS, ir.Fold)) for node in (*statements(function.body), *expressions(function.body))
        ):
            return function.body
        numbering.keep_guarded(function)
        return _Hoisting(numbering).body(function.body)

    return with_bodies(program, hoisted)


class _Hoisting:
    def __init__(self, numbering: ValueNumbering) -> None:
        self.effects = numbering.effects
        self.numbering = numbering
        self.changing: frozenset[Key] = frozenset()
        """What the innermost enclosing loop changes."""

    def body(self, body: ir.Body) -> ir.Body:
        return tuple(self._hoist_statement(stmt) for stmt in body)

    def _hoist_statement(self, stmt: ir.Stmt) -> ir.Stmt:
        if not isinstance(stmt, _LOOPS):
            return mapped(stmt, self.expr, self.body)
        changed = self.effects.changed(stmt.body) | {stmt.var.name}

        def inside(body: ir.Body) -> ir.Body:
            outer, self.changing = self.changing, changed
            new = self.body(body)
            self.changing = outer
            return new

        return self._switch_loop(mapped(stmt, self.expr, inside), changed)

    def _switch_loop(self, stmt: ir.Stmt, changed: frozenset[Key]) -> ir.Stmt:
        """Return a loop inside the invariant part of the condition that its body begins with."""
        if not all(self._may_move(expr) for expr in read_by(stmt)):
            return stmt
        match stmt:
            case ir.Count(steps=steps) if steps:
                return stmt
            case ir.For(var, things, (ir.If(((test, inside),), ()),), start, key):
                while len(inside) == 1 and isinstance(first := inside[0], ir.If) and not first.otherwise:
                    if len(first.cases) > 1:
                        break
                    test, inside = simpler(ir.And((test, first.cases[0][0]))), first.cases[0][1]
                before, after = self._split_invariant(test, changed)
                body = self._guarded_body(after, inside)
                return stmt if before is None else ir.If(((before, (ir.For(var, things, body, start, key),)),), ())
            case ir.Count(var, low, high, (ir.If(((test, inside),), ()),)):
                before, after = self._split_invariant(test, changed)
                body = self._guarded_body(after, inside)
                return stmt if before is None else ir.If(((before, (ir.Count(var, low, high, body, 0),)),), ())
            case _:
                return stmt

    def _guarded_body(self, tests: tuple[ir.Expr, ...], body: ir.Body) -> ir.Body:
        return (ir.If(((simpler(ir.And(tests)), body),), ()),) if tests else body

    def _split_invariant(self, test: ir.Expr, changed: frozenset[Key]) -> tuple[ir.Expr | None, tuple[ir.Expr, ...]]:
        """Return the invariant parts of a condition as one, and its other parts.

        A part behind one that may not move stays there.
        """
        conditions = test.parts if isinstance(test, ir.And) else (test,)
        stays = next((at for at, part in enumerate(conditions) if not self._may_move(part)), len(conditions))
        before = [part for part in conditions[:stays] if changed.isdisjoint(self.numbering.info(part).keys)]
        after = tuple(part for part in conditions if part not in before)
        return (simpler(ir.And(tuple(before))) if before else None), after

    def _invariant_prefix(self, conditions: Iterable[ir.Expr], changed: frozenset[Key]) -> int:
        """Count the leading conditions that may be tested beforehand."""
        at = 0
        for condition in conditions:
            if not self._may_move(condition) or not changed.isdisjoint(self.numbering.info(condition).keys):
                break
            at += 1
        return at

    def _may_move(self, expr: ir.Expr) -> bool:
        return self.numbering.info(expr).moves

    # -- expressions

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with invariant prefixes grouped, and folds guarded by their invariant conditions."""
        kind = expr.__class__
        if kind is ir.Local or kind is ir.Const:
            return expr
        match expr:
            case ir.Fold():
                things = self.expr(expr.things)
                with self.numbering.inside(expr):
                    test = None if expr.test is None else self.expr(expr.test)
                    value = None if expr.value is None else self.expr(expr.value)
                    return self._guard_fold(ir.Fold(expr.how, expr.var, things, test, value, expr.type))
            case ir.And(conditions) | ir.Or(conditions) if self.changing:
                new = rebuilt(expr, self.expr)
                assert isinstance(new, ir.And | ir.Or)
                at = self._invariant_prefix(new.parts, self.changing)
                if not 1 < at < len(conditions):
                    return new
                return new.__class__((new.__class__(new.parts[:at]), *new.parts[at:]))
            case _:
                return rebuilt(expr, self.expr)

    def _guard_fold(self, fold: ir.Fold) -> ir.Expr:
        condition = fold.value if fold.how == "any" else fold.test
        if condition is None or not self._may_move(fold.things):
            return fold
        before, after = self._split_invariant(condition, frozenset((fold.var.name,)))
        if before is None:
            return fold
        rest = simpler(ir.And(after))
        if fold.how == "any":
            inside = ir.Fold("any", fold.var, fold.things, fold.test, rest, BOOL)
        else:
            inside = ir.Fold(fold.how, fold.var, fold.things, rest, fold.value, fold.type)
        return simpler(ir.Choose(before, simpler(inside), without_members(fold), fold.type))
