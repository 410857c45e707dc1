"""Def-use keys: what statements and functions change and what expressions depend on.

A key is the name of a local; for the state it is a number. A value that is read or stored with a constant index has
its address in the vector as its key. Beside those, each field has two keys: `some(field)` changes with every store to
one of its values, and is what a read with a computed index depends on; `all_of(field)` changes with a store whose
index is computed, and every read of the field depends on it. For a field from 20 on, `field[3]` is read under the
keys 23 and `all_of`; a store to `field[4]` changes 24 and `some`, and does not disturb it; one to `field[i]` changes
`all_of`, and does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import assert_never

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.helpers import BY_NAME
from rulewright.compile.ir.walk import bodies, called_by, parts, read_by, statements

Key = int | str
Keys = frozenset[Key]
NOTHING: Keys = frozenset()
OFFERED = "#offered"
"""The key of the list of choices."""


def all_of(field: ir.Field) -> int:
    """Return the key that changes with a store to a field whose index is computed."""
    return -2 * field.start - 1


def some(field: ir.Field) -> int:
    """Return the key that changes with every store to a field."""
    return -2 * field.start - 2


def address(field: ir.Field, index: ir.Expr) -> int | None:
    """Return where in the vector a value with a constant index is."""
    if not isinstance(index, ir.Const):
        return None
    return field.start + index.value * field.stride


def store_keys(field: ir.Field, index: ir.Expr) -> tuple[int, ...]:
    """Return what changes with a store to a value of a field."""
    at = address(field, index)
    return (all_of(field), some(field)) if at is None else (at, some(field))


@dataclass(slots=True)
class FunctionSummary:
    """What a function reads and changes; `fails` if it may, `fixed` if calls may be neither dropped nor repeated."""

    reads: Keys = NOTHING
    writes: Keys = NOTHING
    fails: bool = False
    fixed: bool = False


class KeyEffects:
    """The effects of the statements and functions of one program; functions are looked into when they are asked for."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.whole = frozenset(all_of(field) for field in program.fields) | {some(field) for field in program.fields}
        loose = [field for field in program.fields if field.what not in ir.OWN]
        self.loose = frozenset(all_of(field) for field in loose) | {some(field) for field in loose}
        self._summaries: dict[str, FunctionSummary] = {}
        self._changed: dict[int, tuple[ir.Body, Keys]] = {}

    def of(self, function: str) -> FunctionSummary:
        """Return the summary of a function; a recursive one may do anything."""
        found = self._summaries.get(function)
        if found is None:
            self._summaries[function] = FunctionSummary(self.whole, self.whole | {OFFERED}, fails=True, fixed=True)
            found = self._summaries[function] = self._summarize_function(self.program.functions[function])
        return found

    def _summarize_function(self, function: ir.Function) -> FunctionSummary:
        result = FunctionSummary()
        reads: set[Key] = set()
        writes: set[Key] = set()
        for stmt in statements(function.body):
            writes.update(key for key in self.written(stmt) if isinstance(key, int) or key == OFFERED)
            match stmt:
                case ir.Check() | ir.Roll() | ir.NextSeat():
                    result.fails = True
                case ir.Do(helper):
                    reads |= self.loose
                    result.fails |= BY_NAME[helper].fails
                case ir.Trace() | ir.Reason() | ir.Mark():
                    result.fails = result.fixed = True
                case ir.Count(steps=steps) if steps:
                    result.fails = result.fixed = True
                case _:
                    pass
            for called in called_by(stmt):
                summary = self.of(called)
                reads |= summary.reads
                result.fails |= summary.fails
                result.fixed |= summary.fixed
            for expr in read_by(stmt):
                self._add_expr(expr, result, reads)
        result.reads = frozenset(key for key in reads if isinstance(key, int) or key == OFFERED)
        result.writes = NOTHING if function.kind == "would" else frozenset(writes)
        return result

    def _add_expr(self, expr: ir.Expr, result: FunctionSummary, reads: set[Key]) -> None:
        keys, fails, fixed = self.own(expr)
        reads.update(keys)
        result.fails |= fails
        result.fixed |= fixed
        for part in parts(expr):
            self._add_expr(part, result, reads)

    def own(self, expr: ir.Expr) -> tuple[Iterable[Key], bool, bool]:
        """Return what an expression itself, without its parts, depends on; whether it can fail, or is fixed."""
        match expr:
            case ir.Slot(field, index):
                at = address(field, index)
                return (some(field) if at is None else at, all_of(field)), False, False
            case ir.Local(name):
                return (name,), False, False
            case ir.Address(field):
                return (some(field), all_of(field)), False, False
            case ir.NonNull() | ir.InRange():
                return (), True, False
            case ir.Noted():
                return (), True, True
            case ir.Offered():
                return (OFFERED,), False, False
            case ir.Call(function) | ir.AnyOffered(function):
                called = self.of(function)
                return called.reads, called.fails, called.fixed or isinstance(expr, ir.AnyOffered)
            case ir.Invoke(helper):
                known = BY_NAME[helper]
                return (self.loose if known.of_pieces else ()), known.fails, False
            case _:
                return (), False, False

    def written(self, stmt: ir.Stmt) -> Iterable[Key]:  # noqa: PLR0912, C901 - one case for each node
        """Return what a statement itself changes, without those inside it."""
        match stmt:
            case ir.Let(local) | ir.For(local) | ir.Count(local):
                return (local.name,)
            case ir.Store(slots):
                return [key for slot in slots for key in store_keys(slot.field, slot.index)]
            case ir.Clear(field):
                return all_of(field), some(field)
            case ir.Do():
                return {*self.loose, *self._counter_keys(stmt), OFFERED}
            case ir.Roll(local, _, _, counter):
                return local.name, *store_keys(counter, ir.Const(0, counter.type))
            case ir.NextSeat(who, turn, rest):
                return [key for slot in (who, turn, rest) for key in store_keys(slot.field, slot.index)]
            case ir.LineUp(field, var):
                return var.name, all_of(field), some(field)
            case ir.Perform(function) | ir.ListMenu(function):
                return (*self.of(function).writes, OFFERED)
            case ir.Dispatch():
                return {key for name in called_by(stmt) for key in self.of(name).writes}
            case ir.Push(circle):
                return self._circle_keys(circle)
            case ir.Pop(circle, local):
                return local.name, *self._circle_keys(circle)
            case ir.Offer() | ir.OfferEach() | ir.OfferRange():
                return (OFFERED,)
            case (
                ir.Check() | ir.If() | ir.Once() | ir.Break() | ir.Continue() | ir.Trace() | ir.Reason()
                | ir.Mark() | ir.Return() | ir.Go() | ir.Ask()
            ):  # fmt: skip
                return ()
            case _:
                assert_never(stmt)

    def _counter_keys(self, stmt: ir.Do) -> Iterator[Key]:
        for arg in stmt.args:
            if isinstance(arg, ir.Address):
                yield from (all_of(arg.field), some(arg.field))

    def _circle_keys(self, number: int) -> tuple[Key, ...]:
        circle = self.program.circles[number]
        fields = [field for field in self.program.fields if field.circle == number]
        return tuple(key for field in (circle.depth, circle.kept, *fields) for key in (all_of(field), some(field)))

    def changed(self, body: ir.Body) -> Keys:
        """Return all that the statements of a body change, those inside them, too."""
        known = self._changed.get(id(body))
        if known is not None:
            return known[1]
        keys: set[Key] = set()
        for stmt in body:
            keys.update(self.written(stmt))
            for inner in bodies(stmt):
                keys |= self.changed(inner)
        result = frozenset(keys)
        self._changed[id(body)] = (body, result)
        return result


class Versions:
    """A clock, and for every key the time of its last change; joined paths keep the later one."""

    def __init__(self) -> None:
        self.clock = 0
        self.changed: dict[Key, int] = {}

    def change(self, keys: Iterable[Key]) -> None:
        """Record a change of keys."""
        self.clock += 1
        self.changed.update(dict.fromkeys(keys, self.clock))

    def same(self, keys: Iterable[Key], since: int) -> bool:
        """Whether none of some keys has changed since a time."""
        changed = self.changed
        return all(changed.get(key, 0) <= since for key in keys)

    def copy(self) -> dict[Key, int]:
        """Return a snapshot of the times."""
        return self.changed.copy()

    def join(self, ways: Iterable[dict[Key, int]]) -> None:
        """Join several paths; without any, the point is unreachable."""
        ways = list(ways)
        self.changed = ways.pop().copy() if ways else self.changed
        for way in ways:
            for key, time in way.items():
                if time > self.changed.get(key, 0):
                    self.changed[key] = time


def leaves(body: ir.Body) -> bool:
    """Whether control never reaches the end of a body."""
    return bool(body) and ends(body[-1])


def ends(stmt: ir.Stmt) -> bool:
    """Whether control never reaches the statement after one."""
    match stmt:
        case ir.Return() | ir.Go() | ir.Ask() | ir.Break() | ir.Continue():
            return True
        case ir.If(cases, otherwise):
            return leaves(otherwise) and all(leaves(body) for _, body in cases)
        case _:
            return False
