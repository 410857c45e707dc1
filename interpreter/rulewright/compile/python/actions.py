"""Writes what changes things: names, numbers, pieces."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import everything_in
from rulewright.check.holding import limits
from rulewright.check.types import Domain
from rulewright.compile import blocks as b
from rulewright.compile.entries import WORD
from rulewright.compile.inline import expand
from rulewright.compile.layout import WIDE, supply_slot, value_words, words
from rulewright.compile.python.lines import Lines
from rulewright.compile.python.tables import safe, wrap
from rulewright.diagnostics import Span

SMALL = 10**6
"""So much, added at every step of a game, makes no large number."""


class Actions(Lines):
    """One method for each kind of action that changes something."""

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
        text = self.value(action.value)
        if not _grows(action.value):
            self.store(action.var, text)
            return
        self.store(action.var, f"within({text}, {-WIDE}, {WIDE}, {self.span(action.span)})")

    def _setslots(self, line: b.SetSlots) -> None:
        simple: list[tuple[int, str]] = []
        wide: list[tuple[int, c.Value]] = []
        for slot, value in line.pairs:
            if isinstance(value, b.Kept):
                words = self.writer.layout.fields[slot].words
                simple += [(slot + word, f"S[{value.start + word}]") for word in range(words)]
            elif isinstance(value, b.Block):
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
            where, text = "i", f"S[i] {action.operator} {wrap(text)}"
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
            self.put(f"S[{slot}] |= {mask}" if action.on else f"S[{slot}] &= ~{wrap(mask)}")
        else:
            old = self.writer.load(slot, count)
            self.store_words(str(slot), count, f"{old} | {mask}" if action.on else f"{old} & ~{wrap(mask)}")

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
        self._tell_where(action.span)
        name = safe(domain.name)
        if action.place is None:
            self._discard(action, domain)
            return
        place = self.writer.place_number(action.place, self._keys(action.keys))
        if action.things.type.how == "one":
            self.put(f"move_{name}(S, {self._piece(action.things, action.span)}, {place})")
        else:
            self.put(f"moveall_{name}(S, BITS[{self.value(action.things)}], {place})")

    def _discard(self, action: c.MoveTo, domain: Domain) -> None:
        name = safe(domain.name)
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

    def _tell_where(self, span: Span) -> None:
        """In the traced build: the moves that follow are done by this line."""
        self.note("at", str(self.span(span)))

    def _drawfrom(self, action: c.DrawFrom) -> None:
        self._tell_where(action.span)
        name = safe(action.stack.pieces.name)
        stack = self.writer.place_number(action.stack, self._keys(action.stack_keys))
        place = self.writer.place_number(action.place, self._keys(action.keys))
        stream = f"shuffle {action.stack.name}"
        counter = self.writer.layout.stream(stream)
        self.put(f"draw_{name}(S, {self.value(action.number)}, {stack}, {place}, {counter}, KEY[{stream!r}])")

    def _shufflestack(self, action: c.ShuffleStack) -> None:
        self._tell_where(action.span)
        name = safe(action.place.pieces.name)
        place = self.writer.place_number(action.place, self._keys(action.keys))
        counter = self.writer.layout.stream(action.stream)
        self.put(f"shuffle_{name}(S, {place}, {counter}, KEY[{action.stream!r}])")

    def _rolldie(self, action: c.RollDie) -> None:
        counter = self.writer.layout.stream(action.stream)
        low, high = self.value(action.low), self.value(action.high)
        if not (isinstance(action.low, c.Const) and isinstance(action.high, c.Const)):
            high = f"die({low}, {high}, {self.span(action.span)})"
        self.store(action.var, f"roll(S, {low}, {high}, {counter}, {action.stream!r})")
        seat = "None" if action.seat is None else self.value(action.seat)
        self.note("roll", str(self.span(action.span)), repr(action.var.name), self.writer.name_of(action.var), seat)

    def _swappieces(self, action: c.SwapPieces) -> None:
        domain = action.left.type.domain
        assert domain is not None
        self._tell_where(action.span)
        left, right = self._piece(action.left, action.span), self._piece(action.right, action.span)
        self.put(f"swap_{safe(domain.name)}(S, {left}, {right})")


def _grows(value: c.Value) -> bool:
    """Whether numbers that may be large are added or multiplied: again and again, that leaves every range."""
    sums = [part for part in everything_in(value) if isinstance(part, c.Binary) and part.operator in ("+", "-", "*")]
    return any(not any(_is_small(side, part.operator) for side in (part.left, part.right)) for part in sums)


def _is_small(value: c.Value, operator: str) -> bool:
    """Whether adding a number, or multiplying by it, however often, never comes to a large one."""
    found = limits(value)
    most = 1 if operator == "*" else SMALL
    return found is not None and -most <= found[0] and found[1] <= most
