"""Feasibility: the tests of a lookahead as one condition of the checked rules, which the plain build lists options by.

An option is offered only if all that it does before its first effect is possible. For `ask player to choose a tile from
hand`, then `if tile is wet: demand 2 coins`, the lookahead is one of the tiles for which a fork is possible, and the
condition is `some tile in hand: (tile is wet and coins >= 2) or not tile is wet`.

Where no single condition expresses them (a number is chosen on the way, rules are recursive, or the condition would
be too long) `TooHard` is raised, and the lookahead is lowered step by step.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core import lookahead as ahead
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.core.walk import substitute
from rulewright.compile.inline import ValueInliner, uses

YES = c.Const(1, TRUTH)
Given = dict[int, c.Value]
MOST_TESTS = 100
"""Steps of a lookahead that one condition is made from; those after a fork count for each of its cases."""


class TooHard(Exception):  # noqa: N818
    """No single condition expresses the answer."""


def both(*parts: c.Value) -> c.Value:
    """Return the conjunction of conditions; those that always hold are left out."""
    real = [p for p in parts if p is not YES]
    return YES if not real else real[0] if len(real) == 1 else c.Logic("and", tuple(real), TRUTH)


def either(*parts: c.Value) -> c.Value:
    """Return the disjunction of conditions."""
    if not parts or YES in parts:
        return YES if parts else c.Const(0, TRUTH)
    return parts[0] if len(parts) == 1 else c.Logic("or", tuple(parts), TRUTH)


def feasible(steps: ahead.Steps, circles: set[int], inliner: ValueInliner) -> c.Value:
    """Return the condition that a lookahead stands for; `circles` are the ids of options that circle."""
    return _Condition(circles, inliner).steps(steps, {})


class _Condition:
    def __init__(self, circles: set[int], inliner: ValueInliner) -> None:
        self.circles, self.inliner, self.left = circles, inliner, MOST_TESTS

    def steps(self, steps: ahead.Steps, given: Given) -> c.Value:
        for at, step in enumerate(steps):
            self.left -= 1
            if self.left < 0:
                raise TooHard
            match step:
                case ahead.Possible():
                    return YES
                case ahead.Naming():
                    given = {**given, id(step.var): self.value(step.value, given)}
                case ahead.Demand():
                    return self.value(step.condition, given)
                case ahead.LookaheadFork():
                    return self.fork(step, steps[at + 1 :], given)
                case ahead.OneOf():
                    return either(*(self.choice(choice, then, given) for choice, then in step.ways))
                case ahead.OneOfMenu():
                    return self.menu(step.question, given)
        return YES

    def value(self, value: c.Value, given: Given) -> c.Value:
        return substitute(self.inliner.expand(value), given)

    def fork(self, fork: ahead.LookaheadFork, rest: ahead.Steps, given: Given) -> c.Value:
        ways: list[c.Value] = []
        before: list[c.Value] = []
        for test, then in fork.cases:
            holds = self.value(test, given)
            ways.append(both(*before, holds, self.steps(then + rest, given)))
            before.append(c.Logic("not", (holds,), TRUTH))
        return either(*ways, both(*before, self.steps(fork.otherwise + rest, given)))

    def choice(self, choice: c.Choice, steps: ahead.Steps, given: Given) -> c.Value:
        if choice.or_nothing:
            return YES
        when = YES if choice.when is None else self.value(choice.when, given)
        then = both(when, self.steps(steps, given))
        if choice.var is None:
            return then
        if isinstance(choice.things, c.Combined):
            raise TooHard
        if choice.things is None:
            return self.number(choice, then, given)
        return some(choice.var, self.value(choice.things, given), then)

    def number(self, choice: c.Choice, then: c.Value, given: Given) -> c.Value:
        assert choice.var is not None and choice.low is not None and choice.high is not None
        if uses(then, choice.var):
            raise TooHard
        low, high = self.value(choice.low, given), self.value(choice.high, given)
        return both(c.Test("<=", low, high, TRUTH), then)

    def menu(self, question: c.Question, given: Given) -> c.Value:
        menu = question.menu
        assert menu is not None
        known = {id(menu.player): self.value(question.seat, given)}
        known |= {id(p): self.value(a, given) for p, a in zip(menu.params, question.arguments, strict=True)}
        known |= {id(k): self.value(c.Use(v), given) for k, v in zip(menu.keeps, question.keeping, strict=True)}
        return either(*(self.option(option, known) for option in menu.options))

    def option(self, option: c.MenuOption, known: Given) -> c.Value:
        if id(option) in self.circles:
            raise TooHard
        then = self.choice(option.choice, ahead.lookahead(option.choice.body, self.circles), known)
        player = known[id(option.menu.player)]
        limit: c.Value = YES
        if option.limit is not None:
            limit = c.Test("<", c.Read(option.limit[0], (player,)), c.Const(option.limit[1], NUMBER), TRUTH)
        if option.this is None or option.live is None:
            return both(limit, *([self.unused(option.once, player)] if option.once is not None else []), then)
        return both(limit, some(option.this, self.live(option, known), then))

    def live(self, option: c.MenuOption, known: Given) -> c.Value:
        """Return the pieces whose option is available now."""
        assert option.live is not None and option.this is not None
        live = self.value(option.live, known)
        if option.once is None:
            return live
        piece = c.Var("piece", option.this.type)
        return c.Filter(piece, live, self.unused(option.once, c.Use(piece)), live.type)

    def unused(self, once: c.Stored, key: c.Value) -> c.Value:
        used = c.Test("!=", c.Read(once, (key,)), c.Const(0, TRUTH), TRUTH)
        return c.Logic("not", (used,), TRUTH)


def some(var: c.Var, things: c.Value, then: c.Value) -> c.Value:
    """Return whether a condition holds for some thing of a set."""
    if then is YES:
        return c.NonEmpty(things, TRUTH)
    if not uses(then, var):
        return both(c.NonEmpty(things, TRUTH), then)
    return c.Quantified(False, var, things, then, TRUTH)
