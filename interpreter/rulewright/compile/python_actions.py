"""Writes what is done as Python lines over the vector `S`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.types import Domain
from rulewright.compile import blocks as b
from rulewright.compile.entries import WORD
from rulewright.compile.inline import expand
from rulewright.compile.layout import supply_slot, value_words, words
from rulewright.compile.python_values import Writer, _safe, _wrap
from rulewright.diagnostics import Span

NAMES = re.compile(r"\b[vx]\d+\b")


@dataclass(slots=True)
class Spans:
    """Places in the rule files by number, as compiled rules speak of them."""

    listed: list[tuple[Span, str]] = field(default_factory=list)
    numbers: dict[tuple[Span, str], int] = field(default_factory=dict)

    def number(self, span: Span, rule: str) -> int:
        if (span, rule) not in self.numbers:
            self.numbers[span, rule] = len(self.listed)
            self.listed.append((span, rule))
        return self.numbers[span, rule]


@dataclass(slots=True)
class Open:
    """A block being written: where its head is, and the values written ahead in it."""

    at: int
    depth: int
    filled: bool = False
    values: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class Emitter:
    """Collects lines; `traced` adds the lines that tell what happened."""

    writer: Writer
    spans: Spans
    traced: bool
    procedure_names: dict[int, str]
    discards: dict[str, c.Place]
    lines: list[str] = field(default_factory=list)
    depth: int = 1
    rule: str = ""
    follows: dict[tuple[str, ...], str] = field(default_factory=dict)
    """What pieces say for a step, by piece: tables of functions."""
    open: list[Open] = field(default_factory=list)
    laps: tuple[str, str] = ("", "")
    """In laps without questions: the Python names of those still in, and of the one whose turn it is."""
    stops: str = ""
    """In a loop without questions that goes in laps: the Python name of those still in."""

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)
        if self.open:
            self.open[-1].filled = True

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """An indented block; an empty one does nothing."""
        self.put(head)
        self.open.append(Open(len(self.lines) - 1, self.depth))
        self.depth += 1
        self.writer.level += 1
        yield
        if not self.open[-1].filled:
            self.put("pass")
        self.open.pop()
        self.writer.level -= 1
        self.depth -= 1

    def ahead(self, text: str) -> str:
        """Write a value before the blocks that it does not depend on; equal values once. Return its name."""
        names = NAMES.findall(text)
        level = max([self.writer.level_of.get(name, 0) for name in names], default=0)
        if level > len(self.open) or not self.open:
            return text
        level = max(level, 1)
        for outer in self.open[: level]:
            if text in outer.values:
                return outer.values[text]
        self.writer.fresh += 1
        name = f"w{self.writer.fresh}"
        self.open[level - 1].values[text] = name
        self._insert(level, f"{name} = {text}")
        return name

    def _insert(self, level: int, line: str) -> None:
        if level >= len(self.open):
            self.put(line)
            return
        at, depth = self.open[level].at, self.open[level].depth
        self.lines.insert(at, "    " * depth + line)
        for block in self.open[level:]:
            block.at += 1

    def value(self, value: c.Value) -> str:
        return self.writer.write(expand(value))

    def span(self, span: Span) -> int:
        return self.spans.number(span, self.rule)

    def note(self, what: str, *parts: str) -> None:
        """In the traced build: remember what happened."""
        if self.traced:
            self.put(f"LOG.append(({what!r}, {', '.join(parts)}))")

    def action(self, action: b.Line) -> None:
        """Write one action."""
        getattr(self, f"_{type(action).__name__.lower().rstrip('_')}")(action)

    def actions(self, actions: list[c.Action]) -> None:
        for action in actions:
            self.action(action)

    # -- names

    def store(self, var: c.Var, text: str) -> None:
        """Give a variable a value, wherever it is kept."""
        if id(var) in self.writer.env:
            self.put(f"{self.writer.env[id(var)]} = {text}")
        elif id(var) in self.writer.frames:
            self.store_words(str(self.writer.frames[id(var)]), value_words(var.type), text)
        else:
            self.put(f"{self.writer.local(var)} = {text}")

    def store_words(self, where: str, count: int, text: str) -> None:
        if count == 1:
            self.put(f"S[{where}] = {text}")
            return
        self.put(f"w = {text}")
        for word in range(count):
            self.put(f"S[{where} + {word}] = w >> {WORD * word} & {(1 << WORD) - 1}")

    def _let(self, action: c.Let) -> None:
        self.store(action.var, self.value(action.value))

    def _setslots(self, line: b.SetSlots) -> None:
        simple: list[tuple[int, str]] = []
        wide: list[tuple[int, c.Value]] = []
        for slot, value in line.pairs:
            if isinstance(value, b.Block):
                simple.append((slot, str(value.number)))
            elif isinstance(value, int):
                simple.append((slot, str(value)))
            elif value_words(value.type) == 1:
                simple.append((slot, self.value(value)))
            else:
                wide.append((slot, value))
        kept = [(f"S[{slot}]", text) for slot, text in simple if text != f"S[{slot}]"]
        if kept:
            self.put(f"{', '.join(left for left, _ in kept)} = {', '.join(text for _, text in kept)}")
        for slot, value in wide:
            self.store_words(str(slot), value_words(value.type), self.value(value))

    # -- numbers

    def _assign(self, action: c.Assign) -> None:
        stored = action.target.stored
        if stored.as_mask:
            self._assign_mark(action)
            return
        per = value_words(stored.type)
        where = self.writer.place_of(self.writer.layout.slot(stored), stored.keys, self._keys(action.target.keys), per)
        text = self.value(action.value)
        if action.operator != "=":
            self.put(f"i = {where}")
            where, text = "i", f"S[i] {action.operator} {_wrap(text)}"
        if stored.type.how == "number":
            self.put(f"n = {text}")
            self._check(stored, action.span)
            text = "n"
        self.store_words(where, per, text)
        self.note("set", str(self.span(action.span)), repr(stored.name), where, text if per == 1 else "0")

    def _keys(self, keys: tuple[c.Value, ...]) -> tuple[c.Value, ...]:
        return tuple(expand(key) for key in keys)

    def _check(self, stored: c.Stored, span: Span) -> None:
        with self.block(f"if not {stored.type.low} <= n <= {stored.type.high}:"):
            self.put(f"out_of_range({self.span(span)}, {stored.name!r}, n, {stored.type.low}, {stored.type.high})")

    def _assign_mark(self, action: c.Assign) -> None:
        things = c.Singleton(action.target.keys[0], action.target.keys[0].type.as_set())
        with self.block(f"if {self.value(action.value)}:"):
            self._markall(c.MarkAll(action.target.stored, things, True, action.span))
        with self.block("else:"):
            self._markall(c.MarkAll(action.target.stored, things, False, action.span))

    def _markall(self, action: c.MarkAll) -> None:
        axis = action.stored.keys[0]
        slot, count = self.writer.layout.slot(action.stored), words(None, axis.size)
        mask = self.value(action.things)
        if axis.start:
            mask = f"({mask} >> {axis.start})"
        if count == 1:
            self.put(f"S[{slot}] |= {mask}" if action.on else f"S[{slot}] &= ~{_wrap(mask)}")
        else:
            old = self.writer.load(slot, count)
            self.store_words(str(slot), count, f"{old} | {mask}" if action.on else f"{old} & ~{_wrap(mask)}")

    def _gain(self, action: c.Gain) -> None:
        stored = action.amount
        self.put(f"n = {self.value(action.number)}")
        if stored.supply is not None and action.sign > 0:
            self.put(f"n = min(n, S[{supply_slot(self.writer.layout, stored)}])")
        self.put(f"i = {self._amount_at(stored, action.seat)}")
        if stored.supply is not None:
            self.put(f"S[{supply_slot(self.writer.layout, stored)}] {'-' if action.sign > 0 else '+'}= n")
        self.note("take" if action.sign > 0 else "pay", str(self.span(action.span)), repr(stored.name),
                  self.value(action.seat), "n")  # fmt: skip
        self.put(f"n = S[i] {'+' if action.sign > 0 else '-'} n")
        self._check(stored, action.span)
        self.put("S[i] = n")

    def _amount_at(self, stored: c.Stored, seat: c.Value) -> str:
        keys = (expand(seat),) if stored.keys else ()
        return self.writer.place_of(self.writer.layout.slot(stored), stored.keys, keys)

    def _transfer(self, action: c.Transfer) -> None:
        stored = action.amount
        self.put(f"m = {self.value(action.number)}")
        self.note("give", str(self.span(action.span)), repr(stored.name), self.value(action.payer),
                  self.value(action.payee), "m")  # fmt: skip
        for seat, sign in ((action.payer, "-"), (action.payee, "+")):
            self.put(f"i = {self._amount_at(stored, seat)}")
            self.put(f"n = S[i] {sign} m")
            self._check(stored, action.span)
            self.put("S[i] = n")

    # -- pieces

    def _piece(self, value: c.Value, span: Span) -> str:
        text = self.value(value)
        return f"need({text}, {self.span(span)})" if value.type.optional else text

    def _moveto(self, action: c.MoveTo) -> None:
        domain = action.things.type.domain
        assert domain is not None
        name = _safe(domain.name)
        if action.place is None:
            self._discard(action, domain)
            return
        place = self.writer.place_number(action.place, self._keys(action.keys))
        if action.things.type.how == "one":
            self.put(f"move_{name}(S, {self._piece(action.things, action.span)}, {place})")
        else:
            self.put(f"move_all_{name}(S, BITS[{self.value(action.things)}], {place})")

    def _discard(self, action: c.MoveTo, domain: Domain) -> None:
        name = _safe(domain.name)
        kind = action.things.type.kind
        if kind is not None:
            to = str(self.writer.layout.of_place(self.discards[kind.name]).first)
        else:
            table = [
                self.writer.layout.of_place(self.discards[k.name]).first if k.name in self.discards else -1
                for k in domain.kinds
                for _ in range(k.size)
            ]
            to = f"{self.writer.tables.name(table)}[p]"
        if action.things.type.how == "one":
            self.put(f"p = {self._piece(action.things, action.span)}")
            self.put(f"move_{name}(S, p, {to})")
            return
        with self.block(f"for p in BITS[{self.value(action.things)}]:"):
            self.put(f"move_{name}(S, p, {to})")

    def _drawfrom(self, action: c.DrawFrom) -> None:
        name = _safe(action.stack.pieces.name)
        stack = self.writer.place_number(action.stack, self._keys(action.stack_keys))
        place = self.writer.place_number(action.place, self._keys(action.keys))
        stream = f"shuffle {action.stack.name}"
        counter = self.writer.layout.stream(stream)
        self.put(f"draw_{name}(S, {self.value(action.number)}, {stack}, {place}, {counter}, KEY[{stream!r}])")

    def _shufflestack(self, action: c.ShuffleStack) -> None:
        name = _safe(action.place.pieces.name)
        place = self.writer.place_number(action.place, self._keys(action.keys))
        counter = self.writer.layout.stream(action.stream)
        self.put(f"shuffle_{name}(S, {place}, {counter}, KEY[{action.stream!r}])")

    def _rolldie(self, action: c.RollDie) -> None:
        counter = self.writer.layout.stream(action.stream)
        low, high = self.value(action.low), self.value(action.high)
        self.store(action.var, f"roll(S, {low}, {high}, {counter}, {action.stream!r})")
        self.note("roll", str(self.span(action.span)), repr(action.var.name), self.writer.name_of(action.var))

    def _swappieces(self, action: c.SwapPieces) -> None:
        domain = action.left.type.domain
        assert domain is not None
        left, right = self._piece(action.left, action.span), self._piece(action.right, action.span)
        self.put(f"swap_{_safe(domain.name)}(S, {left}, {right})")

    # -- order

    def _perform(self, action: c.Perform) -> None:
        given = ", ".join(self.value(a) for a in action.arguments)
        self.put(f"{self.procedure_names[id(action.step)]}(S, {given})")

    def _dispatch(self, action: c.Dispatch) -> None:
        domain = action.piece.type.domain
        assert domain is not None
        names = [
            next((self.procedure_names[id(step)] for mask, step in action.cases if mask >> p & 1), "None")
            for p in range(domain.size)
        ]
        follow = self.follows.setdefault(tuple(names), f"FOLLOW{len(self.follows)}")
        self.put(f"p = {self._piece(action.piece, action.span)}")
        with self.block(f"if {follow}[p] is not None:"):
            self.put(f"{follow}[p](S, {self.value(action.player)}, p)")

    def _branch(self, action: c.Branch) -> None:
        word = "if"
        for test, body in action.cases:
            with self.block(f"{word} {self.value(test)}:"):
                self.actions(body)
            word = "elif"
        if not action.cases:
            self.actions(action.otherwise)
        elif action.otherwise:
            with self.block("else:"):
                self.actions(action.otherwise)

    def _loop(self, action: c.Loop) -> None:
        things = self.value(action.things)
        if action.laps:
            self._pure_laps(action, things)
            return
        order = f"BITS[{things}]"
        if action.start is not None:
            start = self.value(action.start)
            plus = " + 1" if action.direction == "after" else ""
            order = f"around({things}, {start}{plus})"
        name = self.writer.local(action.var)
        if action.by is not None:
            order = f"sorted({order}, key=lambda {name}: {self.value(action.by)})"
        with self.block(f"for {name} in {order}:"):
            self._loop_body(action.body)

    def _pure_laps(self, action: c.Loop, things: str) -> None:
        start = self.value(action.start) if action.start is not None else "0"
        plus = " + 1" if action.direction == "after" else ""
        self.writer.fresh += 1
        still, before = f"still{self.writer.fresh}", f"before{self.writer.fresh}"
        self.put(f"{still}, {before} = {things}, None")
        with self.block(f"while {still} and {before} != (S, {still}):"):
            self.put(f"{before} = (S.copy(), {still})")
            name = self.writer.local(action.var)
            order = f"around({still}, {start}{plus})"
            if action.by is not None:
                order = f"sorted(BITS[{still}], key=lambda {name}: {self.value(action.by)})"
            elif action.things.type.domain is None or action.things.type.domain.how != "player":
                order = f"BITS[{still}]"
            with self.block(f"for {name} in {order}:"):
                if action.until is not None:
                    with self.block(f"if {self.value(action.until)}:"):
                        self.put(f"{still} = 0")
                        self.put("break")
                self._laps_body(action, still, name)

    def _laps_body(self, action: c.Loop, still: str, name: str) -> None:
        around, self.laps = self.laps, (still, name)
        self._loop_body(action.body, still)
        self.laps = around

    def _loop_body(self, body: list[c.Action], still: str = "") -> None:
        """A loop's body; `still` is the set of those still in when `stop` leaves laps."""
        around, self.stops = self.stops, still
        self.actions(body)
        self.stops = around

    def _count(self, action: c.Count_) -> None:
        low, high = self.value(action.low), self.value(action.high)
        with self.block(f"for {self.writer.local(action.var)} in range({low}, {high} + 1):"):
            self._loop_body(action.body)

    def _leave(self, action: c.Leave) -> None:
        if action.how == "out":
            self.put(f"{self.laps[0]} &= ~(1 << {self.laps[1]})")
            self.put("continue")
        else:
            if self.stops:
                self.put(f"{self.stops} = 0")
            self.put("break")

    def _scorepoints(self, action: c.ScorePoints) -> None:
        if action.condition is None:
            self.put(f"total += {self.value(action.points)}")
            return
        with self.block(f"if {self.value(action.condition)}:"):
            self.put(f"total += {self.value(action.points)}")

    def _say(self, action: c.Say) -> None:
        if self.traced:
            self.note("say", str(self.span(action.span)), self.text(action.text))

    def text(self, text: c.Text) -> str:
        """A text as a tuple of words and (type, value) pairs."""
        parts = [repr(p) if isinstance(p, str) else f"({type_key(p.type)!r}, {self.value(p)})" for p in text.parts]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    # -- lines that only blocks have

    def _picknext(self, line: b.PickNext) -> None:
        rest = self.writer.load(line.rest, line.width)
        if line.order == "seats":
            self.put(f"p = seat_from({rest}, S[{line.turn}])")
            self.put(f"S[{line.turn}] = p + 1")
        elif line.order == "line":
            start, size = line.line
            self.put(f"p = next(x for x in S[{start} : {start + size}] if {rest} >> x & 1)")
        else:
            self.put(f"p = first({rest})")
        self.store_words(str(line.rest), line.width, f"{rest} ^ (1 << p)")
        self.store(line.var, "p")

    def _lineup(self, line: b.LineUp) -> None:
        things = self.value(line.things)
        name = self.writer.local(line.var)
        self.put(f"k = sorted(BITS[{things}], key=lambda {name}: {self.value(line.key)})")
        del self.writer.env[id(line.var)]
        self.put(f"S[{line.start} : {line.start} + len(k)] = k")

    def _dropseat(self, line: b.DropSeat) -> None:
        self.put(f"S[{line.still_in}] &= ~(1 << {self.writer.name_of(line.var)})")

    def _enter(self, line: b.Enter) -> None:
        if line.step.heading is not None and self.traced:
            self.note("heading", str(self.spans.number(line.step.span, line.step.name)), self.text(line.step.heading))
        for stored in line.step.resets:
            slot = self.writer.layout.slot(stored)
            count = words(None, stored.keys[0].size) if stored.as_mask else stored.keys[0].size
            self.put(f"S[{slot}] = 0" if count == 1 else f"S[{slot}:{slot + count}] = {[0] * count}")


def type_key(type_: c.Type) -> str:
    """How a value of a type is shown: number, truth, one:DOMAIN or set:DOMAIN."""
    if type_.how in ("number", "truth"):
        return type_.how
    return f"{type_.how}:{type_.domain.name if type_.domain else ''}"
