"""Feasibility: whether actions can be done up to their first effect, as a condition of the checked rules.

The plain build writes these conditions into its option lists. Where no single condition expresses that (a number is
chosen on the way, rules are recursive, or there is too much to look through) `TooHard` is raised, and the lookahead is
lowered step by step.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH
from rulewright.check.core.walk import substitute
from rulewright.compile.inline import Inliner, uses
from rulewright.compile.lookahead import MOST, TOP, Depth, is_certain

YES = c.Const(1, TRUTH)
Given = dict[int, c.Value]


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


def feasible(actions: Sequence[c.Action], circles: set[int], inliner: Inliner) -> c.Value:
    """Return the condition under which actions can be done; `circles` are the ids of options that circle."""
    return _Look(circles, inliner).actions(actions, {}, TOP)


class _Look:
    def __init__(self, circles: set[int], inliner: Inliner) -> None:
        self.circles, self.inliner, self.left = circles, inliner, MOST

    def actions(self, actions: Sequence[c.Action], given: Given, depth: Depth) -> c.Value:
        if is_certain(actions, self.circles, depth):
            return YES
        for at, action in enumerate(actions):
            rest = actions[at + 1 :]
            self.left -= 1
            if self.left < 0:
                raise TooHard
            if isinstance(action, c.Let):
                given = {**given, id(action.var): self.value(action.value, given)}
            elif isinstance(action, c.Say | c.Pass):
                continue
            elif isinstance(action, c.Branch):
                return self.branch(action, rest, given, depth)
            elif isinstance(action, c.Perform):
                return self.perform(action, rest, given, depth)
            elif isinstance(action, c.Question):
                return self.question(action, rest, given, depth)
            else:
                return self.effect(action, given)
        return YES

    def value(self, value: c.Value, given: Given) -> c.Value:
        return substitute(self.inliner.expand(value), given)

    def effect(self, action: c.Action, given: Given) -> c.Value:
        if isinstance(action, c.Gain) and action.sign < 0 and action.due:
            return self.enough(action.amount, action.seat, action.number, given)
        if isinstance(action, c.Transfer) and action.due:
            return self.enough(action.amount, action.payer, action.number, given)
        return YES

    def enough(self, amount: c.Stored, seat: c.Value, number: c.Value, given: Given) -> c.Value:
        have = c.Read(amount, (self.value(seat, given),) if amount.keys else ())
        return c.Test(">=", have, self.value(number, given), TRUTH)

    def branch(self, action: c.Branch, rest: Sequence[c.Action], given: Given, depth: Depth) -> c.Value:
        ways: list[c.Value] = []
        before: list[c.Value] = []
        thens = [self.actions([*body, *rest], given, depth) for _, body in action.cases]
        last = self.actions([*action.otherwise, *rest], given, depth)
        for (test, _), then in zip(action.cases, thens, strict=True):
            holds = self.value(test, given)
            ways.append(both(*before, holds, then))
            before.append(c.Logic("not", (holds,), TRUTH))
        return either(*ways, both(*before, last))

    def perform(self, action: c.Perform, rest: Sequence[c.Action], given: Given, depth: Depth) -> c.Value:
        arguments = tuple(self.value(a, given) for a in action.arguments)
        if action.step.can is not None:
            return self.inliner.expand(c.Call(action.step.can, arguments, action.span))
        if depth.is_last:
            raise TooHard
        inner = {**given, **{id(p): a for p, a in zip(action.step.params, arguments, strict=True)}}
        return self.actions([*action.step.body, *action.step.after, *rest], inner, depth.in_rule)

    def question(self, question: c.Question, rest: Sequence[c.Action], given: Given, depth: Depth) -> c.Value:
        if question.loop or question.stop is not None:
            return YES
        if question.menu is not None:
            return self.menu(question, question.menu, given, depth)
        if depth.asks_last:
            raise TooHard
        return either(*(self.choice(choice, rest, given, depth.in_question) for choice in question.choices))

    def choice(self, choice: c.Choice, rest: Sequence[c.Action], given: Given, depth: Depth) -> c.Value:
        if choice.or_nothing:
            return YES
        when = YES if choice.when is None else self.value(choice.when, given)
        then = both(when, self.actions([*choice.body, *rest], given, depth))
        if choice.var is None:
            return then
        if choice.things is None:
            return self.number(choice, then, given)
        return some(choice.var, self.value(choice.things, given), then)

    def number(self, choice: c.Choice, then: c.Value, given: Given) -> c.Value:
        assert choice.var is not None and choice.low is not None and choice.high is not None
        if uses(then, choice.var):
            raise TooHard
        low, high = self.value(choice.low, given), self.value(choice.high, given)
        return both(c.Test("<=", low, high, TRUTH), then)

    def menu(self, question: c.Question, menu: c.Menu, given: Given, depth: Depth) -> c.Value:
        known = {id(menu.player): self.value(question.seat, given)}
        known |= {id(p): self.value(a, given) for p, a in zip(menu.params, question.arguments, strict=True)}
        known |= {id(k): self.value(c.Use(v), given) for k, v in zip(menu.keeps, question.keeping, strict=True)}
        return either(*(self.option(option, known, depth) for option in menu.options))

    def option(self, option: c.MenuOption, known: Given, depth: Depth) -> c.Value:
        if id(option) in self.circles:
            raise TooHard
        then = self.choice(option.choice, [], known, depth)
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
