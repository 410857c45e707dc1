"""What the nodes of the intermediate representation mean, in the plainest way: the oracle for the code generators."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, assert_never

from rulewright.backends.failure import ExecutionError
from rulewright.backends.python.helpers import lap_noted
from rulewright.backends.python.pieces import Movers
from rulewright.chance import GOLDEN, MASK64, below, mix, stream_number
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set, range_of
from rulewright.compile.tables import WORD
from rulewright.diagnostics import limits
from rulewright.diagnostics.limits import DEEP

ARITH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "%": lambda a, b: a % b,
    "//": lambda a, b: math.floor(Fraction(a, b)), "min": min, "max": max,
}  # fmt: skip
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip

DECIDES = {"any": True, "every": False}
"""The folds that stop at the first member for which the condition is so."""


class Failed(Exception):  # noqa: N818
    """The rules cannot go on."""


class Left(Exception):  # noqa: N818
    """A statement that leaves something: `how` is break, continue or return."""

    def __init__(self, how: str, value: Any = None) -> None:
        self.how, self.value = how, value


def bits(things: int) -> list[int]:
    return [i for i in range(things.bit_length()) if things >> i & 1]


@dataclass
class Reference:
    """Runs a program on a flat vector."""

    program: ir.Program
    movers: dict[str, Movers] = field(default_factory=dict)
    distinct: dict[str, Callable[[list[int], int], int]] = field(default_factory=dict)
    distinct_choices: dict[str, Callable[[list[int], list[int], int], list[int]]] = field(default_factory=dict)
    streams: dict[str, int] = field(default_factory=dict)
    S: list[int] = field(default_factory=list)
    listed: list[int] = field(default_factory=list)
    spent: int = 0

    # -- the vector

    def get(self, f: ir.Field, index: int) -> int:
        if not 0 <= index < f.count:
            raise Failed(f"{f.name}[{index}]")
        at = f.start + index * f.words
        if not isinstance(f.type, Set):
            return self.S[at]
        return sum(self.S[at + w] << WORD * w for w in range(f.words))

    def put(self, f: ir.Field, index: int, value: int) -> None:
        low, high = range_of(f.type)
        if not 0 <= index < f.count or not low <= value <= high:
            raise Failed(f"{f.name}[{index}] = {value}")
        for w in range(f.words):
            self.S[f.start + index * f.words + w] = value >> WORD * w & (1 << WORD) - 1 if f.words > 1 else value

    def row(self, address: ir.Expr, env: dict[str, int]) -> list[int]:
        assert isinstance(address, ir.Address)
        at = address.field.start + self.value(address.index, env) * (address.field.room + 1)
        return self.S[at + 1 : at + 1 + self.S[at]]

    # -- expressions

    def value(self, expr: ir.Expr, env: dict[str, int]) -> int:  # noqa: C901, PLR0911, PLR0912, PLR0912, C901
        def of(part: ir.Expr) -> int:
            return self.value(part, env)

        match expr:
            case ir.Const(value):
                return value
            case ir.Local(name):
                return env[name]
            case ir.Slot(f, index):
                return self.get(f, of(index))
            case ir.Entry(table, index):
                if not 0 <= of(index) < len(table.values):
                    raise Failed(table.name)
                return table.values[of(index)]
            case ir.Arith(op, left, right):
                return ARITH[op](of(left), of(right))
            case ir.Compare(op, left, right):
                return int(COMPARE[op](of(left), of(right)))
            case ir.Not(part):
                return int(not of(part))
            case ir.And(inner):
                return int(all(of(part) for part in inner))
            case ir.Or(inner):
                return int(any(of(part) for part in inner))
            case ir.Choose(condition, then, otherwise):
                return of(then) if of(condition) else of(otherwise)
            case ir.Join(op, left, right):
                a, b = of(left), of(right)
                return a | b if op == "|" else a & b if op == "&" else a & ~b
            case ir.Shift(things, by, type_):
                a = of(things)
                return (a << by if by >= 0 else a >> -by) & range_of(type_)[1]
            case ir.Has(things, thing):
                return int(of(thing) >= 0 and of(things) >> of(thing) & 1)
            case ir.Single(thing):
                return 1 << of(thing) if of(thing) >= 0 else 0
            case ir.Size(things):
                return of(things).bit_count()
            case ir.Pick(how, things):
                members = bits(of(things))
                if not members or (how == "only" and len(members) > 1):
                    return -1
                return members[-1 if how == "last" else 0]
            case ir.Fold():
                return self.fold(expr, env)
            case ir.NonNull(thing):
                if of(thing) < 0:
                    raise Failed("nothing")
                return of(thing)
            case ir.InRange(value, low, high):
                if not low <= of(value) <= high:
                    raise Failed("range")
                return of(value)
            case ir.Call(function, args):
                return int(self.call(function, [of(arg) for arg in args]))
            case ir.Invoke(helper, domain, args):
                return self.helper(helper, domain, args, env)
            case ir.Offered():
                return int(bool(self.listed))
            case ir.Address() | ir.AnyOffered() | ir.Noted():
                raise NotImplementedError
            case _:
                assert_never(expr)

    def fold(self, fold: ir.Fold, env: dict[str, int]) -> int:
        found: list[tuple[int, int]] = []
        for thing in bits(self.value(fold.things, env)):
            inner = env | {fold.var.name: thing}
            if fold.test is None or self.value(fold.test, inner):
                found.append((thing, 0 if fold.value is None else self.value(fold.value, inner)))
                if DECIDES.get(fold.how) == bool(found[-1][1]):
                    return int(bool(found[-1][1]))
        values = [value for _, value in found]
        match fold.how:
            case "any":
                return int(any(values))
            case "every":
                return int(all(values))
            case "count":
                return len(found)
            case "filter":
                return sum(1 << thing for thing, _ in found)
            case "sum":
                return sum(values)
            case "most" | "least":
                return (max if fold.how == "most" else min)(values, default=0)
            case "union":
                return sum(1 << i for i in set().union(*map(bits, values)))
            case "best" | "worst":
                top = (max if fold.how == "best" else min)(values, default=0)
                return sum(1 << thing for thing, value in found if value == top)
        raise NotImplementedError(fold.how)

    def helper(self, helper: str, domain: str, args: tuple[ir.Expr, ...], env: dict[str, int]) -> int:  # noqa: C901, PLR0911, PLR0912
        first, *rest = args
        if helper == "digest":
            return self.digest(self.value(first, env), [arg.field for arg in rest if isinstance(arg, ir.Address)])
        if helper == "occurs":
            lines = [(arg.field, self.value(arg.index, env)) for arg in args if isinstance(arg, ir.Address)]
            size, *wanted = (self.value(arg, env) for arg in args[2:])
            return sum([self.get(f, start + i) for f, start in lines] == wanted for i in range(size))
        given = [self.value(arg, env) for arg in rest]
        if helper in ("given", "given_or_nothing", "piece_of"):
            code = self.value(first, env)
            if helper == "piece_of":
                return (code >> 16 & 65535) - 1
            return -1 if helper != "given" and code & 65535 == 65535 else code & 65535
        if helper.startswith("row"):
            row = self.row(first, env)
            match helper:
                case "row_set":
                    return sum(1 << piece for piece in row)
                case "row_first":
                    return row[0] if row else -1
                case "row_last":
                    return row[-1] if row else -1
                case "row_only":
                    return row[0] if len(row) == 1 else -1
            return len(row)
        if isinstance(first, ir.Address):
            start = self.value(first.index, env)
            if helper == "sum_of":
                return sum(self.get(first.field, start + i) for i in range(given[0]))
            if helper == "first_in_line":
                line = [self.get(first.field, start + i) for i in range(given[0])]
                found = next((thing for thing in line if thing >= 0 and given[1] >> thing & 1), None)
                if found is None:
                    raise Failed("line")
                return found
            size, things, least = given
            held = [[self.get(first.field, start + p * size + name) for p in bits(things)] for name in range(size)]
            some = [any(v >= 1 for v in values) if least == 1 else sum(values) >= least for values in held]
            return sum(1 << name for name in range(size) if some[name])
        thing = self.value(first, env)
        match helper:
            case "counted":
                self.spent += thing.bit_count() * given[1]
                return thing
            case "deeper":
                if thing >= DEEP.most:
                    raise Failed("depth")
                return thing + 1
            case "after":
                return thing + 1 if 0 <= thing < given[0] - 1 else -1
            case "position":
                return self.movers[domain].position(self.S, thing)
            case "distinct":
                return self.distinct[domain](self.S, thing)
        raise NotImplementedError(helper)

    def digest(self, half: int, fields: list[ir.Field]) -> int:
        """Hash the values of fields 64 bits at a time, the sign last."""
        for f in fields:
            words = -(-f.type.size // 64) if isinstance(f.type, Set) else 1
            for value in (self.get(f, at) for at in range(f.count)):
                for word in range(words):
                    half = mix(((half ^ value >> 64 * word & MASK64) + GOLDEN) & MASK64)
        return int.from_bytes(half.to_bytes(8, "big"), "big", signed=True)

    # -- statements

    def call(self, name: str, args: list[int]) -> Any:
        function = self.program.functions[name]
        try:
            self.body(function.body, dict(zip((p.name for p in function.params), args, strict=True)))
        except Left as left:
            return left.value
        return None

    def body(self, body: ir.Body, env: dict[str, int]) -> None:
        for stmt in body:
            self.statement(stmt, env)

    def loop(self, members: list[int], var: ir.Local, body: ir.Body, env: dict[str, int]) -> None:
        for member in members:
            env[var.name] = member
            try:
                self.body(body, env)
            except Left as left:
                if left.how == "break":
                    return
                if left.how == "return":
                    raise

    def ordered(self, stmt: ir.For | ir.LineUp, env: dict[str, int]) -> list[int]:
        members = bits(self.value(stmt.things, env))
        if isinstance(stmt, ir.For) and stmt.start is not None:
            start, seats = self.value(stmt.start, env), self.program.seats
            members = [s % seats for s in range(start, start + seats) if s % seats in members]
        key = stmt.key
        if key is not None:
            members.sort(key=lambda member: self.value(key, env | {stmt.var.name: member}))
        return members

    def choice(self, code: int, extra: ir.Expr | None, env: dict[str, int]) -> int:
        return code + (0 if extra is None else self.value(extra, env))

    def statement(self, stmt: ir.Stmt, env: dict[str, int]) -> None:  # noqa: PLR0912, PLR0915, C901
        def of(part: ir.Expr) -> int:
            return self.value(part, env)

        match stmt:
            case ir.Let(local, value):
                env[local.name] = of(value)
            case ir.Store(slots, values):
                found = [(slot.field, of(slot.index), of(value)) for slot, value in zip(slots, values, strict=True)]
                for f, index, value in found:
                    self.put(f, index, value)
            case ir.Clear(f):
                length = f.count * f.stride
                self.S[f.start : f.start + length] = [0] * length
            case ir.Check(value, low, high):
                if not low <= of(value) <= high:
                    raise Failed("check")
            case ir.If(cases, otherwise):
                self.body(next((body for test, body in cases if of(test)), otherwise), env)
            case ir.For():
                self.loop(self.ordered(stmt, env), stmt.var, stmt.body, env)
            case ir.Count(var, low, high, body, steps):
                self.spent += max(0, of(high) - of(low) + 1) * steps
                if self.spent > limits.STEPS.most:
                    raise Failed("budget")
                self.loop(list(range(of(low), of(high) + 1)), var, body, env)
            case ir.Once(body):
                self.loop([0], ir.Local("", ir.BOOL), body, env)
            case ir.Break():
                raise Left("break")
            case ir.Continue():
                raise Left("continue")
            case ir.Do(helper, domain, args, stream):
                self.do(helper, domain, args, stream, env)
            case ir.Roll(local, low, high, counter, stream):
                if not of(low) <= of(high) < of(low) + (1 << 62):
                    raise Failed("roll")
                number = stream_number(self.S[1], self.streams[stream], self.S[counter.start])
                self.S[counter.start] += 1
                env[local.name] = of(low) + below(number, of(high) - of(low) + 1)
            case ir.NextSeat(who, turn, rest):
                at, left = of(turn), of(rest)
                if at < 0:
                    raise Failed("nobody")
                seat = next((s for s in bits(left) if s >= at), min(bits(left), default=-1))
                for slot, value in ((who, seat), (turn, seat + 1), (rest, left & ~(1 << seat) if left else 0)):
                    self.put(slot.field, of(slot.index), value)
            case ir.LineUp(f, _, _, _):
                for index, thing in enumerate(self.ordered(stmt, env)):
                    self.put(f, index, thing)
            case ir.Perform(function, args):
                self.call(function, [of(arg) for arg in args])
            case ir.Dispatch(piece, functions, args):
                name = functions[of(piece)] if 0 <= of(piece) < len(functions) else None
                if name is not None:
                    self.call(name, [of(arg) for arg in args])
            case ir.Push(number, back):
                circle = self.program.circles[number]
                depth = self.S[circle.depth.start]
                if depth >= circle.most:
                    raise Failed("depth")
                at = circle.kept.start + depth * (circle.length + 1)
                frames = self.S[circle.start : circle.start + circle.length]
                self.S[at : at + circle.length + 1] = [*frames, of(back)]
                self.S[circle.depth.start] += 1
            case ir.Pop(number, local):
                circle = self.program.circles[number]
                depth = self.S[circle.depth.start] - 1
                if depth < 0:
                    raise Failed("depth")
                at = circle.kept.start + depth * (circle.length + 1)
                self.S[circle.start : circle.start + circle.length] = self.S[at : at + circle.length]
                self.S[circle.depth.start], env[local.name] = depth, self.S[at + circle.length]
            case ir.Offer(code, extra):
                self.listed.append(self.choice(code, extra, env))
            case ir.OfferEach(code, extra, things):
                self.listed += [self.choice(code, extra, env) + thing for thing in bits(of(things))]
            case ir.OfferRange(code, extra, low, high):
                self.listed += [self.choice(code, extra, env) + n for n in range(of(low), of(high) + 1)]
            case ir.ListMenu(function, args):
                self.call(function, [of(arg) for arg in args])
            case ir.Return(value):
                assert not isinstance(value, ir.Text)
                raise Left("return", None if value is None else of(value))
            case ir.Go(block):
                raise Left("return", of(block))
            case ir.Ask(question):
                raise Left("return", ~question)
            case ir.Trace() | ir.Reason() | ir.Mark():
                raise NotImplementedError
            case _:
                assert_never(stmt)

    def do(self, helper: str, domain: str, args: tuple[ir.Expr, ...], stream: str, env: dict[str, int]) -> None:
        if helper == "note_lap":
            mark, *fields = (arg.field for arg in args if isinstance(arg, ir.Address))
            numbers = [number for f in fields for number in self.S[f.start : f.start + f.count * f.stride]]
            self.S[mark.start] = lap_noted(numbers, self.S[mark.start])
            return
        given: list[Any] = [arg.field.start if isinstance(arg, ir.Address) else self.value(arg, env) for arg in args]
        if helper == "distinct_choices":
            self.listed = self.distinct_choices[domain](self.S, self.listed, given[0])
            return
        if stream:
            given.append(self.streams[stream])
        if helper in ("move_all", "show"):
            given[0] = bits(given[0])
        try:
            getattr(self.movers[domain], helper)(self.S, *given)
        except (ExecutionError, ValueError) as problem:
            raise Failed(str(problem)) from None

    # -- from decision to decision

    def run(self, state: list[int], to: int) -> list[int] | None:
        for _ in self._steps():
            if to > 0:
                name = self.program.blocks[to] if to < len(self.program.blocks) else None
                if name is None:
                    raise Failed("block")
                to = self.call(name, [])
                continue
            state[0] = to
            if to == 0:
                return None
            question = self.program.questions[~to]
            self.listed = []
            self.call(question.options, [])
            if len(self.listed) > 1:
                return self.listed
            if not self.listed:
                to = question.empty
                if to < 0:
                    raise Failed("dead end")
            else:
                to = self.answer(self.listed[0])
        raise Failed("endless")

    def _steps(self) -> Iterator[int]:
        self.spent = 0
        return iter(range(200_000))

    def answer(self, code: int) -> int:
        answer = self.program.questions[~self.S[0]].answers[code >> 32]
        found: int = self.call(answer.function, [code, answer.back])
        return found

    def advance(self, state: list[int], to: int) -> list[int] | None:
        self.S = state
        return self.run(state, to)

    def take(self, state: list[int], code: int) -> list[int] | None:
        self.S, self.spent = state, 0
        return self.run(state, self.answer(code))

    def choices(self, state: list[int]) -> list[int]:
        self.S, self.listed = state, []
        if state[0] < 0:
            self.call(self.program.questions[~state[0]].options, [])
        return self.listed
