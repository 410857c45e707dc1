"""Cuts loops that ask somebody into blocks."""

from __future__ import annotations

from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.core.walk import body_of, inner
from rulewright.compile import blocks as b
from rulewright.compile.cutting import Around, Cutting
from rulewright.compile.layout import words


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
        still_in, mark = self._loop_slot(action, "still in"), self._lap_mark(action)
        self._start_loop(action, pick, still_in)
        lap, head, body = self._block("lap"), self._block("lap loop"), self._block("lap body")
        done, after = self._block("lap done"), self._block("after laps")
        turn = self._block("lap turn")
        self._end(b.Goto(lap), lap)
        self.here.lines.append(b.SetSlots([(pick.rest, b.Kept(still_in)), (mark, 0)]))
        if pick.order == "seats":
            first = self._loop_slot(action, "first")
            self.here.lines.append(b.SetSlots([(pick.turn, b.Kept(first))]))
            self._before(lap).lines.append(b.SetSlots([(first, b.Kept(pick.turn))]))
        self._end(b.Fork(still_in, pick.width, head, after), head)
        self._end(b.Fork(pick.rest, pick.width, turn, done), turn)
        if action.until is not None:
            self._end(b.Fork(self.inliner.expand(action.until), 1, after, body), body)
        else:
            self._end(b.Goto(body), body)
        self.here.lines.append(pick)
        inside = Around(after, (still_in, action.var, head), (*around.marks, mark), self._fresh(action))
        self._lines(action.body, inside)
        self._end(b.Goto(head), done)
        self._end(b.Fork(mark, 1, lap, after), after)

    def _fresh(self, laps: c.Loop) -> frozenset[int]:
        """Return the names that are assigned only inside the laps, and thus again in each turn."""
        inside = [a for a in inner(laps.body) if isinstance(a, c.Let)]
        beyond = [a.var for a in inner(body_of(self.owner)) if isinstance(a, c.Let) and a not in inside]
        if isinstance(self.owner, c.Procedure):
            beyond += self.owner.params
        else:
            beyond += [*self.owner.menu.params, *self.owner.menu.keeps]
        return frozenset(id(a.var) for a in inside) - {id(var) for var in beyond}

    def _before(self, lap: b.Block) -> b.Block:
        """Return the block that jumps straight into the laps."""
        return next(x for x in self.graph.blocks if isinstance(x.end, b.Goto) and x.end.to is lap)
