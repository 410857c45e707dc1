"""Runs programs of the intermediate representation, one node after the other: what every pass must leave as it is."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set

Locals = dict[str, int]
UNUSED = -1_000_003
"""What is read where nothing is: no rule computes with it."""

DECIDES = {"any": True, "every": False}
"""The folds that stop at the first member for which the condition is so."""


class Failed(Exception):  # noqa: N818
    """Something failed at a site."""


class Left(Exception):  # noqa: N818
    """A statement leaves what is around it; `how`: break, continue, return, go, ask."""

    def __init__(self, how: str, value: int = 0) -> None:
        self.how, self.value = how, value


def members(things: int) -> list[int]:
    return [n for n in range(things.bit_length()) if things >> n & 1]


@dataclass
class Machine:
    """A program and its state; `listed` are the choices so far."""

    program: ir.Program
    state: list[int]
    listed: list[int] = field(default_factory=list)
    nothing_fails: bool = False
    """Whether reading by nothing fails, as in C; in Python it may be done ahead of its guard."""

    # -- expressions

    def of(self, e: ir.Expr, v: Locals) -> int:  # noqa: C901, PLR0911, PLR0912 - one case for each node
        match e:
            case ir.Const(value):
                return value
            case ir.Local(name):
                return v[name]
            case ir.Slot(f, index):
                return self.read(f, self.of_thing(index, v))
            case ir.Entry(table, index):
                return table.values[self.of_thing(index, v)]
            case ir.Arith(op, left, right):
                a, b = self.of(left, v), self.of(right, v)
                found = {"+": a + b, "-": a - b, "*": a * b, "%": a % (b or 1), "min": min(a, b), "max": max(a, b)}
                return {**found, "distance": abs(a - b), "//": a // (b or 1)}[op]
            case ir.Compare(op, left, right):
                a, b = self.of(left, v), self.of(right, v)
                return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
            case ir.Not(part):
                return not self.of(part, v)
            case ir.And(parts):
                return all(self.of(part, v) for part in parts)
            case ir.Or(parts):
                return any(self.of(part, v) for part in parts)
            case ir.Choose(condition, then, otherwise):
                return self.of(then if self.of(condition, v) else otherwise, v)
            case ir.Join(op, left, right):
                a, b = self.of(left, v), self.of(right, v)
                return {"|": a | b, "&": a & b, "-": a & ~b}[op]
            case ir.Shift(things, by, Set(size)):
                return sum(1 << n + by for n in members(self.of(things, v)) if 0 <= n + by < size)
            case ir.Has(things, thing):
                found = members(self.of(things, v))
                return self.of(thing, v) in found
            case ir.Single(thing):
                n = self.of(thing, v)
                return 1 << n if n >= 0 else 0
            case ir.Size(things):
                return len(members(self.of(things, v)))
            case ir.Pick(how, things):
                found = members(self.of(things, v))
                wanted = found if how != "only" or len(found) == 1 else []
                return (wanted[-1] if how == "last" else wanted[0]) if wanted else -1
            case ir.Fold():
                return self.fold(e, v)
            case ir.NonNull(thing, site):
                return self.between(self.of(thing, v), 0, 1 << 70, site)
            case ir.InRange(value, low, high, site):
                return self.between(self.of(value, v), low, high, site)
            case ir.Call(name, args):
                return self.call(name, [self.of(arg, v) for arg in args])
            case ir.Invoke("row_set", _, (ir.Address(f, index),)):
                return self.state[self.at(f, self.of(index, v))]
            case ir.Invoke("given", _, (code,)):
                return self.of(code, v) & 65535
            case ir.Offered():
                return bool(self.listed)
            case _:
                raise NotImplementedError(e.__class__)

    def of_thing(self, index: ir.Expr, v: Locals) -> int:
        """Return what something is looked up by."""
        found = self.of(index, v)
        if found == -1 and self.nothing_fails:
            raise Failed("a lookup by nothing")
        return found

    def read(self, f: ir.Field, index: int) -> int:
        """Return a value; of nothing (-1) one that shows if it is used, for a read may be moved before its check."""
        if index == -1:
            return 0 if isinstance(f.type, Set) else UNUSED
        return self.state[self.at(f, index)]

    def at(self, f: ir.Field, index: int) -> int:
        assert 0 <= index < f.count, (f.name, index)
        return f.start + index

    def between(self, value: int, low: int, high: int, site: int) -> int:
        if not low <= value <= high:
            raise Failed(site)
        return value

    def fold(self, e: ir.Fold, v: Locals) -> int:
        found = []
        for n in members(self.of(e.things, v)):
            inner = {**v, e.var.name: n}
            if e.test is None or self.of(e.test, inner):
                found.append((n, 1 if e.value is None else self.of(e.value, inner)))
                if DECIDES.get(e.how) == bool(found[-1][1]):
                    return bool(found[-1][1])
        values = [value for _, value in found]
        best = {"best": max, "worst": min}.get(e.how)
        match e.how:
            case "any" | "every":
                return any(values) if e.how == "any" else all(values)
            case "count" | "sum":
                return sum(values)
            case "most" | "least":
                return (max if e.how == "most" else min)(values, default=0)
            case "union":
                result = 0
                for value in values:
                    result |= value
                return result
            case _:
                return sum(1 << n for n, value in found if best is None or value == best(values))

    def call(self, name: str, args: list[int]) -> int:
        function = self.program.functions[name]
        try:
            self.run(function.body, dict(zip((p.name for p in function.params), args, strict=True)))
        except Left as left:
            assert left.how == "return"
            return left.value
        return 0

    # -- statements

    def run(self, body: ir.Body, v: Locals) -> None:
        for stmt in body:
            self.step(stmt, v)

    def step(self, s: ir.Stmt, v: Locals) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each node
        match s:
            case ir.Let(local, value):
                v[local.name] = self.of(value, v)
            case ir.Store(slots, values):
                places = [self.at(slot.field, self.of(slot.index, v)) for slot in slots]
                for place, stored in zip(places, [self.of(value, v) for value in values], strict=True):
                    self.state[place] = int(stored)
            case ir.Clear(f):
                self.state[f.start : f.start + f.count] = [0] * f.count
            case ir.Check(value, low, high, _, site):
                self.between(self.of(value, v), low, high, site)
            case ir.If(cases, otherwise):
                self.run(next((body for test, body in cases if self.of(test, v)), otherwise), v)
            case ir.For(var, things, body, start, key):
                order = members(self.of(things, v))
                if start is not None:
                    first = self.of(start, v) % 6
                    order.sort(key=lambda n: (n - first) % 6)
                if key is not None:
                    by = {n: self.of(key, {**v, var.name: n}) for n in order}
                    order.sort(key=by.__getitem__)
                self.loop(var.name, order, body, v)
            case ir.Count(var, low, high, body):
                self.loop(var.name, list(range(self.of(low, v), self.of(high, v) + 1)), body, v)
            case ir.Once(body):
                self.loop("", [0], body, v)
            case ir.Break() | ir.Continue():
                raise Left(s.__class__.__name__.lower())
            case ir.Do():
                for f in self.program.fields:
                    if f.what not in ir.OWN:
                        old = self.state[f.start : f.start + f.count]
                        self.state[f.start : f.start + f.count] = [value * 2 % 63 for value in old]
            case ir.Roll(local, low, high, counter, _, site):
                a, b = self.of(low, v), self.of(high, v)
                self.between(b, a, 1 << 70, site)
                v[local.name] = a + self.state[counter.start] % (b - a + 1)
                self.state[counter.start] = (self.state[counter.start] * 5 + 3) % 32
            case ir.Perform(name, args):
                self.call(name, [self.of(arg, v) for arg in args])
            case ir.Offer(code, extra):
                self.listed.append(code + (0 if extra is None else self.of(extra, v)))
            case ir.OfferEach(code, extra, things):
                base = code + (0 if extra is None else self.of(extra, v))
                self.listed += [base + n for n in members(self.of(things, v))]
            case ir.Return(value):
                assert not isinstance(value, ir.Text)
                raise Left("return", 0 if value is None else self.of(value, v))
            case ir.Go(block):
                raise Left("go", self.of(block, v))
            case ir.Ask(question):
                raise Left("ask", question)
            case _:
                raise NotImplementedError(s.__class__)

    def loop(self, name: str, values: list[int], body: ir.Body, v: Locals) -> None:
        for value in values:
            v[name] = value
            try:
                self.run(body, v)
            except Left as left:
                if left.how == "break":
                    return
                if left.how != "continue":
                    raise


Outcome = tuple[object, ...]


def outcome(program: ir.Program, state: list[int], name: str, args: list[int], nothing_fails: bool = False) -> Outcome:
    """Run a function, and the blocks that it goes on with, to a question, the end, or a failure; tell all about it."""
    machine = Machine(program, state.copy(), nothing_fails=nothing_fails)
    try:
        left = _left(machine, name, args)
        while left.how == "go" and left.value:
            block = program.blocks[left.value]
            assert block is not None, f"block {left.value} is gone"
            left = _left(machine, block, [])
        if left.how == "ask":
            asked = program.questions[left.value].options
            _left(machine, asked, [])
        return left.how, left.value, machine.state, machine.listed
    except Failed as failed:
        return ("failed", *failed.args)


def _left(machine: Machine, name: str, args: list[int]) -> Left:
    function = machine.program.functions[name]
    try:
        machine.run(function.body, dict(zip((p.name for p in function.params), args, strict=True)))
    except Left as left:
        return left
    return Left("end")
