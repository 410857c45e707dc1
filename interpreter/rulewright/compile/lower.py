"""Cuts the rules that ask somebody into blocks."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import inner, units_of
from rulewright.compile import blocks as b
from rulewright.compile.analysis import decides, deciding, laps_around, laps_of
from rulewright.compile.cutting import Around
from rulewright.compile.frames import reserve_frames
from rulewright.compile.graph import Graph
from rulewright.compile.inline import Inliner
from rulewright.compile.layout import Layout
from rulewright.compile.lower_questions import Questions


def lower(rules: c.CheckedRules, layout: Layout, traced: bool, inliner: Inliner) -> Graph:
    """Return the blocks of everything that asks; reserve the frames they need."""
    graph = Graph()
    units = units_of(rules)
    graph.asking = deciding(units) | {id(rules.game)}
    reserve_frames(graph, layout, units, rules.menus)
    Lowering(graph, layout, rules, inliner).run()
    graph.settle()
    if not traced:
        graph.shorten()
    return graph


class Lowering(Questions):
    """Cuts the rules one by one."""

    def run(self) -> None:
        """Cut all rules that ask somebody."""
        for circle in self.graph.circles:
            circle.resume.number = len(self.graph.blocks)
            circle.resume.end = b.Resume(circle)
            self.graph.blocks.append(circle.resume)
        units = [u for u in units_of(self.rules) if id(u) in self.graph.asking]
        marks: dict[int, int] = {}
        for unit in units:
            self.owner = unit
            self.graph.frames.entry[id(unit)] = self._block("begins", entered=True)
            self.graph.frames.last[id(unit)] = self._block("ends", entered=True)
            marks |= {id(loop): self._loop_slot(loop, "lap mark") for loop in laps_of(unit)}
        around = laps_around(units_of(self.rules))
        self.marks = {unit: tuple(marks[id(loop)] for loop in loops) for unit, loops in around.items()}
        for unit in units:
            self._lower_unit(unit, Around(marks=self.marks[id(unit)]))

    def _lower_unit(self, unit: b.Owner, around: Around) -> None:
        self.owner = unit
        self.here = self.graph.frames.entry[id(unit)]
        last = self.graph.frames.last[id(unit)]
        if isinstance(unit, c.Procedure) and unit.kind == "phase":
            self.here.lines.append(b.Enter(unit))
        self._lines(unit.body if isinstance(unit, c.Procedure) else unit.choice.body, around)
        self._end(b.Goto(last), last)
        if isinstance(unit, c.Procedure):
            self._lines(unit.after, around)
        is_game = isinstance(unit, c.Procedure) and unit.kind == "game"
        self.here.end = b.GoOver() if is_game else b.Return(self.graph.frames.back[id(unit)])

    def _asks(self, action: c.Action) -> bool:
        for part in inner([action]):
            if decides(part):
                return True
            if isinstance(part, c.Perform) and id(part.step) in self.graph.asking:
                return True
            if isinstance(part, c.Dispatch) and any(id(p) in self.graph.asking for _, p in part.cases):
                return True
        return False

    def _breaks(self, action: c.Action, around: Around) -> bool:
        """Whether an action leaves a loop that is cut into blocks."""
        depth = 0 if not isinstance(action, c.Loop | c.Count_) else 1
        return (
            depth == 0
            and any(isinstance(p, c.Leave) for p in _outside([action], False))
            or any(isinstance(p, c.Leave) and p.how == "out" for p in _outside([action], True))
        )

    def _lines(self, actions: list[c.Action], around: Around) -> None:
        for at, action in enumerate(actions):
            if isinstance(action, c.Leave):
                self._leave(action, around)
            elif isinstance(action, c.Question):
                self._question(action, around, actions[at + 1 :])
            elif self._asks(action) or self._breaks(action, around):
                self._cut(action, around)
            else:
                self.here.lines.append(action)

    def _cut(self, action: c.Action, around: Around) -> None:
        if isinstance(action, c.Branch):
            after = self._block("after if")
            for test, body in action.cases:
                yes, no = self._block("if"), self._block("otherwise")
                self._end(b.Fork(self.inliner.expand(test), 1, yes, no), yes)
                self._lines(body, around)
                self._end(b.Goto(after), no)
            self._lines(action.otherwise, around)
            self._end(b.Goto(after), after)
        elif isinstance(action, c.Loop):
            self._loop(action, around)
        elif isinstance(action, c.Count_):
            self._count(action, around)
        elif isinstance(action, c.Perform):
            self._perform(action.step, action.arguments)
        elif isinstance(action, c.Dispatch):
            self._dispatch(action)

    def _leave(self, action: c.Leave, around: Around) -> None:
        after = self._block("after leaving")
        if action.how == "stop":
            assert around.stop is not None
            self._end(b.Goto(around.stop), after)
        elif action.how == "out":
            assert around.laps is not None
            still_in, var, head = around.laps
            self.here.lines.append(b.DropSeat(still_in, var))
            self._end(b.Goto(head), after)
        elif action.step is None:
            self._reset(around.marks)
            self._end(b.GoOver(action.span), after)
        else:
            closed = [circle.depth for circle in self.graph.circles if id(action.step) in circle.around]
            self._reset([*closed, *(mark for mark in around.marks if mark not in self.marks[id(action.step)])])
            self._end(b.Goto(self.graph.frames.last[id(action.step)]), after)

    def _perform(self, step: c.Procedure, arguments: tuple[c.Value, ...]) -> None:
        back = self._block(f"after {step.name}", entered=True)
        pairs: list[tuple[int, c.Value | int | b.Block | b.Kept]] = [
            (self.var_slot(p), self.inliner.expand(a)) for p, a in zip(step.params, arguments, strict=True)
        ]
        pairs.append((self.graph.frames.back[id(step)], back))
        self.here.lines.append(b.SetSlots(pairs))
        self._end(b.Goto(self.graph.frames.entry[id(step)]), back)

    def _dispatch(self, action: c.Dispatch) -> None:
        after = self._block("after follow", entered=True)
        asking = self.here
        cases = []
        for mask, step in action.cases:
            case = self._block("follow", entered=True)
            cases.append((mask, case))
            self.here = case
            if id(step) in self.graph.asking:
                self._perform(step, (action.player, action.piece))
            else:
                self.here.lines.append(c.Perform(step, (action.player, action.piece), action.span))
            self._end(b.Goto(after), after)
        asking.end = b.Switch(self.inliner.expand(action.piece), cases, after)
        self.here = after


def _outside(actions: list[c.Action], into_loops: bool) -> list[c.Action]:
    """Return all actions outside of nested loops; with `into_loops`, outside of nested laps only."""
    found: list[c.Action] = []
    for action in actions:
        found.append(action)
        if isinstance(action, c.Branch):
            for body in [*(body for _, body in action.cases), action.otherwise]:
                found += _outside(body, into_loops)
        elif into_loops and (isinstance(action, c.Count_) or (isinstance(action, c.Loop) and not action.laps)):
            found += _outside(action.body, into_loops)
    return found
