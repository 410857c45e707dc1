"""Cuts the rules that ask somebody into blocks.

A block runs without a decision, and its end says what comes next. The lines

    for each player: ask player to take a card or stop
    give the leader a coin

of a step become: `begins` (put all players into "to come"), `loop` (is anybody left to come? else `after loop`), `loop
body` (take out the next player), the question with a block for each answer, which go back to `loop`, `after loop` (give
a coin), and `ends`. Where the step ends is not known to it: whoever enters it first puts the number of a block into its
slot `back`, and `ends` goes on with that block. So `perform payment` in the middle of a line becomes two blocks, one
that ends by entering the payment, and one, `after payment`, that the payment returns to, maybe many decisions later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.core.walk import lines_inside, menus_of, steps_of, units_of
from rulewright.compile import blocks as b
from rulewright.compile.analysis import deciding_rules, is_decision, laps_around, laps_of
from rulewright.compile.frames import reserve_frames
from rulewright.compile.graph import Graph
from rulewright.compile.inline import ValueInliner
from rulewright.compile.layout import Layout
from rulewright.compile.lower_loops import Around, LoopCutting
from rulewright.compile.vocabulary import stop_choice
from rulewright.diagnostics import Span


class Questions(LoopCutting):
    """Questions with their own choices, and those that offer menus."""

    def _cut_question(self, question: c.Question, around: Around, rest: list[c.Action]) -> None:
        ask, after = self._new_block("question", entered=True), self._new_block("after question", entered=True)
        known = self.graph.frames.aside.get(id(question), [])
        self._set_names([(aside, var) for var, aside in known])
        self._end_block(b.Goto(ask), ask)
        if question.until is not None:
            going = self._new_block("question goes on")
            self._end_block(b.ForkEnd(self.inliner.expand(question.until), 1, after, going), going)
        self._fill_menus(question)
        again = ask if question.loop else after
        site = b.QuestionSite(len(self.graph.sites), f"{ask.name}", question, [], None, self.owner)
        site.marks = around.marks
        site.empty = after if question.loop or question.stop is not None else None
        site.rest = rest if len(question.choices) == 1 and question.choices[0].plain else []
        self.graph.sites.append(site)
        self._end_block(b.QuestionEnd(site), after)
        self._cut_answers(site, question, ask, again, after, around)
        self.here = after
        self._set_names(known)

    def _set_names(self, pairs: Sequence[tuple[c.Var, c.Var]]) -> None:
        """Give names the values of others."""
        if pairs:
            self.here.lines.append(b.SetSlots([(self.var_slot(var), c.Use(value)) for var, value in pairs]))

    def _fill_menus(self, question: c.Question) -> None:
        pairs: list[tuple[int, c.Value | int | b.Block | b.KeptSlot]] = []
        for menu in menus_of(question):
            pairs.append((self.var_slot(menu.player), question.seat))
        if question.menu is not None:
            params = zip(question.menu.params, question.arguments, strict=True)
            pairs += [(self.var_slot(p), self.inliner.expand(a)) for p, a in params]
            kept = zip(question.menu.keeps, question.keeping, strict=True)
            pairs += [(self.var_slot(k), c.Use(v)) for k, v in kept]
        if pairs:
            self.here.lines.append(b.SetSlots(pairs))

    def _cut_answers(
        self, site: b.QuestionSite, question: c.Question, ask: b.Block, again: b.Block, after: b.Block, around: Around
    ) -> None:
        for choice in question.choices:
            block = self._new_block(f"answer {choice.name}", entered=True)
            site.answers.append(b.BlockAnswer(choice, self._choice_code(choice), block, None, None, False))
            self.here = block
            inside = replace(around, stop=after) if question.loop else around
            self._cut_lines(choice.body, inside)
            self._end_block(b.Goto(again), after)
        if question.menu is not None:
            back = self._block_keeping(question, again)
            for option in question.menu.options:
                site.answers.append(self._menu_answer(option, back, False))
        for menu in question.also:
            for option in menu.options:
                site.answers.append(self._menu_answer(option, ask, True))
        if question.stop is not None:
            stop = stop_choice(question)
            site.answers.append(b.BlockAnswer(stop, self._choice_code(stop), after, None, None, False, True))

    def _menu_answer(self, option: c.MenuOption, back: b.Block, also: bool) -> b.BlockAnswer:
        code = self._choice_code(option.choice)
        entry = self.graph.frames.entry.get(id(option))
        return b.BlockAnswer(option.choice, code, entry, option, back, also)

    def _block_keeping(self, question: c.Question, again: b.Block) -> b.Block:
        """Return the block after a menu's option, which copies what the menu keeps back to the names of the step."""
        if not question.keeping or question.menu is None:
            return again
        back = self._new_block("keeps", entered=True)
        self.here = back
        self._set_names(list(zip(question.keeping, question.menu.keeps, strict=True)))
        back.end = b.Goto(again)
        return back

    def _choice_code(self, choice: c.Choice) -> int:
        if id(choice) not in self.graph.option_codes:
            self.graph.option_codes[id(choice)] = len(self.graph.choices)
            self.graph.choices.append(choice)
        return self.graph.option_codes[id(choice)]


def lower(rules: c.CheckedRules, layout: Layout, traced: bool, inliner: ValueInliner) -> Graph:
    """Return the blocks of everything that asks; reserve the frames they need."""
    graph = Graph()
    units = units_of(rules)
    graph.asking = deciding_rules(units) | {id(rules.game)}
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
            self.graph.frames.entry[id(unit)] = self._new_block("begins", entered=True)
            self.graph.frames.last[id(unit)] = self._new_block("ends", entered=True)
            marks |= {id(loop): self._loop_slot(loop, "lap mark") for loop in laps_of(unit)}
        around = laps_around(units_of(self.rules))
        self.marks = {unit: tuple(marks[id(loop)] for loop in loops) for unit, loops in around.items()}
        for unit in units:
            self._lower_unit(unit, Around(marks=self.marks[id(unit)]))

    def _lower_unit(self, unit: b.Owner, around: Around) -> None:
        self.owner = unit
        self.here = self.graph.frames.entry[id(unit)]
        last = self.graph.frames.last[id(unit)]
        level, circle = self.graph.frames.level.get(id(unit)), self.graph.circle_of(unit)
        if level is not None and circle is not None:
            self.here.lines.append(b.SetSlots([(level, b.KeptSlot(circle.depth))]))
        if isinstance(unit, c.Procedure) and unit.kind == "phase":
            self.here.lines.append(b.Enter(unit))
        self._cut_lines(unit.body if isinstance(unit, c.Procedure) else unit.choice.body, around)
        self._end_block(b.Goto(last), last)
        if isinstance(unit, c.Procedure):
            self._cut_lines(unit.after, around)
        is_game = isinstance(unit, c.Procedure) and unit.kind == "game"
        self.here.end = b.GoOver() if is_game else b.ReturnEnd(self.graph.frames.back[id(unit)])

    def _asks_somebody(self, action: c.Action) -> bool:
        for part in lines_inside([action]):
            if is_decision(part) or any(id(step) in self.graph.asking for step in steps_of(part)):
                return True
        return False

    def _leaves_loop(self, action: c.Action, around: Around) -> bool:
        """Whether an action leaves a loop that is cut into blocks."""
        depth = 0 if not isinstance(action, c.Loop | c.Count_) else 1
        return (
            depth == 0
            and any(isinstance(p, c.Leave) for p in _actions_outside([action], False))
            or any(isinstance(p, c.Leave) and p.how == "out" for p in _actions_outside([action], True))
        )

    def _cut_lines(self, actions: list[c.Action], around: Around) -> None:
        for at, action in enumerate(actions):
            if isinstance(action, c.Leave):
                self._cut_leave(action, around)
            elif isinstance(action, c.Question):
                self._cut_question(action, around, actions[at + 1 :])
            elif self._asks_somebody(action) or self._leaves_loop(action, around):
                self._cut_action(action, around)
            else:
                self.here.lines.append(action)

    def _cut_action(self, action: c.Action, around: Around) -> None:
        if isinstance(action, c.Branch):
            after = self._new_block("after if")
            for test, body in action.cases:
                yes, no = self._new_block("if"), self._new_block("otherwise")
                self._end_block(b.ForkEnd(self.inliner.expand(test), 1, yes, no), yes)
                self._cut_lines(body, around)
                self._end_block(b.Goto(after), no)
            self._cut_lines(action.otherwise, around)
            self._end_block(b.Goto(after), after)
        elif isinstance(action, c.Loop):
            self._cut_loop(action, around)
        elif isinstance(action, c.Count_):
            self._cut_count(action, around)
        elif isinstance(action, c.Perform):
            self._enter_step(action.step, action.arguments, action.span)
        elif isinstance(action, c.Dispatch):
            self._cut_dispatch(action)

    def _cut_leave(self, action: c.Leave, around: Around) -> None:
        after = self._new_block("after leaving")
        if action.how == "stop":
            assert around.stop is not None
            self._end_block(b.Goto(around.stop), after)
        elif action.how == "out":
            assert around.laps is not None
            still_in, var, head = around.laps
            self.here.lines.append(b.DropSeat(still_in, var))
            self._end_block(b.Goto(head), after)
        elif action.step is None:
            self._reset_slots(around.marks)
            self._end_block(b.GoOver(action.span), after)
        else:
            self._give_back(action.step)
            closed = [circle for circle in self.graph.circles if id(action.step) in circle.around]
            slots = dict.fromkeys(slot for circle in closed for slot in (circle.depth, circle.opened))
            self._reset_slots([*slots, *(mark for mark in around.marks if mark not in self.marks[id(action.step)])])
            self._end_block(b.Goto(self.graph.frames.last[id(action.step)]), after)

    def _give_back(self, step: c.Procedure) -> None:
        """Give back what has been kept aside since a rule began that another one ends."""
        level, circle = self.graph.frames.level.get(id(step)), self.graph.circle_of(step)
        if level is None or circle is None or step is self.owner:
            return
        kept, left = self._new_block("leaving"), self._new_block("left", entered=True)
        deeper = c.Test(">", self._kept_number(circle.depth), self._kept_number(level), TRUTH)
        self._end_block(b.ForkEnd(deeper, 1, kept, left), kept)
        one_more = c.Binary("+", self._kept_number(level), c.Const(1, NUMBER), NUMBER)
        self.here.lines.append(b.SetSlots([(circle.depth, one_more)]))
        self._end_block(b.Resume(circle, left), left)

    def _enter_step(self, step: c.Procedure, arguments: tuple[c.Value, ...], place: Span) -> None:
        back = self._new_block(f"after {step.name}", entered=True)
        pairs: list[tuple[int, c.Value | int | b.Block | b.KeptSlot]] = [
            (self.var_slot(p), self.inliner.expand(a)) for p, a in zip(step.params, arguments, strict=True)
        ]
        circle = self.graph.circle_of(self.owner)
        if circle is not None and id(step) in circle.heads:
            pairs.append((self.graph.frames.back[id(step)], circle.resume))
            self.here.lines.append(b.SetSlots(pairs, (circle, back), place))
        else:
            pairs.append((self.graph.frames.back[id(step)], back))
            self.here.lines.append(b.SetSlots(pairs))
        self._end_block(b.Goto(self.graph.frames.entry[id(step)]), back)

    def _cut_dispatch(self, action: c.Dispatch) -> None:
        after = self._new_block("after follow", entered=True)
        asking = self.here
        cases = []
        for mask, step in action.cases:
            case = self._new_block("follow", entered=True)
            cases.append((mask, case))
            self.here = case
            if id(step) in self.graph.asking:
                self._enter_step(step, (action.player, action.piece), action.span)
            else:
                self.here.lines.append(c.Perform(step, (action.player, action.piece), action.span))
            self._end_block(b.Goto(after), after)
        asking.end = b.Switch(self.inliner.expand(action.piece), cases, after)
        self.here = after


def _actions_outside(actions: list[c.Action], into_loops: bool) -> list[c.Action]:
    """Return all actions outside of nested loops; with `into_loops`, outside of nested laps only."""
    found: list[c.Action] = []
    for action in actions:
        found.append(action)
        if isinstance(action, c.Branch):
            for body in [*(body for _, body in action.cases), action.otherwise]:
                found += _actions_outside(body, into_loops)
        elif into_loops and (isinstance(action, c.Count_) or (isinstance(action, c.Loop) and not action.laps)):
            found += _actions_outside(action.body, into_loops)
    return found
