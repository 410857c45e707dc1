"""Cuts the rules that ask somebody into blocks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rulewright.check import core as c
from rulewright.check.types import NUMBER, TRUTH
from rulewright.compile import blocks as b
from rulewright.compile.analysis import body_of, deciding, inner, menus_of, units_of
from rulewright.compile.frames import loop_numbers, reserve_frames
from rulewright.compile.inline import expand
from rulewright.compile.layout import WIDE, Layout, words
from rulewright.diagnostics import NOWHERE


@dataclass(frozen=True, slots=True)
class Around:
    """The loops around a line: where `stop` leads, and for laps the set of those still in, the turn and a mark."""

    stop: b.Block | None = None
    laps: tuple[int, c.Var, b.Block] | None = None
    marks: tuple[int, ...] = ()
    fresh: frozenset[int] = frozenset()
    """The names that each turn of the laps lets anew: letting them changes nothing."""


def lower(rules: c.CheckedRules, layout: Layout) -> b.Graph:
    """Return the blocks of everything that asks; reserve the frames they need."""
    graph = b.Graph()
    units = units_of(rules)
    graph.asking = deciding(units) | {id(rules.game)}
    reserve_frames(graph, layout, units, rules.menus)
    return Lowering(graph, layout, rules).run()


class Lowering:
    """Cuts one rule after the other; `here` is the block being filled."""

    def __init__(self, graph: b.Graph, layout: Layout, rules: c.CheckedRules) -> None:
        self.graph, self.layout, self.rules = graph, layout, rules
        self.over = b.Block("the end", 0, None)
        graph.blocks.append(self.over)
        self.owner: b.Owner = rules.game
        self.names: dict[str, int] = {}
        self.here = self.over
        self.own_vars: list[c.Var] = []

    def run(self) -> b.Graph:
        for circle in self.graph.circles:
            circle.resume.number = len(self.graph.blocks)
            circle.resume.end = b.Resume(circle)
            self.graph.blocks.append(circle.resume)
        units = [u for u in units_of(self.rules) if id(u) in self.graph.asking]
        for unit in units:
            self.owner = unit
            self.graph.frames.entry[id(unit)] = self._block("begins", entered=True)
            self.graph.frames.last[id(unit)] = self._block("ends", entered=True)
        for unit in units:
            self._lower_unit(unit)
        self.graph.settle()
        return self.graph

    # -- blocks

    def _block(self, what: str, entered: bool = False) -> b.Block:
        unit = self.owner
        base = f"{unit.name if isinstance(unit, c.Procedure) else unit.full_name}: {what}"
        self.names[base] = self.names.get(base, 0) + 1
        name = base if self.names[base] == 1 else f"{base} {self.names[base]}"
        made = b.Block(name, len(self.graph.blocks), unit, entered=entered)
        self.graph.blocks.append(made)
        return made

    def _slot(self, what: str, low: int = 0, high: int = WIDE, count: int = 1) -> int:
        unit = self.owner
        base = f"{unit.name if isinstance(unit, c.Procedure) else unit.full_name}.{what}"
        self.names[base] = self.names.get(base, 0) + 1
        name = base if self.names[base] == 1 else f"{base} {self.names[base]}"
        return self.layout.add(name, [""] if count == 1 else [str(i) for i in range(count)], low, high, "frame")

    def _loop_slot(self, loop: c.Loop | c.Count_, use: str) -> int:
        """A number that a loop keeps for itself."""
        low, high, count = loop_numbers(loop)[use]
        kept = self.graph.frames.of_loop.get((id(loop), use))
        return self._slot(f"{loop.var.name} {use}", low, high, count) if kept is None else kept

    def _end(self, end: b.Goto | b.Fork | b.Ask | b.Return | b.GoOver, then: b.Block) -> None:
        self.here.end = end
        self.here = then

    def var_slot(self, var: c.Var) -> int:
        return self.graph.frames.of_var[id(var)]

    def _kept(self, slot: int) -> c.Value:
        """A number of the vector as a value."""
        var = c.Var(f"slot {slot}", NUMBER)
        self.graph.frames.of_var[id(var)] = slot
        self.own_vars.append(var)
        return c.Use(var)

    def _lower_unit(self, unit: b.Owner) -> None:
        self.owner = unit
        self.here = self.graph.frames.entry[id(unit)]
        last = self.graph.frames.last[id(unit)]
        if isinstance(unit, c.Procedure) and unit.kind == "phase":
            self.here.lines.append(b.Enter(unit))
        self._lines(unit.body if isinstance(unit, c.Procedure) else unit.choice.body, Around())
        self._end(b.Goto(last), last)
        if isinstance(unit, c.Procedure):
            self._lines(unit.after, Around())
        is_game = isinstance(unit, c.Procedure) and unit.kind == "game"
        self.here.end = b.GoOver() if is_game else b.Return(self.graph.frames.back[id(unit)])

    # -- lines

    def _asks(self, action: c.Action) -> bool:
        for part in inner([action]):
            if isinstance(part, c.Question) or (isinstance(part, c.Leave) and part.how == "end"):
                return True
            if isinstance(part, c.Perform) and id(part.step) in self.graph.asking:
                return True
            if isinstance(part, c.Dispatch) and any(id(p) in self.graph.asking for _, p in part.cases):
                return True
        return False

    def _breaks(self, action: c.Action, around: Around) -> bool:
        """It leaves a loop that is cut into blocks."""
        depth = 0 if not isinstance(action, c.Loop | c.Count_) else 1
        return depth == 0 and any(isinstance(p, c.Leave) for p in _outside_loops([action])) or any(
            isinstance(p, c.Leave) and p.how == "out" for p in _outside_laps([action])
        )

    def _lines(self, actions: list[c.Action], around: Around) -> None:
        for at, action in enumerate(actions):
            if isinstance(action, c.Leave):
                self._leave(action, around)
            elif isinstance(action, c.Question):
                self._mark(around)
                self._question(action, around, actions[at + 1 :])
            elif self._asks(action) or self._breaks(action, around) or (around.marks and isinstance(action, c.Branch)):
                self._cut(action, around)
            else:
                if not (isinstance(action, c.Say) or (isinstance(action, c.Let) and id(action.var) in around.fresh)):
                    self._mark(around)
                self.here.lines.append(action)

    def _mark(self, around: Around) -> None:
        """Something happens in these laps."""
        if around.marks:
            self.here.lines.append(b.SetSlots([(slot, 1) for slot in around.marks]))

    def _cut(self, action: c.Action, around: Around) -> None:
        if isinstance(action, c.Branch):
            self._branch(action, around)
        elif isinstance(action, c.Loop):
            self._loop(action, around)
        elif isinstance(action, c.Count_):
            self._count(action, around)
        elif isinstance(action, c.Perform):
            self._mark(around)
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
            self._mark(around)
            self._end(b.Goto(head), after)
        elif action.step is None:
            self._end(b.GoOver(), after)
        else:
            closed = [circle.depth for circle in self.graph.circles if id(action.step) in circle.around]
            if closed:
                self.here.lines.append(b.SetSlots([(depth, 0) for depth in closed]))
            self._end(b.Goto(self.graph.frames.last[id(action.step)]), after)

    def _branch(self, action: c.Branch, around: Around) -> None:
        after = self._block("after if")
        for test, body in action.cases:
            yes, no = self._block("if"), self._block("otherwise")
            self._end(b.Fork(expand(test), 1, yes, no), yes)
            self._lines(body, around)
            self._end(b.Goto(after), no)
        self._lines(action.otherwise, around)
        self._end(b.Goto(after), after)

    def _perform(self, step: c.Procedure, arguments: tuple[c.Value, ...]) -> None:
        back = self._block(f"after {step.name}", entered=True)
        pairs: list[tuple[int, c.Value | int | b.Block]] = [
            (self.var_slot(p), expand(a)) for p, a in zip(step.params, arguments, strict=True)
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
        asking.end = b.Switch(expand(action.piece), cases, after)
        self.here = after

    # -- loops

    def _count(self, action: c.Count_, around: Around) -> None:
        top = self._loop_slot(action, "to")
        slot = self.var_slot(action.var)
        self.here.lines.append(b.SetSlots([(slot, expand(action.low)), (top, expand(action.high))]))
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
            self.here.lines.append(b.LineUp(action.var, expand(action.things), expand(action.by), *pick.line))
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
        pairs: list[tuple[int, c.Value | int | b.Block]] = [(into, expand(action.things))]
        if pick.order == "seats":
            start: c.Value | int | b.Block = 0
            if action.start is not None:
                start = expand(action.start)
                if action.direction == "after":
                    start = c.Following(start, action.start.type)
            pairs.append((pick.turn, start))
        self.here.lines.append(b.SetSlots(pairs))

    def _laps(self, action: c.Loop, pick: b.PickNext, around: Around) -> None:
        """Round and round over those still in, until a lap that asked nobody and changed nothing."""
        still_in, mark = self._loop_slot(action, "still in"), self._loop_slot(action, "lap mark")
        self._start_loop(action, pick, still_in)
        lap, head, body = self._block("lap"), self._block("lap loop"), self._block("lap body")
        done, after = self._block("lap done"), self._block("after laps")
        turn = self._block("lap turn")
        self._end(b.Goto(lap), lap)
        again = [(pick.rest + word, self._kept(still_in + word)) for word in range(pick.width)]
        self.here.lines.append(b.SetSlots([*again, (mark, 0)]))
        if pick.order == "seats":
            first = self._loop_slot(action, "first")
            self.here.lines.append(b.SetSlots([(pick.turn, self._kept(first))]))
            self._before(lap).lines.append(b.SetSlots([(first, self._kept(pick.turn))]))
        self._end(b.Fork(still_in, pick.width, head, after), head)
        self._end(b.Fork(pick.rest, pick.width, turn, done), turn)
        if action.until is not None:
            self._end(b.Fork(expand(action.until), 1, after, body), body)
        else:
            self._end(b.Goto(body), body)
        self.here.lines.append(pick)
        inside = Around(after, (still_in, action.var, head), (*around.marks, mark), self._fresh(action))
        self._lines(action.body, inside)
        self._end(b.Goto(head), done)
        self._end(b.Fork(mark, 1, lap, after), after)

    def _fresh(self, laps: c.Loop) -> frozenset[int]:
        """The names that only the laps let, and so each turn anew."""
        inside = [a for a in inner(laps.body) if isinstance(a, c.Let)]
        beyond = [a.var for a in inner(body_of(self.owner)) if isinstance(a, c.Let) and a not in inside]
        if isinstance(self.owner, c.Procedure):
            beyond += self.owner.params
        else:
            beyond += [*self.owner.menu.params, *self.owner.menu.keeps]
        return frozenset(id(a.var) for a in inside) - {id(var) for var in beyond}

    def _before(self, lap: b.Block) -> b.Block:
        """The block that goes straight into the laps."""
        return next(x for x in self.graph.blocks if isinstance(x.end, b.Goto) and x.end.to is lap)

    # -- questions

    def _question(self, question: c.Question, around: Around, rest: list[c.Action]) -> None:
        ask, after = self._block("question", entered=True), self._block("after question", entered=True)
        self._end(b.Goto(ask), ask)
        if question.until is not None:
            going = self._block("question goes on")
            self._end(b.Fork(expand(question.until), 1, after, going), going)
        self._fill_menus(question)
        again = ask if question.loop else after
        site = b.Site(len(self.graph.sites), f"{ask.name}", question, [], None, self.owner)
        site.empty = after if question.loop or question.stop is not None else None
        site.rest = rest if len(question.choices) == 1 and question.choices[0].plain else []
        self.graph.sites.append(site)
        self._end(b.Ask(site), after)
        self._answers(site, question, ask, again, after, around)
        self.here = after

    def _fill_menus(self, question: c.Question) -> None:
        pairs: list[tuple[int, c.Value | int | b.Block]] = []
        for menu in menus_of(question):
            pairs.append((self.var_slot(menu.player), question.seat))
        if question.menu is not None:
            params = zip(question.menu.params, question.arguments, strict=True)
            pairs += [(self.var_slot(p), expand(a)) for p, a in params]
            kept = zip(question.menu.keeps, question.keeping, strict=True)
            pairs += [(self.var_slot(k), c.Use(v)) for k, v in kept]
        if pairs:
            self.here.lines.append(b.SetSlots(pairs))

    def _answers(
        self, site: b.Site, question: c.Question, ask: b.Block, again: b.Block, after: b.Block, around: Around
    ) -> None:
        for choice in question.choices:
            block = self._block(f"answer {choice.name}", entered=True)
            site.answers.append(b.Answer(choice, self._code(choice), block, None, None, False))
            self.here = block
            inside = replace(around, stop=after) if question.loop else around
            self._lines(choice.body, inside)
            self._end(b.Goto(again), after)
        if question.menu is not None:
            back = self._keep(question, again)
            for option in question.menu.options:
                site.answers.append(self._menu_answer(option, back, False))
        for menu in question.also:
            for option in menu.options:
                site.answers.append(self._menu_answer(option, ask, True))
        if question.stop is not None:
            stop = c.Choice("stop", question.stop, None, None, None, None, False, None, [], question.rule, NOWHERE)
            site.answers.append(b.Answer(stop, self._code(stop), after, None, None, False, True))

    def _menu_answer(self, option: c.MenuOption, back: b.Block, also: bool) -> b.Answer:
        code = self._code(option.choice)
        entry = self.graph.frames.entry.get(id(option))
        return b.Answer(option.choice, code, entry, option, back, also)

    def _keep(self, question: c.Question, again: b.Block) -> b.Block:
        """After a menu's option: what the menu keeps goes back to the names of the step."""
        if not question.keeping or question.menu is None:
            return again
        back = self._block("keeps", entered=True)
        kept = zip(question.menu.keeps, question.keeping, strict=True)
        back.lines.append(b.SetSlots([(self.var_slot(v), c.Use(k)) for k, v in kept]))
        back.end = b.Goto(again)
        return back

    def _code(self, choice: c.Choice) -> int:
        if id(choice) not in self.graph.option_codes:
            self.graph.option_codes[id(choice)] = len(self.graph.choices)
            self.graph.choices.append(choice)
        return self.graph.option_codes[id(choice)]


def _outside_loops(actions: list[c.Action]) -> list[c.Action]:
    """All actions but those inside loops of their own."""
    found: list[c.Action] = []
    for action in actions:
        found.append(action)
        if isinstance(action, c.Branch):
            for _, body in action.cases:
                found += _outside_loops(body)
            found += _outside_loops(action.otherwise)
    return found


def _outside_laps(actions: list[c.Action]) -> list[c.Action]:
    """All actions but those inside laps of their own."""
    found: list[c.Action] = []
    for action in actions:
        found.append(action)
        if isinstance(action, c.Branch):
            for _, body in action.cases:
                found += _outside_laps(body)
            found += _outside_laps(action.otherwise)
        elif isinstance(action, c.Count_) or (isinstance(action, c.Loop) and not action.laps):
            found += _outside_laps(action.body)
    return found
