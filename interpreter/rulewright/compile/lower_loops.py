"""Cuts loops that ask somebody into blocks."""

from __future__ import annotations

from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.core.touches import CHANCE, PIECES
from rulewright.check.validators.termination import changes, reached
from rulewright.compile import blocks as b
from rulewright.compile.cutting import Around, Cutting
from rulewright.compile.frames import names_of
from rulewright.compile.layout import supply_slot, words


class Loops(Cutting):
    """Loops over sets, over numbers, and in laps."""

    def _count(self, action: c.Count_, around: Around) -> None:
        top = self._loop_slot(action, "to")
        slot = self.var_slot(action.var)
        self.here.lines.append(
            b.SetSlots([(slot, self.inliner.expand(action.low)), (top, self.inliner.expand(action.high))])
        )
        head, body, after = self._block("loop"), self._block("loop body"), self._block("after loop")
        step = self._block("loop on")
        self._end(b.Goto(head), head)
        inside = c.Test("<=", c.Use(action.var), self._kept(top), TRUTH)
        self._end(b.Fork(inside, 1, body, after), body)
        self._lines(action.body, replace(around, stop=after))
        self._end(b.Goto(step), step)
        one_more = c.Binary("+", c.Use(action.var), c.Const(1, NUMBER), NUMBER)
        self.here.lines.append(b.SetSlots([(slot, one_more)]))
        self._end(b.Goto(head), after)

    def _loop(self, action: c.Loop, around: Around) -> None:
        domain = action.things.type.domain
        width = words(domain)
        rest = self._loop_slot(action, "to come")
        pick = b.PickNext(action.var, rest, width, "first")
        if action.by is not None and domain is not None:
            pick.order, pick.line = "line", (self._loop_slot(action, "line"), domain.size)
            self.here.lines.append(
                b.LineUp(action.var, self.inliner.expand(action.things), self.inliner.expand(action.by), *pick.line)
            )
        elif domain is not None and domain.how == "player":
            pick.order, pick.turn = "seats", self._loop_slot(action, "turn")
        if action.laps:
            self._laps(action, pick, around)
            return
        self._start_loop(action, pick, rest)
        head, body, after = self._block("loop"), self._block("loop body"), self._block("after loop")
        self._end(b.Goto(head), head)
        self._end(b.Fork(rest, width, body, after), body)
        self.here.lines.append(pick)
        self._lines(action.body, replace(around, stop=after))
        self._end(b.Goto(head), after)

    def _start_loop(self, action: c.Loop, pick: b.PickNext, into: int) -> None:
        pairs: list[tuple[int, c.Value | int | b.Block | b.Kept]] = [(into, self.inliner.expand(action.things))]
        if pick.order == "seats":
            start: c.Value | int | b.Block = 0
            if action.start is not None:
                start = self.inliner.expand(action.start)
                if action.direction == "after":
                    start = c.Following(start, action.start.type)
            pairs.append((pick.turn, start))
        self.here.lines.append(b.SetSlots(pairs))

    def _laps(self, action: c.Loop, pick: b.PickNext, around: Around) -> None:
        """Cut laps over those still in, until a lap changes nothing and leaves nobody a choice."""
        still_in, mark = self._loop_slot(action, "still in"), self._loop_slot(action, "lap mark")
        note = b.NoteLap(mark, [still_in, *self._changed_in(action)])
        self._start_loop(action, pick, still_in)
        self.here.lines.append(note)
        lap, head, body = self._block("lap"), self._block("lap loop"), self._block("lap body")
        done, after = self._block("lap done"), self._block("after laps")
        turn = self._block("lap turn")
        self._end(b.Goto(lap), lap)
        self.here.lines.append(b.SetSlots([(pick.rest, b.Kept(still_in))]))
        if pick.order == "seats":
            first = self._loop_slot(action, "first")
            self.here.lines.append(b.SetSlots([(pick.turn, b.Kept(first))]))
            next(x for x in self.graph.blocks if isinstance(x.end, b.Goto) and x.end.to is lap).lines.append(
                b.SetSlots([(first, b.Kept(pick.turn))])
            )
        self._end(b.Fork(still_in, pick.width, head, after), head)
        self._end(b.Fork(pick.rest, pick.width, turn, done), turn)
        if action.until is not None:
            self._end(b.Fork(self.inliner.expand(action.until), 1, after, body), body)
        else:
            self._end(b.Goto(body), body)
        self.here.lines.append(pick)
        self._lines(action.body, Around(after, (still_in, action.var, head), (*around.marks, mark)))
        self._end(b.Goto(head), done)
        self.here.lines.append(note)
        changed = c.Test("!=", self._kept(mark), c.Const(0, NUMBER), TRUTH)
        self._end(b.Fork(changed, 1, lap, after), after)
        self._reset([mark])

    def _changed_in(self, laps: c.Loop) -> list[int]:
        """Return the fields that laps may change, but for names that begin anew in each turn."""
        changed = {mark for line in reached(laps.body) for mark in changes(line)}
        names = [*names_of(self.owner, laps.body)]
        if isinstance(self.owner, c.MenuOption):
            names += self.owner.menu.keeps
        found = [self.var_slot(name) for name in names if id(name) in changed]
        for stored in self.rules.stored:
            if id(stored) in changed or (stored.cleared and PIECES in changed):
                found.append(self.layout.slot(stored))
                found += [supply_slot(self.layout, stored)] if stored.supply is not None else []
        kinds = {kind for mark, kind in ((PIECES, "place"), (CHANCE, "chance")) if mark in changed}
        return [*found, *(entry.start for entry in self.layout.entries if entry.what in kinds)]
