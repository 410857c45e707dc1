"""Common-subexpression elimination and loop-invariant code motion: what is evaluated again gets a local.

The local is assigned before the statement that evaluates the expression first, or, for what cannot fail, before the
statement around it: out of loops and folds, and before conditions of which several need the same value. Whether that
pays is estimated from what expressions cost in Python, where an evaluation saved is 20 to several hundred nanoseconds;
for C it matters only for folds and calls. What is stored in a slot and read again is kept in a local, too.

The pass follows the ways through a function twice in the same order: once to count, once to place the locals. In

    for c in hand:
        if price[c] <= coins[seat] + 1: offer c

the sum is the same in each round: it is used LAPS = 5 times where the loop is entered, costs 14 units there, and a
local costs 1 for each use, so it becomes `w = coins[seat] + 1` before the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import width_of
from rulewright.compile.ir.walk import bodies, everything, parts, read_by, statements, with_bodies
from rulewright.compile.passes.effects import KeyEffects, Versions, leaves, store_keys
from rulewright.compile.passes.numbering import LAPS, Info, ValueNumbering
from rulewright.compile.passes.regions import Placing, Region, SharedValue, Uses, split
from rulewright.compile.passes.renaming import Taken

MAYBE = 0.5
"""The assumed probability that a condition holds."""


def share(program: ir.Program) -> ir.Program:
    """Return the program with locals for what is evaluated again."""
    numbering = ValueNumbering(KeyEffects(program))
    return with_bodies(program, lambda function: _share_function(function, numbering))


def share_calls(program: ir.Program) -> ir.Program:
    """Return the program with locals for what is evaluated again in values that call a function more than once.

    In a chain of such values the number of calls would double with each.
    """
    again = [f for f in program.functions.values() if f.kind == "value" and _calls_again(f)]
    if not again:
        return program
    numbering = ValueNumbering(KeyEffects(program))
    shared = {function.name: replace(function, body=_share_function(function, numbering)) for function in again}
    return replace(program, functions=program.functions | shared)


def _calls_again(function: ir.Function) -> bool:
    parts_ = (part for stmt in statements(function.body) for expr in read_by(stmt) for part in everything(expr))
    called = [part.function for part in parts_ if isinstance(part, ir.Call)]
    return len(called) != len(set(called))


def _share_function(function: ir.Function, numbering: ValueNumbering) -> ir.Body:
    body = split(function.body)
    numbering.keep_guarded(function)
    counting = _Counting(numbering)
    counting.body(body)
    if not counting.worthwhile():
        return function.body
    return Placing(counting.uses, Taken(function)).body(body)


class _Counting:
    """Finds the values of a function and counts their uses."""

    def __init__(self, numbering: ValueNumbering) -> None:
        self.effects = numbering.effects
        self.numbering = numbering
        self.versions = Versions()
        self.region = Region(None, 1, 0, True)
        self.available: dict[int, tuple[SharedValue, int]] = {}
        self.uses: Uses = []
        self.position = 0
        self.failing = False
        """Whether a part of the current statement that may fail is evaluated before the current expression."""
        self.around: SharedValue | None = None

    def worthwhile(self) -> bool:
        """Whether any value deserves a local.

        Values are decided after those that contain them; otherwise a long chain of values would recurse too deeply.
        """
        chosen = [value.chosen() for value, _ in reversed(self.uses) if value is not None]
        return any(value is not None for value in chosen)

    # -- regions

    @contextmanager
    def inside(self, factor: float, holds_statements: bool = False) -> Iterator[None]:
        """Visit a region within this context."""
        outer = self.region
        region = self.region = Region(outer, factor, self.versions.clock, holds_statements)
        before = self.available.copy()
        failing, self.failing = self.failing, self.failing or not holds_statements
        yield
        self.failing = failing
        self.available = before
        self.region = outer
        for number, value in region.made.items():
            self._float_value(number, value, region)
        for number, (value, _) in region.floating.items():
            self._float_value(number, value, region)

    def _float_value(self, number: int, value: SharedValue, inside: Region) -> None:
        region = self.region
        if value.outer is not None or not value.info.moves:
            return
        if not self.versions.same(value.info.keys, region.since):
            return
        found = region.floating.get(number)
        if found is None or not self.versions.same(value.info.keys, found[1]):
            certain = value.certain and inside.factor >= 1
            outer = SharedValue(region, region.here, value.info, certain and not region.leaky)
            found = region.floating[number] = (outer, region.since)
        value.outer = found[0]
        found[0].inner.append(value)

    # -- expressions

    def expr(self, expr: ir.Expr, keep: bool = False) -> SharedValue | None:
        """Count an expression and those inside it; `keep`: its value is stored, so it is known from then on."""
        kind = expr.__class__
        if kind is ir.Const or kind is ir.Local:
            return None
        number = self.numbering.of(expr)
        info = self.numbering.infos[number]
        found = self.available.get(number)
        if found is not None and self.versions.same(info.keys, found[1]):
            value = found[0]
            value.sites.append((self.region, self.around))
            self.uses.append((value, False))
            return value
        made = self._make_value(number, info) if self._is_counted(kind, info, keep) else None
        self.uses.append((made, True))
        around, self.around = self.around, made or self.around
        self._count_parts(expr)
        self.around = around
        self.failing = self.failing or info.fails
        if made is not None and not info.fixed:
            self.available[number] = (made, self.versions.clock)
        return made

    def _is_counted(self, kind: type, info: Info, keep: bool) -> bool:
        if info.bound or kind is ir.Address:
            return False
        if info.fixed:
            return keep
        return not (info.fails and self.failing)

    def _make_value(self, number: int, info: Info) -> SharedValue:
        region = self.region
        value = region.made[number] = SharedValue(
            region, region.here, info, not region.leaky, self.around, [(region, self.around)]
        )
        floating = region.floating.get(number)
        if floating is not None and self.versions.same(info.keys, floating[1]):
            value.outer = floating[0]
            floating[0].inner.append(value)
        return value

    def _count_parts(self, expr: ir.Expr) -> None:
        match expr:
            case ir.And((first, *others)) | ir.Or((first, *others)):
                self.expr(first)
                for part in others:
                    with self.inside(MAYBE):
                        self.expr(part)
            case ir.Choose(condition, then, otherwise):
                self.expr(condition)
                for part in (then, otherwise):
                    with self.inside(MAYBE):
                        self.expr(part)
            case ir.Fold(things=things):
                self.expr(things)
                with self.inside(LAPS), self.numbering.inside(expr):
                    for part in parts(expr)[1:]:
                        self.expr(part)
            case _:
                for part in parts(expr):
                    self.expr(part)

    # -- statements

    def body(self, body: ir.Body) -> None:
        for stmt in body:
            self.region.here, self.region.since = self.position, self.versions.clock
            self.position += 1
            self.failing = False
            self._count_statement(stmt)

    def _count_statement(self, stmt: ir.Stmt) -> None:
        match stmt:
            case ir.If():
                self._count_if(stmt)
                self.region.leaky = self.region.leaky or any(map(may_leave, bodies(stmt)))
            case ir.For(var, things, body, start, key):
                self.expr(things)
                if start is not None:
                    self.expr(start)
                self._count_key(var, key)
                laps = max(1, things.value.bit_count()) if isinstance(things, ir.Const) else LAPS
                self._count_loop({*self.effects.changed(body), var.name}, body, laps)
            case ir.Count(var, low, high, body):
                self.expr(low)
                self.expr(high)
                self._count_loop({*self.effects.changed(body), var.name}, body, LAPS)
            case ir.Once(body):
                self._count_loop(self.effects.changed(body), body, 1)
            case ir.LineUp(_, var, things, key):
                self.expr(things)
                self._count_key(var, key)
                self.versions.change(self.effects.written(stmt))
            case ir.Store():
                self._count_store(stmt)
            case _:
                for expr in read_by(stmt):
                    self.expr(expr)
                self.versions.change(self.effects.written(stmt))

    def _count_key(self, var: ir.Local, key: ir.Expr | None) -> None:
        if key is not None:
            with self.inside(LAPS):
                self.versions.change((var.name,))
                self.expr(key)

    def _count_loop(self, changed: frozenset[int | str] | set[int | str], body: ir.Body, factor: float) -> None:
        with self.inside(factor, True):
            self.versions.change(changed)
            self.body(body)
            self.versions.change(changed)
        self.region.leaky = self.region.leaky or may_leave(body)

    def _count_if(self, stmt: ir.If) -> None:
        ways = []
        for at, (condition, body) in enumerate(stmt.cases):
            if at == 0:
                self.expr(condition)
            else:
                with self.inside(MAYBE):
                    self.expr(condition)
            ways += self._count_way(body)
        ways += self._count_way(stmt.otherwise)
        self.versions.join(ways)

    def _count_way(self, body: ir.Body) -> list[dict[int | str, int]]:
        before = self.versions.copy()
        with self.inside(MAYBE, True):
            self.body(body)
        after, self.versions.changed = self.versions.changed, before
        return [] if leaves(body) else [after]

    def _count_store(self, stmt: ir.Store) -> None:
        for slot in stmt.slots:
            self.expr(slot.index)
        single = len(stmt.slots) == 1
        kept = [self.expr(value, single and not self.failing) for value in stmt.values]
        changed = frozenset(self.effects.written(stmt))
        for slot, stored, value in zip(stmt.slots, stmt.values, kept, strict=True):
            self.versions.change(store_keys(slot.field, slot.index))
            same_kind = slot.type.__class__ is stored.type.__class__ and width_of(slot.type) == width_of(stored.type)
            if value is not None and same_kind and self.numbering.info(slot.index).keys.isdisjoint(changed):
                self.available[self.numbering.of(slot)] = (value, self.versions.clock)


def may_leave(body: ir.Body) -> bool:
    """Whether a body may leave its surroundings."""
    return any(
        isinstance(stmt, ir.Return | ir.Go | ir.Ask | ir.Break | ir.Continue) or any(map(may_leave, bodies(stmt)))
        for stmt in body
    )
