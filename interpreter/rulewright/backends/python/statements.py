"""Prints the functions of a program as Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.backends.python.expressions import REASONING, SUM, UNARY, ExpressionPrinter, is_small
from rulewright.backends.python.helpers import helper_name
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


class FunctionPrinter(ExpressionPrinter):
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
        if function.kind == "would":
            self.put("S = S[:]")
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
                self._print_offers(offers)
                self.statement(stmt)
        self._print_offers(offers)

    def _print_offers(self, offers: list[ir.Offer]) -> None:
        """Print choices that are listed one after the other, if there are any."""
        codes = [self._choice_code(offer.code, offer.extra) for offer in offers]
        if codes:
            self.put(f"out.append({codes[0]})" if len(codes) == 1 else f"out += ({', '.join(codes)})")
        offers.clear()

    @contextmanager
    def _indented_block(self, head: str) -> Iterator[None]:
        self.put(head)
        self.depth += 1
        yield
        self.depth -= 1

    def _print_within(self, head: str, body: ir.Body) -> None:
        with self._indented_block(head):
            self.body(body)

    def statement(self, stmt: ir.Stmt) -> None:  # noqa: C901, PLR0912 - one case for each node
        """Print one statement."""
        match stmt:
            case ir.If(cases, otherwise):
                word = "if"
                for test, body in cases:
                    self._print_within(f"{word} {self.test(test)}:", body)
                    word = "elif"
                if otherwise:
                    self._print_within("else:", otherwise)
            case ir.For():
                order = self.each(stmt.things)
                if stmt.start is not None:
                    order = f"around({self.value(stmt.things)}, {self.value(stmt.start)})"
                if stmt.key is not None:
                    order = f"sorted({order}, key=lambda {stmt.var.name}: {self.value(stmt.key)})"
                self._print_within(f"for {stmt.var.name} in {order}:", stmt.body)
            case ir.Count(var, low, high, body, steps, site):
                numbers = f"times({self.value(low)}, {self.value(high)}, {steps:d}, {site})"
                if not steps:
                    numbers = f"range({self.value(low)}, {self.printed(high).at(SUM)} + 1)"
                self._print_within(f"for {var.name} in {numbers}:", body)
            case ir.Once(body):
                with self._indented_block("while True:"):
                    self.body(body)
                    self.put("break")
            case ir.Break():
                self.put("break")
            case ir.Continue():
                self.put("continue")
            case ir.Return(value):
                self.put("return" if value is None else f"return {self._part_text(value)}")
            case ir.Go(block):
                called = self.shared.called.get(self.function.name, {})
                if isinstance(block, ir.Const) and block.value in called:
                    self.put(f"return {called[block.value]}(S)")
                else:
                    self.put(f"return {self.value(block)}")
            case ir.Ask(question):
                if self.program.traced:
                    self.put(f"return {~question}")
                else:
                    self.put(f"S[0] = {~question}")
                    self.put(f"return {self._choices_at(question)}")
            case _:
                self._print_straight(stmt)

    def _print_straight(self, stmt: ir.Change | ir.Output) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each node
        """Print a statement that does not affect control flow."""
        match stmt:
            case ir.Let(local, value):
                self.put(f"{local.name} = {self.value(value)}")
            case ir.Store(slots, values):
                self._print_store(slots, values)
            case ir.Clear(field):
                at, length = field.start, field.count * field.words
                self.put(f"S[{at}] = 0" if length == 1 else f"S[{at}:{at + length}] = {[0] * length}")
            case ir.Check(value, low, high, name, site, limit):
                text = self.value(value)
                given = f"{site}, {name!r}, {high}" if limit else f"{site}, {name!r}, {text}, {low}, {high}"
                with self._indented_block(f"if not {low} <= {text} <= {high}:"):
                    self.put(f"{'no_more' if limit else 'out_of_range'}({given})")
            case ir.Do():
                self.put(self._helper_call(stmt))
            case ir.Roll(local, first, last, counter, stream, site):
                highest = self.value(last)
                if not (isinstance(first, ir.Const) and isinstance(last, ir.Const)):
                    highest = f"die({self.value(first)}, {highest}, {site})"
                self.put(f"{local.name} = roll(S, {self.value(first)}, {highest}, {counter.start}, {stream!r})")
            case ir.NextSeat(who, turn, rest):
                who_, turn_, rest_ = self.slot(who), self.slot(turn), self.slot(rest)
                self.put(f"{who_}, {turn_}, {rest_} = SEATS_FROM[{turn_}][{rest_}]")
            case ir.LineUp(field, var, things, key):
                self.put(f"k = sorted({self.each(things)}, key=lambda {var.name}: {self.value(key)})")
                self.put(f"S[{field.start} : {field.start} + len(k)] = k")
            case ir.Perform(name, args):
                given = ", ".join(("S", *map(self.value, args)))
                quiet = self.function.kind == "would" and self.program.traced
                self.put(f"quietly({name}, {given})" if quiet else f"{name}({given})")
            case ir.Dispatch(piece, functions, args):
                follow = f"{self.shared.follow(functions)}[{piece.name}]"
                with self._indented_block(f"if {follow} is not None:"):
                    self.put(f"{follow}({', '.join(('S', *map(self.value, args)))})")
            case ir.Push(number, back, site):
                depth, frames, kept, block = self._circle_parts(number)
                if site >= 0:
                    with self._indented_block(f"if {depth} == {self.program.circles[number].most}:"):
                        self.put(f"no_room({site})")
                self.put(kept)
                self.put(f"{frames[1]} = {frames[0]}")
                self.put(f"{block} = {self.value(back)}")
                self.put(f"{depth} += 1")
            case ir.Pop(number, local):
                depth, frames, kept, block = self._circle_parts(number)
                self.put(f"{depth} -= 1")
                self.put(kept)
                self.put(f"{local.name} = {block}")
                self.put(f"{frames[0]} = {frames[1]}")
            case ir.Offer():
                self._print_offers([stmt])
            case ir.OfferEach(code, extra, things):
                with self.folding():
                    self.put(f"out += [{self._choice_code(code, extra)} + x for x in {self.each(things)}]")
            case ir.OfferRange(code, None, first, last):
                self.put(f"out += {self.shared.numbered(code)}({self.value(first)}, {self.value(last)})")
            case ir.OfferRange(code, extra, first, last):
                base = self._choice_code(code, extra)
                self.put(f"out += range({base} + {self.atom(first)}, {base} + {self.atom(last)} + 1)")
            case ir.ListMenu(name, args):
                reasons = ["R"] if self.program.traced else []
                self.put(f"{name}({', '.join(['S', *map(self.value, args), 'out', *reasons])})")
            case ir.Trace(kind, parts):
                self.put(f"LOG.append({self._event_text(kind, parts)})")
            case ir.Reason(kind, parts):
                if self.function.kind in REASONING:
                    self.put(f"if R is not None: R.append({self._event_text(kind, parts)})")
            case ir.Mark(number):
                self.put(f"MARKS[{number}] = 1")
            case _:
                assert_never(stmt)

    def _circle_parts(self, number: int) -> tuple[str, tuple[str, str], str, str]:
        """Return the texts for a circle: its depth, its frames and their copy, `k`, and the block to return to.

        With a frame of 3 integers at 10 and copies from 100 on, the second nesting keeps `S[10 : 13]` in
        `S[104 : 107]`, and in `S[107]` the block to return to.
        """
        circle = self.program.circles[number]
        start, length, depth = circle.start, circle.length, f"S[{circle.depth.start}]"
        frames = f"S[{start} : {start + length}]", f"S[k : k + {length}]"
        return depth, frames, f"k = {circle.kept.start} + {depth} * {length + 1}", f"S[k + {length}]"

    # -- names and the vector

    def _print_store(self, slots: tuple[ir.Slot, ...], values: tuple[ir.Expr, ...]) -> None:
        if all(slot.field.words == 1 for slot in slots):
            stored = len(slots) == 1 and self._changed_in_place(slots[0], values[0])
            left = ", ".join(self.slot(slot) for slot in slots)
            self.put(stored or f"{left} = {', '.join(map(self.value, values))}")
            return
        names = [f"w{i}" for i in range(len(slots))]
        self.put(f"{', '.join(names)} = {', '.join(map(self.value, values))}")
        for slot, name in zip(slots, names, strict=True):
            for word in range(slot.field.words):
                part = f"{name} >> {WORD * word} & {MASK}" if slot.field.words > 1 else name
                self.put(f"{self.slot(slot, word)} = {part}")

    def _changed_in_place(self, slot: ir.Slot, value: ir.Expr) -> str:
        """Return an augmented assignment for a store that combines a slot's own value with another; else nothing."""
        match value:
            case ir.Arith("+" | "-" as op, old, more) | ir.Join("|" | "&" as op, old, more) if old == slot:
                return f"{self.slot(slot)} {op}= {self.value(more)}"
            case ir.Join("-", old, more) if old == slot:
                return f"{self.slot(slot)} &= ~{self.printed(more).at(UNARY)}"
            case _:
                return ""

    # -- helpers with effects

    def _helper_call(self, stmt: ir.Do) -> str:
        if stmt.helper == "note_lap":
            mark, *fields = (address.field for address in stmt.args if isinstance(address, ir.Address))
            parts = " + ".join(f"S[{start}:{end}]" for start, end in _stretches(fields))
            return f"S[{mark.start}] = lap_noted({parts}, S[{mark.start}])"
        name, given = helper_name(stmt.helper, stmt.domain), ["S", *map(self.value, stmt.args)]
        if stmt.helper == "distinct_choices":
            return f"out[:] = {name}(S, out, {given[1]})"
        if stmt.helper in ("move_all", "show"):
            given[1] = self.each(stmt.args[0])
        return f"{name}({', '.join([*given, *([f'KEY[{stmt.stream!r}]'] if stmt.stream else [])])})"

    def _choice_code(self, code: int, extra: ir.Expr | None) -> str:
        if extra is None or isinstance(extra, ir.Const):
            return str(code + (0 if extra is None else extra.value))
        return f"{code} + {self.printed(extra).at(SUM)}"

    def _event_text(self, kind: str, parts: tuple[ir.Part, ...]) -> str:
        return f"({', '.join([repr(kind), *map(self._part_text, parts)])})"

    def _part_text(self, part: ir.Part) -> str:
        match part:
            case None | str():
                return repr(part)
            case ir.Text(shown):
                parts = [
                    repr(p) if isinstance(p, str) else f"({(p.shape.how, p.shape.domain)}, {self.value(p.value)})"
                    for p in shown
                ]
                return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
            case _:
                return self.value(part)

    def _choices_at(self, question: int) -> str:
        """Return the choices of a question as one expression; the plain build lists them at once."""
        name = self.program.questions[question].options
        match self.program.functions[name].body:
            case (ir.OfferEach(code, None, things),) if not isinstance(things, ir.Invoke | ir.Const):
                return f"{self.shared.listed(code, things.type)}[{self.value(things)}]"
        return f"{name}(S)"


def _stretches(fields: Iterable[ir.Field]) -> list[tuple[int, int]]:
    """Return where the stretches of the vector begin and end that these fields fill."""
    found: list[tuple[int, int]] = []
    for start, end in sorted((each.start, each.start + each.count * each.stride) for each in fields):
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, end))
    return found
