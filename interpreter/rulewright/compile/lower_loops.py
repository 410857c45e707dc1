"""Cuts loops that ask somebody into blocks.

Those still to come are a set in the vector, from which each round takes the next one. Laps go round until one changes
nothing: before each lap a hash of the fields that the laps may change is noted, and compared after it. If somebody
had a choice in the lap, the note is overwritten with 1, which equals no hash, so another lap follows even if nothing
changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.core.touches import CHANCE, PIECES
from rulewright.check.validators.termination import lines_reached, what_line_changes
from rulewright.compile import blocks as b
from rulewright.compile.frames import loop_numbers, names_of
from rulewright.compile.graph import Graph
from rulewright.compile.inline import ValueInliner
from rulewright.compile.layout import Layout, digits, numbered, supply_slot, words
from rulewright.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Around:
    """The loops around a line: where `stop` leads, and for laps the set of those still in, the turn and the marks."""

    stop: b.Block | None = None
    laps: tuple[int, c.Var, b.Block] | None = None
    marks: tuple[int, ...] = ()


class Cutting:
    """Fills blocks; `here` is the one being filled."""

    def __init__(self, graph: Graph, layout: Layout, rules: c.CheckedRules, inliner: ValueInliner) -> None:
        self.graph, self.layout, self.rules, self.inliner = graph, layout, rules, inliner
        self.over = b.Block("the end", 0, None)
        graph.blocks.append(self.over)
        self.owner: b.Owner = rules.game
        self.names: dict[str, int] = {}
        self.here = self.over
        self.own_vars: list[c.Var] = []
        self.repeated: Span | None = None
        self.marks: dict[int, tuple[int, ...]] = {}
        """The marks of the laps that may be under way when a rule is done, by its id."""

    def _new_block(self, what: str, entered: bool = False) -> b.Block:
        name = numbered(self.names, f"{b.name_of(self.owner)}: {what}")
        made = b.Block(name, len(self.graph.blocks), self.owner, entered=entered, repeated=self.repeated)
        self.graph.blocks.append(made)
        return made

    def _loop_slot(self, loop: c.Loop | c.Count_, use: str) -> int:
        """Return where a hidden variable of a loop is kept."""
        kept, key = self.graph.frames.of_loop, (id(loop), use)
        if key not in kept:
            low, high, count, type_ = loop_numbers(loop)[use]
            name = numbered(self.names, f"{b.name_of(self.owner)}.{loop.var.name} {use}")
            kept[key] = self.layout.add(name, digits(count), low, high, "frame", type_=type_)
        return kept[key]

    def _end_block(self, end: b.End, then: b.Block) -> None:
        self.here.end = end
        self.here = then

    def var_slot(self, var: c.Var) -> int:
        """Return where the variable of a rule is kept."""
        return self.graph.frames.of_var[id(var)]

    def _kept_number(self, slot: int) -> c.Value:
        """Return a number of the vector as a value."""
        var = c.Var(f"slot {slot}", NUMBER)
        self.graph.frames.of_var[id(var)] = slot
        self.own_vars.append(var)
        return c.Use(var)

    def _cut_lines(self, actions: list[c.Action], around: Around) -> None:
        """Cut actions in order; implemented by the subclass."""
        raise NotImplementedError

    def _reset_slots(self, slots: Sequence[int]) -> None:
        """Set numbers of the vector to 0."""
        if slots:
            self.here.lines.append(b.SetSlots([(slot, 0) for slot in slots]))


class LoopCutting(Cutting):
    """Loops over sets, over numbers, and in laps."""

    def _cut_count(self, action: c.Count_, around: Around) -> None:
        outer, self.repeated = self.repeated, action.span if action.endless else self.repeated
        top = self._loop_slot(action, "to")
        slot = self.var_slot(action.var)
        self.here.lines.append(
            b.SetSlots([(slot, self.inliner.expand(action.low)), (top, self.inliner.expand(action.high))])
        )
        head, body, after = self._new_block("loop"), self._new_block("loop body"), self._new_block("after loop")
        step = self._new_block("loop on")
        self._end_block(b.Goto(head), head)
        inside = c.Test("<=", c.Use(action.var), self._kept_number(top), TRUTH)
        self._end_block(b.ForkEnd(inside, 1, body, after), body)
        self._cut_lines(action.body, replace(around, stop=after))
        self._end_block(b.Goto(step), step)
        one_more = c.Binary("+", c.Use(action.var), c.Const(1, NUMBER), NUMBER)
        self.here.lines.append(b.SetSlots([(slot, one_more)]))
        self._end_block(b.Goto(head), after)
        self.repeated = after.repeated = outer

    def _cut_loop(self, action: c.Loop, around: Around) -> None:
        domain = action.things.type.domain
        width = words(domain)
        rest = self._loop_slot(action, "to come")
        pick = b.PickNext(action.var, rest, width, "first")
        if action.by is not None and domain is not None:
            pick.order, pick.line = "line", (self._loop_slot(action, "line"), domain.size)
            self.here.lines.append(
                b.LineUpThings(
                    action.var, self.inliner.expand(action.things), self.inliner.expand(action.by), *pick.line
                )
            )
        elif domain is not None and domain.how == "player":
            pick.order, pick.turn = "seats", self._loop_slot(action, "turn")
        if action.laps:
            self._cut_laps(action, pick, around)
            return
        self._start_loop(action, pick, rest)
        head, body, after = self._new_block("loop"), self._new_block("loop body"), self._new_block("after loop")
        self._end_block(b.Goto(head), head)
        self._end_block(b.ForkEnd(rest, width, body, after), body)
        self.here.lines.append(pick)
        self._cut_lines(action.body, replace(around, stop=after))
        self._end_block(b.Goto(head), after)

    def _start_loop(self, action: c.Loop, pick: b.PickNext, into: int) -> None:
        pairs: list[tuple[int, c.Value | int | b.Block | b.KeptSlot]] = [(into, self.inliner.expand(action.things))]
        if pick.order == "seats":
            start: c.Value | int | b.Block = 0
            if action.start is not None:
                start = self.inliner.expand(action.start)
                if action.direction == "after":
                    start = c.Following(start, action.start.type)
            pairs.append((pick.turn, start))
        self.here.lines.append(b.SetSlots(pairs))

    def _cut_laps(self, action: c.Loop, pick: b.PickNext, around: Around) -> None:
        """Cut laps over those still in, until a lap changes nothing and leaves nobody a choice."""
        still_in, mark = self._loop_slot(action, "still in"), self._loop_slot(action, "lap mark")
        note = b.NoteLap(mark, [still_in, *self._changed_in(action)])
        self._start_loop(action, pick, still_in)
        self.here.lines.append(note)
        lap, head, body = self._new_block("lap"), self._new_block("lap loop"), self._new_block("lap body")
        done, after = self._new_block("lap done"), self._new_block("after laps")
        turn = self._new_block("lap turn")
        self._end_block(b.Goto(lap), lap)
        self.here.lines.append(b.SetSlots([(pick.rest, b.KeptSlot(still_in))]))
        if pick.order == "seats":
            first = self._loop_slot(action, "first")
            self.here.lines.append(b.SetSlots([(pick.turn, b.KeptSlot(first))]))
            next(x for x in self.graph.blocks if isinstance(x.end, b.Goto) and x.end.to is lap).lines.append(
                b.SetSlots([(first, b.KeptSlot(pick.turn))])
            )
        self._end_block(b.ForkEnd(still_in, pick.width, head, after), head)
        self._end_block(b.ForkEnd(pick.rest, pick.width, turn, done), turn)
        if action.until is not None:
            self._end_block(b.ForkEnd(self.inliner.expand(action.until), 1, after, body), body)
        else:
            self._end_block(b.Goto(body), body)
        self.here.lines.append(pick)
        self._cut_lines(action.body, Around(after, (still_in, action.var, head), (*around.marks, mark)))
        self._end_block(b.Goto(head), done)
        self.here.lines.append(note)
        changed = c.Test("!=", self._kept_number(mark), c.Const(0, NUMBER), TRUTH)
        self._end_block(b.ForkEnd(changed, 1, lap, after), after)
        self._reset_slots([mark])

    def _changed_in(self, laps: c.Loop) -> list[int]:
        """Return the fields that laps may change, but for names that begin anew in each turn."""
        changed = {mark for line in lines_reached(laps.body) for mark in what_line_changes(line)}
        names = [*names_of(self.owner, laps.body)]
        if isinstance(self.owner, c.MenuOption):
            names += self.owner.menu.keeps
        found = [self.var_slot(name) for name in names if id(name) in changed]
        for stored in self.rules.stored:
            if id(stored) in changed or (stored.cleared and PIECES in changed):
                found.append(self.layout.slot(stored))
                found += [supply_slot(self.layout, stored)] if stored.supply is not None else []
        kept = [self.layout.histories[id(history)] for history in self.rules.histories if id(history) in changed]
        found += [remembered for remembered, _ in kept]
        kinds = {kind for mark, kind in ((PIECES, "place"), (CHANCE, "chance")) if mark in changed}
        return [*found, *(entry.start for entry in self.layout.entries if entry.what in kinds)]
