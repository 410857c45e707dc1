"""Lookahead: what makes an option possible, as a tree of tests.

A choice is offered if all that it leads to can be done up to the first effect. `lookahead` translates the lines of a
rule to steps, of which only those remain that decide this: rules that are done are expanded in place, payments become
conditions. The checker examines the tree (`check.tested_values`), the plain build prints a condition from it
(`compile.feasible`), the traced build code that notes reasons (`compile.lowering.lookahead`). For instance

    if it is late:                 Fork(it is late: Demand(at least 2 coins); otherwise nothing: what follows decides)
        pay 2 coins
    choose one of the free spaces  OneOf(a free space: Possible())
        mark it

Where nothing can fail any more, `Possible` stands for the rest, so all builds evaluate the same tests. The search goes
through a limited number of nested rules, questions and lines, and not into a rule that does itself again; what lies
beyond is assumed to be possible.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from rulewright.check.core.actions import (
    Action,
    Branch,
    Choice,
    Gain,
    Let,
    MenuOption,
    Pass,
    Perform,
    PickAtRandom,
    Procedure,
    Question,
    Say,
    Transfer,
)
from rulewright.check.core.things import TRUTH, Stored, Var
from rulewright.check.core.values import Call, Const, NonEmpty, Read, Test, Value
from rulewright.check.core.walk import does_itself
from rulewright.diagnostics import Span

MOST_RULES = 6
"""How many rules are looked through, one inside another."""
MOST_QUESTIONS = 8
"""How many questions, one behind another. Each may become two loops, of which Python nests 20."""
MOST_LINES = 100
"""How many lines are examined for one choice."""


class Possible(NamedTuple):
    """Whatever follows can be done; `assumed`: this was not examined."""

    assumed: bool = False


class Naming(NamedTuple):
    """A name has a value from here on."""

    var: Var
    value: Value


class Demand(NamedTuple):
    """A condition decides, and nothing after it."""

    condition: Value
    span: Span


class LookaheadFork(NamedTuple):
    """The steps of the first case whose condition holds, or the last ones; at the end of a case the next step."""

    cases: tuple[tuple[Value, Steps], ...]
    otherwise: Steps
    span: Span

    @property
    def ways(self) -> tuple[Steps, ...]:
        """The steps of all cases."""
        return (*(steps for _, steps in self.cases), self.otherwise)


class OneOf(NamedTuple):
    """Some choice must be possible, with what is done after it."""

    question: Question
    ways: tuple[tuple[Choice, Steps], ...]


class OneOfMenu(NamedTuple):
    """Some option of the question's menu must be possible."""

    question: Question


Step = Possible | Naming | Demand | LookaheadFork | OneOf | OneOfMenu
Steps = tuple[Step, ...]
Within = tuple[Procedure, ...]
"""The rules that are being looked through, the innermost last."""
POSSIBLE: Steps = (Possible(),)


def lookahead(actions: Sequence[Action], circles: Container[int] | None = None) -> Steps:
    """Return what decides whether actions can be done; `POSSIBLE` if they can whatever the position is.

    `circles` are the ids of the options that circle; without them no menu counts as certain.
    """
    return _prune_certain(_Lookahead(circles).whole(actions, (), 0))[0]


def tries_candidates(steps: Steps) -> bool:
    """Return whether candidates must be tried one by one."""
    return any(
        isinstance(step, OneOf | OneOfMenu)
        or (isinstance(step, LookaheadFork) and any(map(tries_candidates, step.ways)))
        for step in steps
    )


def goes_on(steps: Steps) -> bool:
    """Return whether what follows the steps may decide."""
    return all(isinstance(s, Naming) or (isinstance(s, LookaheadFork) and any(map(goes_on, s.ways))) for s in steps)


class _Lookahead:
    def __init__(self, circles: Container[int] | None) -> None:
        self.circles, self.left = circles, MOST_LINES

    def steps(self, actions: Sequence[Action], then: Sequence[Action], rules: Within, questions: int) -> Steps:
        """Return the steps of actions at a nesting depth of rules and questions, followed by `then`."""
        found: Steps = ()
        for at, action in enumerate(actions):
            self.left -= 1
            if self.left < 0:
                return (*found, Possible(assumed=True))
            found += self._steps_of(action, (*actions[at + 1 :], *then), rules, questions)
            if not goes_on(found):
                break
        return found

    def whole(self, actions: Sequence[Action], rules: Within, questions: int) -> Steps:
        """Return the steps of actions after which nothing comes that could fail."""
        steps = self.steps(actions, (), rules, questions)
        return (*steps, Possible()) if goes_on(steps) else steps

    def _steps_of(self, action: Action, rest: Sequence[Action], rules: Within, questions: int) -> Steps:
        match action:
            case Say() | Pass():
                return ()
            case Let():
                return (Naming(action.var, action.value),)
            case Branch():
                cases = tuple((test, self.steps(body, rest, rules, questions)) for test, body in action.cases)
                return (LookaheadFork(cases, self.steps(action.otherwise, rest, rules, questions), action.span),)
            case Perform():
                return self._steps_of_performed(action, rest, rules, questions)
            case Question():
                return self._steps_of_question(action, rest, rules, questions)
            case PickAtRandom() if not (isinstance(action.things, Const) and action.things.value):
                there = NonEmpty(action.things, TRUTH, action.span)
                return (Demand(there, action.span), Possible())
            case Gain() if action.due and action.sign < 0:
                return _demand_enough(action.amount, action.seat, action)
            case Transfer() if action.due:
                return _demand_enough(action.amount, action.payer, action)
            case _:
                return POSSIBLE

    def _steps_of_performed(self, action: Perform, rest: Sequence[Action], rules: Within, questions: int) -> Steps:
        step = action.step
        if step.can is not None:
            return (Demand(Call(step.can, action.arguments, action.span), action.span),)
        if len(rules) >= MOST_RULES or (step in rules and does_itself(step)):
            return (Possible(assumed=True),)
        given = tuple(map(Naming, step.params, action.arguments))
        return given + self.steps([*step.body, *step.after], rest, (*rules, step), questions)

    def _steps_of_question(self, question: Question, rest: Sequence[Action], rules: Within, questions: int) -> Steps:
        if question.loop or question.stop is not None:
            return POSSIBLE
        if questions >= MOST_QUESTIONS:
            return (Possible(assumed=True),)
        if question.menu is None:
            led = ((choice, [*choice.leads_to, *rest]) for choice in question.choices)
            return (OneOf(question, tuple((choice, self.whole(to, rules, questions + 1)) for choice, to in led)),)
        certain = any(self._is_certain(option, rules, questions) for option in question.menu.options)
        return POSSIBLE if certain else (OneOfMenu(question),)

    def _is_certain(self, option: MenuOption, rules: Within, questions: int) -> bool:
        limited = option.limit is not None or option.once is not None or option.this is not None
        if self.circles is None or limited or id(option) in self.circles:
            return False
        return _is_open(option.choice) and _prune_certain(self.whole(option.choice.body, rules, questions))[1]


def _demand_enough(amount: Stored, payer: Value, action: Gain | Transfer) -> Steps:
    """Return that what is paid must be there."""
    have = Read(amount, (payer,) if amount.keys else ())
    return (Demand(Test(">=", have, action.number, TRUTH, action.span), action.span),)


def _is_open(choice: Choice) -> bool:
    """Return whether something can be chosen in every position, provided that what follows can be done."""
    low, high = choice.low, choice.high
    some = isinstance(low, Const) and isinstance(high, Const) and low.value <= high.value
    return choice.or_nothing or (choice.when is None and (choice.var is None or some))


def _prune_certain(steps: Steps, certain: bool = True) -> tuple[Steps, bool]:
    """Return steps without what cannot fail, and whether none can; `certain`: what comes after them cannot."""
    # From the end to the start: [let x be ..., Possible()] becomes [Possible()], as nothing is left that needs x.
    kept: Steps = ()
    for step in reversed(steps):
        match step:
            case Possible():
                kept, certain = (), not step.assumed
            case Demand() | OneOfMenu():
                certain = False
            case LookaheadFork():
                ways = [_prune_certain(way, certain) for way in step.ways]
                tests = (test for test, _ in step.cases)
                cases = tuple((test, way) for test, (way, _) in zip(tests, ways, strict=False))
                step, certain = LookaheadFork(cases, ways[-1][0], step.span), all(sure for _, sure in ways)
            case OneOf():
                looked = [(choice, *_prune_certain(way)) for choice, way in step.ways]
                certain = any(choice.or_nothing or (sure and _is_open(choice)) for choice, _, sure in looked)
                step = OneOf(step.question, tuple((choice, way) for choice, way, _ in looked))
        kept = POSSIBLE if certain else (step, *kept)
    return kept, certain
