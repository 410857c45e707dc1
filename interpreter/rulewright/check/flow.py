"""Finds the meaning of what branches, repeats, leaves and asks."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.actions import Actions
from rulewright.check.scope import Scope
from rulewright.check.types import NUMBER, TRUTH
from rulewright.check.values import LARGEST, Faulty
from rulewright.check.world import own_text
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

MOST_CHOSEN = 9_999
"""The highest number that can be chosen."""


class Flow(Actions):
    """Branches, loops and questions."""

    def _do_if(self, line: s.If, scope: Scope, done: list[c.Action]) -> None:
        cases = []
        for condition, body in line.cases:
            try:
                test = self.condition(condition, scope)
            except Faulty:
                self.block(body, scope)
                continue
            cases.append((test, self.block(body, scope)))
        done.append(c.Branch(cases, self.block(line.otherwise, scope), line.span))

    def _do_foreach(self, line: s.ForEach, scope: Scope, done: list[c.Action]) -> None:
        things = self.some_things(line.things, scope)
        inner, var = self.bind(line.variable, things.type.as_one(), scope)
        inner = inner.within_loop("laps" if line.laps else "loop")
        start = None
        if line.start is not None:
            if things.type.domain is None or things.type.domain.how != "player":
                self.fail(
                    Code.WRONG_KIND,
                    line.start.span,
                    'only a loop over players goes "from", "after" or "back to" somebody',
                    "Leave it out.",
                )
            start = self.one_player(line.start, scope)
        by = self.number(line.by, inner) if line.by is not None else None
        if line.direction == "back to" and start is not None:
            if line.by is not None:
                self.fail(
                    Code.WRONG_KIND, line.by.span, 'a loop goes "back to" somebody or "by" a number', "Leave one out."
                )
            by = self._backwards(var, start)
        until = self.condition(line.until, scope) if line.until is not None else None
        body = self.block(line.body, inner)
        done.append(c.Loop(var, things, line.direction or "", start, by, line.laps, until, body, line.span))

    def _backwards(self, var: c.Var, start: c.Value) -> c.Value:
        """How many turns before `start` somebody has who goes against the seats: the right-hand neighbour has none."""
        to_the_right = c.Binary("-", c.Binary("-", start, c.Const(1, NUMBER), NUMBER), c.Use(var), NUMBER)
        beyond = c.Test(">=", c.Use(var), start, TRUTH)
        round_them = c.Binary("+", to_the_right, c.Const(self.world.seats, NUMBER), NUMBER)
        return c.Either(beyond, round_them, to_the_right, NUMBER)

    def _do_forrange(self, line: s.ForRange, scope: Scope, done: list[c.Action]) -> None:
        low, high = self.number(line.low, scope), self.number(line.high, scope)
        inner, var = self.bind(line.variable, NUMBER, scope)
        done.append(c.Count_(var, low, high, self.block(line.body, inner.within_loop("loop")), line.span))

    def _do_repeat(self, line: s.Repeat, scope: Scope, done: list[c.Action]) -> None:
        one = c.Const(1, NUMBER)
        body = self.block(line.body, scope.within_loop("loop"))
        done.append(c.Count_(c.Var("time", NUMBER), one, self.number(line.times, scope), body, line.span))

    def _do_dropout(self, line: s.DropOut, scope: Scope, done: list[c.Action]) -> None:
        if "laps" not in scope.loops:
            self.fail(
                Code.NOT_IN_LAPS,
                line.span,
                '"drop out" belongs inside "in laps for each"',
                'To leave a step write "end" and its name.',
            )
        done.append(c.Leave("out", None, line.span))

    def _do_stop(self, line: s.Stop, scope: Scope, done: list[c.Action]) -> None:
        if not scope.loops:
            self.fail(
                Code.NOT_IN_LOOP,
                line.span,
                '"stop" belongs inside something that repeats',
                'To leave a step write "end" and its name.',
            )
        done.append(c.Leave("stop", None, line.span))

    def _do_end(self, line: s.End, scope: Scope, done: list[c.Action]) -> None:
        if line.what.text == "game":
            done.append(c.Leave("end", None, line.span))
            return
        done.append(c.Leave("end", self.step_rule(line.what), line.span))

    def _do_score(self, line: s.Score, scope: Scope, done: list[c.Action]) -> None:
        condition = self.condition(line.condition, scope) if line.condition is not None else None
        if not scope.rule.startswith(("scoring", "end of")):
            self.fail(
                Code.SCORE_OUTSIDE,
                line.span,
                'points are scored in a "scoring" rule or under "at the end:"',
                "Move it there.",
            )
        done.append(c.ScorePoints(self.number(line.points, scope), condition, line.span))

    def _do_tell(self, line: s.Tell, scope: Scope, done: list[c.Action]) -> None:
        done.append(c.Say(self.text(line.text, scope), line.span))

    # -- questions

    def _do_choose(self, line: s.Choose, scope: Scope, done: list[c.Action]) -> Scope:
        if scope.player is None:
            self.fail(Code.NOBODY_ASKED, line.span, "who chooses? no player is acting here")
        choice, inner = self._choice_of(line.using, scope, line.span, line.or_nothing)
        assert choice.var is not None
        noun = choice.var.name.replace("-", " ")
        prompt = (
            self.text(line.prompt, scope) if line.prompt else own_text(self.world.language, "choose-one", thing=noun)
        )
        question = c.Question(
            self.acting(scope), prompt, [choice], None, (), (), self.menus(line.also), False, None, None, False,
            line.span, scope.rule,
        )  # fmt: skip
        done.append(question)
        return inner

    def _choice_of(
        self, using: s.Using, scope: Scope, span: c.Span, or_nothing: bool = False
    ) -> tuple[c.Choice, Scope]:
        """The choice of a thing or a number, with the scope in which it has been made."""
        name = using.name.text
        if using.high is not None:
            low, high = self.span_of(using.things, using.high, scope)
            low = self.in_range(low, 0, MOST_CHOSEN, using.things.span)
            high = self.in_range(high, -LARGEST, MOST_CHOSEN, using.high.span)
            inner, var = self.bind(using.name, NUMBER, scope)
            return c.Choice(name, None, var, None, low, high, False, None, [], scope.rule, span, True), inner
        things = self.some_things(using.things, scope)
        inner, var = self.bind(using.name, things.type.as_one(or_nothing), scope)
        return c.Choice(name, None, var, things, None, None, or_nothing, None, [], scope.rule, span, True), inner

    def choice(self, option: s.Option, scope: Scope) -> c.Choice:
        """An option with its label, what comes with it, its condition and its body."""
        made = c.Choice(
            option.name.text, None, None, None, None, None, False, None, [], scope.rule, option.name.span, False
        )
        inner = scope
        if option.using is not None:
            made, inner = self._choice_of(option.using, scope, option.name.span)
            made.name, made.plain = option.name.text, False
        made.label = self.text(option.label, inner) if option.label else None
        if option.when is not None:
            made.when = self.condition(option.when, inner)
        made.body = self.block(option.body, inner)
        return made

    def _do_ask(self, line: s.Ask, scope: Scope, done: list[c.Action]) -> None:
        seat = self.one_player(line.seat, scope)
        known = seat.thing if isinstance(seat, c.Sure) else seat
        asked = known.var if isinstance(known, c.Use) else self.player_var()
        if seat is not known or not isinstance(known, c.Use):
            done.append(c.Let(asked, seat, line.seat.span))
        inner = Scope(scope.rule, {**scope.names, "player": asked}, scope.it, scope.this, scope.loops, scope.inside)
        inside = inner.within_loop("asking") if line.keep else inner
        choices = []
        for option in line.options:
            try:
                choices.append(self.choice(option, inside))
            except Faulty:
                continue
        until = self.condition(line.until, inner) if line.until is not None else None
        question = c.Question(
            c.Use(asked), self.text(line.prompt, inner), choices, None, (), (), self.menus(line.also), line.keep,
            None, until, line.secretly, line.span, scope.rule,
        )  # fmt: skip
        done.append(question)

    def _do_offer(self, line: s.Offer, scope: Scope, done: list[c.Action]) -> None:
        if scope.player is None:
            self.fail(Code.NOBODY_ASKED, line.span, "who chooses? no player is acting here")
        menu = self.menu(line.menu)
        values = self.arguments(line.menu, [menu.player, *menu.params], line.arguments, scope)
        keeping = self._keeping(line, menu, scope)
        loop = line.stop or line.until is not None
        stop = (
            (self.text(line.stop_label, scope) if line.stop_label else own_text(self.world.language, "go-on"))
            if line.stop
            else None
        )
        until = self.condition(line.until, scope) if line.until is not None else None
        prompt = c.Text((menu.label,))
        question = c.Question(
            self.acting(scope), prompt, [], menu, values[1:], keeping, self.menus(line.also), loop, stop, until,
            False, line.span, scope.rule, line.stop,
        )  # fmt: skip
        done.append(question)

    def _keeping(self, line: s.Offer, menu: c.Menu, scope: Scope) -> tuple[c.Var, ...]:
        if len(line.keeping) != len(menu.keeps):
            kept = ", ".join(v.name for v in menu.keeps) or "nothing"
            self.fail(
                Code.WRONG_NUMBER_OF_THINGS,
                line.menu.span,
                f"this menu keeps {kept}",
                'Write them after "keeping", in this order.',
            )
        for word in line.keeping:
            if word.text not in scope.names:
                self.world.unknown(word, "name let here", scope.names)
                raise Faulty
        return tuple(scope.names[word.text] for word in line.keeping)

    # -- given by the class built on this one

    def text(self, word: x.Word, scope: Scope) -> c.Text:
        """Return a text with the values that stand in it; defined in `texts.py`."""
        raise NotImplementedError

    def menu(self, word: x.Word) -> c.Menu:
        """Return a menu; defined in `menus.py`."""
        raise NotImplementedError

    def menus(self, words: tuple[x.Word, ...]) -> tuple[c.Menu, ...]:
        """Return the menus with these names."""
        return tuple(self.menu(word) for word in words)
