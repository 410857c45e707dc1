"""Lowers control flow: calls, branches, loops, scoring, and the lines that only blocks have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from rulewright.check import core as c
from rulewright.compile import blocks as b
from rulewright.compile.budget import counted
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import WIDE, Int, range_of, width_of
from rulewright.compile.layout import loop_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.effects import EffectLowering
from rulewright.compile.lowering.histories import remember
from rulewright.diagnostics.limits import DEEP

TOTAL = ir.Local("total", WIDE)
"""The running total of a scoring rule."""
DEPTH = Int(0, DEEP.most)
"""How deep steps are done within one another, where steps that ask nobody do themselves."""


class StatementLowering(EffectLowering):
    """Lowers every kind of action and line."""

    depth: ir.Expr = make.number(0)

    def spend(self, steps: int) -> None:
        """Charge what follows to the budget."""
        self.code.let(self.charged(make.constant_set(1, 1), steps), "charged")

    def actions(self, actions: Sequence[b.Line]) -> None:
        """Lower actions in order."""
        for action in actions:
            self.action(action)

    def action(self, action: b.Line) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each kind of line
        """Lower one action."""
        self.at = getattr(action, "span", self.at)
        match action:
            case c.Let():
                self.let(action)
            case c.Assign():
                self.assign(action)
            case c.MarkAll():
                self.mark_all(action)
            case c.Gain():
                self.gain(action)
            case c.Transfer():
                self.transfer(action)
            case c.MoveTo():
                self.move_to(action)
            case c.MoveUnder():
                self.move_under(action)
            case c.DrawFrom():
                self.draw(action)
            case c.ShuffleStack():
                self.shuffle(action)
            case c.RollDie():
                self.roll(action)
            case c.PickAtRandom():
                self.pick_at_random(action)
            case c.SwapPieces():
                self.swap(action)
            case c.SwapPlaces():
                self.swap_places(action)
            case c.ShowPieces():
                self.show(action)
            case c.Remember():
                remember(self, action)
            case c.Perform():
                args = (*(self.value(a) for a in action.arguments), *self._inner_depth(action))
                self.code.put(ir.Perform(self.whole.names.steps[id(action.step)], args))
            case c.Dispatch():
                domain = action.piece.type.domain
                assert domain is not None
                names = self.whole.names.steps
                functions = tuple(
                    next((names[id(step)] for mask, step in action.cases if mask >> piece & 1), None)
                    for piece in range(domain.size)
                )
                piece = self.code.let(self.piece(action.piece, action.span), "p")
                args = (self.value(action.player), piece, *self._inner_depth(action))
                self.code.put(ir.Dispatch(piece, functions, args))
            case c.Branch():
                cases = tuple((self.value(test), self.body(body)) for test, body in action.cases)
                if not cases:
                    self.actions(action.otherwise)
                else:
                    self.code.put(ir.If(cases, self.body(action.otherwise)))
            case c.Loop():
                self._lower_loop(action)
            case c.Count_():
                self._lower_count(action)
            case c.Leave():
                self.code.put(ir.Break())
            case c.ScorePoints():
                more: ir.Body = (ir.Let(TOTAL, ir.Arith("+", TOTAL, self.value(action.points), WIDE)),)
                if action.condition is None:
                    self.code.put_all(more)
                else:
                    self.code.put(ir.If(((self.value(action.condition), more),), ()))
            case c.Say():
                if self.whole.traced:
                    self.trace("say", self.site(action.span), self.text(action.text))
                self.remember_told(action)
            case c.Pass():
                self.code.put(ir.Mark(action.mark))
            case b.SetSlots():
                if action.aside is not None:
                    circle, back = action.aside
                    self.keep_aside(circle, make.number(back.number), self.site(action.place))
                pairs = [(self.kept(start), self._slot_value(value)) for start, value in action.pairs]
                kept = [(slot, value) for slot, value in pairs if slot != value]
                if kept:
                    self.code.put(ir.Store(tuple(slot for slot, _ in kept), tuple(value for _, value in kept)))
            case b.PickNext():
                self._pick_next(action)
            case b.LineUpThings():
                things = self.value(action.things)
                var = self.local(action.var, loop_type(action.var))
                key = self.value(action.key)
                del self.env[id(action.var)]
                self.code.put(ir.LineUp(self.whole.field_at(action.start), var, things, key))
            case b.DropSeat():
                still = self.kept(action.still_in)
                self.put_in(still, make.without(still, ir.Single(self.of_var(action.var), still.type)))
            case b.Enter():
                self.enter(action)
            case b.NoteLap():
                fields = [self.whole.field_at(start) for start in (action.mark, *action.fields)]
                self.code.put(ir.Do("note_lap", "", tuple(ir.Address(f, make.number(0), f.type) for f in fields)))
            case c.Question():
                raise TypeError("a question is cut into blocks before it is lowered")
            case _:
                assert_never(action)

    def _inner_depth(self, action: c.Perform | c.Dispatch) -> Iterator[ir.Expr]:
        """Yield how deep a step is done, if functions are given that."""
        if self.whole.budget.again:
            outermost = isinstance(self.depth, ir.Const)
            given = (self.depth, make.number(self.site(action.span)))
            yield self.depth if outermost else ir.Invoke("deeper", "", given, DEPTH)

    def body(self, actions: Sequence[b.Line]) -> ir.Body:
        """Lower actions as a body of their own."""
        with self.code.inside() as nested:
            self.actions(actions)
        return nested.body

    # -- loops

    def _lower_loop(self, action: c.Loop) -> None:
        things, start = self.value(action.things), None
        if action.start is not None:
            start = self.value(action.start)
            start = make.plus(start, make.number(1)) if action.direction == "after" else start
        var = self.local(action.var, loop_type(action.var))
        key = None if action.by is None else self.value(action.by)
        with self.going_through(things, action.body) as counted:
            lowered = self.body(action.body)
        self.code.put(ir.For(var, counted, lowered, start, key))

    def _lower_count(self, action: c.Count_) -> None:
        low, high = self.value(action.low), self.value(action.high)
        var = self.local(action.var, Int(range_of(low.type)[0], range_of(high.type)[1]))
        outer, self.rounds = self.rounds, self.rounds * counted(action)
        steps = self.whole.budget.steps(action.body, self.rounds)
        charged = max(1, steps) if action.endless or self.whole.budget.is_charged(self.rounds, steps) else 0
        site, body = self.site(action.span), self.body(action.body)
        if action.endless:  # charged in each round, as a loop of one
            once = ir.Count(ir.Local("round", Int(1, 1)), make.number(1), make.number(1), (), charged, site)
            charged, body = 0, (once, *body)
        self.rounds = outer
        self.code.put(ir.Count(var, low, high, body, charged, site))

    def keep_aside(self, circle: b.BlockCircle, back: ir.Expr, site: int = -1) -> None:
        """Keep the frames of a circle aside, and the block to go back to."""
        # the laps of a circle go on: while their frames are saved, nothing can be noted in them
        graph = self.whole.graph
        kept = [slot for (_, use), slot in graph.frames.of_loop.items() if use == "lap mark"]
        marks = tuple(self.kept(slot) for slot in kept if circle.start <= slot < circle.start + circle.length)
        if marks:
            self.code.put(ir.Store(marks, (make.number(1),) * len(marks)))
        self.code.put(ir.Push(graph.circles.index(circle), back, site))

    def _slot_value(self, value: c.Value | int | b.Block | b.KeptSlot) -> ir.Expr:
        match value:
            case b.Block(number=number) | int(number):
                return make.number(number)
            case b.KeptSlot(start):
                return self.kept(start)
            case _:
                return self.value(value)

    def _pick_next(self, line: b.PickNext) -> None:
        rest = self.kept(line.rest)
        if line.order == "seats":
            who = self.of_var(line.var)
            assert isinstance(who, ir.Slot)
            self.code.put(ir.NextSeat(who, self.kept(line.turn), rest))
            return
        last = width_of(rest.type) - 1
        found: ir.Expr = ir.Pick("first", rest, Int(-1, last))
        if line.order == "line":
            start, size = line.line
            field = self.whole.field_at(start)
            address = ir.Address(field, make.number(0), field.type)
            found = ir.Invoke("first_in_line", "", (address, make.number(size), rest), Int(0, last))
        picked = self.code.let(found, "p")
        self.put_in(rest, make.without(rest, ir.Single(picked, rest.type)))
        self.store(line.var, picked)

    def enter(self, line: b.Enter) -> None:
        """Lower the beginning of a phase."""
        step = line.step
        if step.heading is not None and self.whole.traced:
            site = self.whole.spans.number(step.span, step.name)
            self.trace("heading", site, self.text(step.heading))
        for stored in step.resets:
            self.code.put(ir.Clear(self.whole.field_at(self.whole.layout.slot(stored))))
