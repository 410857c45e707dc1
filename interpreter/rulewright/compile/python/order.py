"""Writes the order of things: rules done, branches, loops, scoring, and the lines that only blocks have."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.entries import WORD
from rulewright.compile.layout import words
from rulewright.compile.python.actions import Actions
from rulewright.compile.python.lines import type_key
from rulewright.compile.python.tables import wrap

FEW = 20
"""A loop that counts to a number below this is not counted itself: even many within each other end soon."""


class Emitter(Actions):
    """Writes every kind of action and line."""

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
        still, before, lap = (f"{name}{self.writer.fresh}" for name in ("still", "before", "lap"))
        self.put(f"{still}, {before}, {lap} = {things}, None, 0")
        with self.block(f"while {still} and {before} != (S, {still}):"):
            self.put(f"{before}, {lap} = (S.copy(), {still}), next_lap({lap})")
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
        with self.block(f"for {self.writer.local(action.var)} in {self._numbers(action, low, high)}:"):
            self._loop_body(action.body)

    def _numbers(self, action: c.Count_, low: str, high: str) -> str:
        """The numbers of a loop; those that may be many are counted."""
        if isinstance(action.low, c.Const) and isinstance(action.high, c.Const) and action.high.value < FEW:
            return f"range({low}, {high} + 1)"
        return f"times({low}, {high})"

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

    def _pass(self, action: c.Pass) -> None:
        self.put(f"MARKS[{action.mark}] = 1")

    def text(self, text: c.Text) -> str:
        """A text as a tuple of words and (fields of the value's type, value) pairs."""
        parts = [repr(p) if isinstance(p, str) else f"({type_key(p.type)!r}, {self.value(p)})" for p in text.parts]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    # -- lines that only blocks have

    def _picknext(self, line: b.PickNext) -> None:
        rest = self.writer.load(line.rest, line.width)
        if line.order == "seats":
            who = f"S[{self.writer.frames[id(line.var)]}]"
            self.put(f"{who}, S[{line.turn}], {rest} = SEATS_FROM[S[{line.turn}]][{rest}]")
            return
        if line.order == "line":
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
        who = self.writer.name_of(line.var)
        if words(line.var.type.domain) == 1:
            self.put(f"S[{line.still_in}] &= ~(1 << {who})")
        else:
            self.put(f"S[{line.still_in} + {wrap(who)} // {WORD}] &= ~(1 << {wrap(who)} % {WORD})")

    def _enter(self, line: b.Enter) -> None:
        if line.step.heading is not None and self.traced:
            self.note("heading", str(self.spans.number(line.step.span, line.step.name)), self.text(line.step.heading))
        for stored in line.step.resets:
            slot = self.writer.layout.slot(stored)
            count = words(None, stored.keys[0].size) if stored.as_mask else stored.keys[0].size
            self.put(f"S[{slot}] = 0" if count == 1 else f"S[{slot}:{slot + count}] = {[0] * count}")
