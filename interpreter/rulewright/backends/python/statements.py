"""Prints the functions of a program as Python."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.backends.python.expressions import REASONING, SUM, UNARY, Expressions, is_small, safe
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set, Type
from rulewright.compile.tables import WORD

MASK = (1 << WORD) - 1


@dataclass(slots=True)
class Shared:
    """Shared by the functions of a module: tables of functions by piece, and of lists of choices by set.

    `called`: by function, the blocks that it calls instead of returning their numbers.
    """

    called: dict[str, dict[int, str]] = field(default_factory=dict)
    follows: dict[tuple[str | None, ...], str] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)

    def follow(self, functions: tuple[str | None, ...]) -> str:
        """Return the name of the table of the functions of pieces."""
        return self.follows.setdefault(functions, f"FOLLOW{len(self.follows)}")

    def listed(self, code: int, type_: Type) -> str:
        """Return the name of the table of choices by set, one choice for each member."""
        made = f"listed({code}, {type_.size})" if isinstance(type_, Set) and is_small(type_) else f"Listed({code})"
        return self.lists.setdefault(made, f"M{len(self.lists)}")

    def numbered(self, code: int) -> str:
        """Return the name of the function that lists the choices of one of several numbers."""
        return self.lists.setdefault(f"numbered({code})", f"M{len(self.lists)}")


class FunctionPrinter(Expressions):
    """Prints one function, line by line."""

    def __init__(self, program: ir.Program, function: ir.Function, shared: Shared) -> None:
        super().__init__(program, function)
        self.shared = shared
        self.lines: list[str] = []
        self.depth = 0

    def put(self, line: str) -> None:
        """Append a line at the current indentation."""
        self.lines.append("    " * self.depth + line)

    def print(self) -> list[str]:
        """Return the lines of the function."""
        function = self.function
        params = ["S", *(local.name for local in function.params)]
        if function.kind == "menu":
            params.append("out")
        if self.program.traced and function.kind in REASONING:
            params.append("R=None")
        self.put(f"def {function.name}({', '.join(params)}):")
        self.depth = 1
        if function.kind == "options":
            self.put("out = []")
        self.body(function.body)
        if function.kind in ("menu", "options"):
            self.put("return out")
        return self.lines

    def body(self, body: ir.Body) -> None:
        """Print the statements of a body; consecutive offers become one statement."""
        if not body:
            self.put("pass")
        offers: list[ir.Offer] = []
        for stmt in body:
            if isinstance(stmt, ir.Offer):
                offers.append(stmt)
            else:
                self._offer(offers)
                self.statement(stmt)
        self._offer(offers)

    def _offer(self, offers: list[ir.Offer]) -> None:
        """Print choices that are listed one after the other, if there are any."""
        codes = [self._code(offer.code, offer.extra) for offer in offers]
        if codes:
            self.put(f"out.append({codes[0]})" if len(codes) == 1 else f"out += ({', '.join(codes)})")
        offers.clear()

    @contextmanager
    def _block(self, head: str) -> Iterator[None]:
        self.put(head)
        self.depth += 1
        yield
        self.depth -= 1

    def _within(self, head: str, body: ir.Body) -> None:
        with self._block(head):
            self.body(body)

    def statement(self, stmt: ir.Stmt) -> None:  # noqa: C901, PLR0912 - one case for each node
        """Print one statement."""
        match stmt:
            case ir.If(cases, otherwise):
                word = "if"
                for test, body in cases:
                    self._within(f"{word} {self.test(test)}:", body)
                    word = "elif"
                if otherwise:
                    self._within("else:", otherwise)
            case ir.For():
                order = self.each(stmt.things)
                if stmt.start is not None:
                    order = f"around({self.value(stmt.things)}, {self.value(stmt.start)})"
                if stmt.key is not None:
                    order = f"sorted({order}, key=lambda {stmt.var.name}: {self.value(stmt.key)})"
                self._within(f"for {stmt.var.name} in {order}:", stmt.body)
            case ir.Count(var, low, high, body, steps, site):
                numbers = f"times({self.value(low)}, {self.value(high)}, {steps:d}, {site})"
                if not steps:
                    numbers = f"range({self.value(low)}, {self.printed(high).at(SUM)} + 1)"
                self._within(f"for {var.name} in {numbers}:", body)
            case ir.Once(body):
                with self._block("while True:"):
                    self.body(body)
                    self.put("break")
            case ir.Break():
                self.put("break")
            case ir.Continue():
                self.put("continue")
            case ir.Return(value):
                match value:
                    case None:
                        self.put("return")
                    case ir.Text():
                        self.put(f"return {self._text(value)}")
                    case _:
                        self.put(f"return {self.value(value)}")
            case ir.Go(block):
                called = self.shared.called.get(self.function.name, {})
                if isinstance(block, ir.Const) and block.value in called:
                    self.put(f"return {called[block.value]}(S)")
                else:
                    self.put(f"return {self.value(block)}")
            case ir.Ask(question):
                self._ask(question)
            case _:
                self._straight(stmt)

    def _straight(self, stmt: ir.Change | ir.Output) -> None:  # noqa: C901, PLR0912 - one case for each node
        """Print a statement that does not affect control flow."""
        match stmt:
            case ir.Let(local, value):
                self.put(f"{local.name} = {self.value(value)}")
            case ir.Store(slots, values):
                self._store(slots, values)
            case ir.Clear(field):
                length = field.count * field.words
                at = field.start
                self.put(f"S[{at}] = 0" if length == 1 else f"S[{at}:{at + length}] = {[0] * length}")
            case ir.Check(value, low, high, name, site):
                text = self.value(value)
                with self._block(f"if not {low} <= {text} <= {high}:"):
                    self.put(f"out_of_range({site}, {name!r}, {text}, {low}, {high})")
            case ir.Do():
                self._do(stmt)
            case ir.Roll():
                self._roll(stmt)
            case ir.NextSeat(who, turn, rest):
                who_, turn_, rest_ = self.slot(who), self.slot(turn), self.slot(rest)
                self.put(f"{who_}, {turn_}, {rest_} = SEATS_FROM[{turn_}][{rest_}]")
            case ir.LineUp(field, var, things, key):
                self.put(f"k = sorted({self.each(things)}, key=lambda {var.name}: {self.value(key)})")
                self.put(f"S[{field.start} : {field.start} + len(k)] = k")
            case ir.Perform(name, args):
                self.put(f"{name}({', '.join(('S', *map(self.value, args)))})")
            case ir.Dispatch(piece, functions, args):
                follow = f"{self.shared.follow(functions)}[{piece.name}]"
                with self._block(f"if {follow} is not None:"):
                    self.put(f"{follow}({', '.join(('S', *map(self.value, args)))})")
            case ir.Push(circle, back):
                self._push(self.program.circles[circle], self.value(back))
            case ir.Pop(circle, local):
                self._pop(self.program.circles[circle], local.name)
            case _:
                self._output(stmt)

    def _output(self, stmt: ir.Output) -> None:
        """Print a statement that lists choices or notes something."""
        match stmt:
            case ir.Offer():
                self._offer([stmt])
            case ir.OfferEach(code, extra, things):
                with self.folding():
                    self.put(f"out += [{self._code(code, extra)} + x for x in {self.each(things)}]")
            case ir.OfferRange(code, extra, low, high):
                if extra is None:
                    self.put(f"out += {self.shared.numbered(code)}({self.value(low)}, {self.value(high)})")
                    return
                base = self._code(code, extra)
                self.put(f"out += range({base} + {self.atom(low)}, {base} + {self.atom(high)} + 1)")
            case ir.ListMenu(name, args):
                reasons = ["R"] if self.program.traced else []
                self.put(f"{name}({', '.join(['S', *map(self.value, args), 'out', *reasons])})")
            case ir.Trace(kind, parts):
                self.put(f"LOG.append({self._event(kind, parts)})")
            case ir.Reason(kind, parts):
                if self.function.kind in REASONING:
                    self.put(f"if R is not None: R.append({self._event(kind, parts)})")
            case ir.Mark(number):
                self.put(f"MARKS[{number}] = 1")
            case _:
                assert_never(stmt)

    # -- names and the vector

    def _store(self, slots: tuple[ir.Slot, ...], values: tuple[ir.Expr, ...]) -> None:
        if all(slot.field.words == 1 for slot in slots):
            left = ", ".join(self.slot(slot) for slot in slots)
            if len(slots) == 1 and self._changed_in_place(slots[0], values[0]):
                return
            self.put(f"{left} = {', '.join(self.value(value) for value in values)}")
            return
        names = [f"w{i}" for i in range(len(slots))]
        self.put(f"{', '.join(names)} = {', '.join(self.value(value) for value in values)}")
        for slot, name in zip(slots, names, strict=True):
            for word in range(slot.field.words):
                part = f"{name} >> {WORD * word} & {MASK}" if slot.field.words > 1 else name
                self.put(f"{self.slot(slot, word)} = {part}")

    def _changed_in_place(self, slot: ir.Slot, value: ir.Expr) -> bool:
        """Print a store that combines a slot's own value with another as an augmented assignment."""
        match value:
            case ir.Arith("+" | "-" as op, ir.Slot() as old, more) if old == slot:
                self.put(f"{self.slot(slot)} {op}= {self.value(more)}")
            case ir.Join("|" | "&" as op, ir.Slot() as old, more) if old == slot:
                self.put(f"{self.slot(slot)} {op}= {self.value(more)}")
            case ir.Join("-", ir.Slot() as old, more) if old == slot:
                self.put(f"{self.slot(slot)} &= ~{self.printed(more).at(UNARY)}")
            case _:
                return False
        return True

    def _push(self, circle: ir.Circle, back: str) -> None:
        start, length, depth = circle.start, circle.length, f"S[{circle.depth.start}]"
        self.put(f"k = {circle.kept.start} + {depth} * {length + 1}")
        self.put(f"S[k : k + {length}] = S[{start} : {start + length}]")
        self.put(f"S[k + {length}] = {back}")
        self.put(f"{depth} += 1")

    def _pop(self, circle: ir.Circle, local: str) -> None:
        start, length, depth = circle.start, circle.length, f"S[{circle.depth.start}]"
        self.put(f"{depth} -= 1")
        self.put(f"k = {circle.kept.start} + {depth} * {length + 1}")
        self.put(f"{local} = S[k + {length}]")
        self.put(f"S[{start} : {start + length}] = S[k : k + {length}]")

    # -- helpers with effects

    def _do(self, stmt: ir.Do) -> None:
        if stmt.helper == "note_lap":
            mark, *fields = (address.field for address in stmt.args if isinstance(address, ir.Address))
            parts = " + ".join(f"S[{f.start}:{f.start + f.count * f.stride}]" for f in fields)
            self.put(f"S[{mark.start}] = lap_noted({parts}, S[{mark.start}])")
            return
        given = ["S", *map(self.value, stmt.args)]
        name = stmt.helper.replace("_", "")
        if stmt.helper == "move_all":
            given[1] = self.each(stmt.args[0])
        if stmt.stream:
            given.append(f"KEY[{stmt.stream!r}]")
        if stmt.helper == "distinct_choices":
            self.put(f"out[:] = {name}_{safe(stmt.domain)}(S, out, {given[1]})")
        else:
            self.put(f"{name}_{safe(stmt.domain)}({', '.join(given)})")

    def _roll(self, stmt: ir.Roll) -> None:
        low, high = self.value(stmt.low), self.value(stmt.high)
        if not (isinstance(stmt.low, ir.Const) and isinstance(stmt.high, ir.Const)):
            high = f"die({low}, {high}, {stmt.site})"
        self.put(f"{stmt.local.name} = roll(S, {low}, {high}, {stmt.counter.start}, {stmt.stream!r})")

    def _code(self, code: int, extra: ir.Expr | None) -> str:
        if extra is None or isinstance(extra, ir.Const):
            return str(code + (0 if extra is None else extra.value))
        return f"{code} + {self.printed(extra).at(SUM)}"

    # -- texts and events

    def _event(self, kind: str, parts: tuple[ir.Part, ...]) -> str:
        return f"({', '.join([repr(kind), *map(self._part, parts)])})"

    def _part(self, part: ir.Part) -> str:
        match part:
            case None | str():
                return repr(part)
            case ir.Text():
                return self._text(part)
            case _:
                return self.value(part)

    def _text(self, text: ir.Text) -> str:
        parts = [
            repr(p) if isinstance(p, str) else f"({(p.shape.how, p.shape.domain)}, {self.value(p.value)})"
            for p in text.parts
        ]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    def _ask(self, question: int) -> None:
        """The plain build lists the choices at once."""
        if self.program.traced:
            self.put(f"return {~question}")
            return
        self.put(f"S[0] = {~question}")
        self.put(f"return {self._listed(question)}")

    def _listed(self, question: int) -> str:
        """Return the choices of a question as one expression."""
        name = self.program.questions[question].options
        match self.program.functions[name].body:
            case (ir.OfferEach(code, None, things),) if not isinstance(things, ir.Invoke | ir.Const):
                return f"{self.shared.listed(code, things.type)}[{self.value(things)}]"
        return f"{name}(S)"
