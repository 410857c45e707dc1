"""Cuts questions into blocks: what is asked, and what each answer leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.walk import menus_of
from rulewright.compile import blocks as b
from rulewright.compile.cutting import Around
from rulewright.compile.lower_loops import Loops
from rulewright.compile.vocabulary import stop_choice


class Questions(Loops):
    """Questions with their own choices, and those that offer menus."""

    def _question(self, question: c.Question, around: Around, rest: list[c.Action]) -> None:
        ask, after = self._block("question", entered=True), self._block("after question", entered=True)
        known = self.graph.frames.aside.get(id(question), [])
        self._set([(aside, var) for var, aside in known])
        self._end(b.Goto(ask), ask)
        if question.until is not None:
            going = self._block("question goes on")
            self._end(b.Fork(self.inliner.expand(question.until), 1, after, going), going)
        self._fill_menus(question)
        again = ask if question.loop else after
        site = b.Site(len(self.graph.sites), f"{ask.name}", question, [], None, self.owner)
        site.marks = around.marks
        site.empty = after if question.loop or question.stop is not None else None
        site.rest = rest if len(question.choices) == 1 and question.choices[0].plain else []
        self.graph.sites.append(site)
        self._end(b.Ask(site), after)
        self._answers(site, question, ask, again, after, around)
        self.here = after
        self._set(known)

    def _set(self, pairs: Sequence[tuple[c.Var, c.Var]]) -> None:
        """Give names the values of others."""
        if pairs:
            self.here.lines.append(b.SetSlots([(self.var_slot(var), c.Use(value)) for var, value in pairs]))

    def _fill_menus(self, question: c.Question) -> None:
        pairs: list[tuple[int, c.Value | int | b.Block | b.Kept]] = []
        for menu in menus_of(question):
            pairs.append((self.var_slot(menu.player), question.seat))
        if question.menu is not None:
            params = zip(question.menu.params, question.arguments, strict=True)
            pairs += [(self.var_slot(p), self.inliner.expand(a)) for p, a in params]
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
            stop = stop_choice(question)
            site.answers.append(b.Answer(stop, self._code(stop), after, None, None, False, True))

    def _menu_answer(self, option: c.MenuOption, back: b.Block, also: bool) -> b.Answer:
        code = self._code(option.choice)
        entry = self.graph.frames.entry.get(id(option))
        return b.Answer(option.choice, code, entry, option, back, also)

    def _keep(self, question: c.Question, again: b.Block) -> b.Block:
        """Return the block after a menu's option, which copies what the menu keeps back to the names of the step."""
        if not question.keeping or question.menu is None:
            return again
        back = self._block("keeps", entered=True)
        self.here = back
        self._set(list(zip(question.keeping, question.menu.keeps, strict=True)))
        back.end = b.Goto(again)
        return back

    def _code(self, choice: c.Choice) -> int:
        if id(choice) not in self.graph.option_codes:
            self.graph.option_codes[id(choice)] = len(self.graph.choices)
            self.graph.choices.append(choice)
        return self.graph.option_codes[id(choice)]
