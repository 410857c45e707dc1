"""What decides whether an option is offered: everything that it leads to, up to its first effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH
from rulewright.diagnostics import Span

DEEPEST = 6
"""How many rules are looked through, one inside another."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The meaning of a name: a value, with the meanings of the names in it. `of_set`: it is a member of this set."""

    value: c.Value
    names: Names
    of_set: bool = False


Names = Mapping[int, Meaning]


@dataclass(frozen=True, slots=True)
class Tested:
    """A value that decides whether something can be done, its span, and the meanings of its names."""

    value: c.Value
    names: Names
    span: Span


def of_choice(choice: c.Choice, rest: list[c.Action], names: Names, depth: int = 0) -> list[Tested]:
    """What an option reads before it is offered, when `rest` is done after it."""
    found: list[Tested] = []
    if choice.var is not None:
        limits = (choice.things, choice.low, choice.high)
        found += [Tested(value, names, choice.span) for value in limits if value is not None]
        if choice.things is not None:
            names = {**names, id(choice.var): Meaning(choice.things, names, True)}
    if choice.when is not None:
        found.append(Tested(choice.when, names, choice.span))
    return found + ahead([*choice.body, *rest], names, depth)


def of_option(option: c.MenuOption, names: Names, depth: int = 0) -> list[Tested]:
    """What an option of a menu reads before it is offered."""
    found: list[Tested] = []
    if option.this is not None and option.live is not None:
        found.append(Tested(c.NonEmpty(option.live, TRUTH), names, option.choice.span))
        names = {**names, id(option.this): Meaning(option.live, names, True)}
    return found + of_choice(option.choice, [], names, depth)


def of_doable(value: c.Doable, names: Names) -> list[Tested]:
    """What decides whether a step can be done."""
    assert isinstance(value.step, c.Procedure)
    return ahead(value.step.body, given(value.step.params, value.arguments, names))


def ahead(actions: list[c.Action], names: Names, depth: int = 0) -> list[Tested]:
    """What decides whether the lines can be carried out, up to the first effect; nothing if they surely can."""
    for at, action in enumerate(actions):
        rest = actions[at + 1 :]
        if isinstance(action, c.Let):
            names = {**names, id(action.var): Meaning(action.value, names)}
        elif isinstance(action, c.Branch):
            return _branch(action, rest, names, depth)
        elif isinstance(action, c.Perform):
            return _perform(action, rest, names, depth)
        elif isinstance(action, c.Question):
            return _question(action, rest, names, depth)
        elif not isinstance(action, c.Say):
            return _effect(action, names)
    return []


def _branch(action: c.Branch, rest: list[c.Action], names: Names, depth: int) -> list[Tested]:
    bodies = [*(body for _, body in action.cases), action.otherwise]
    found = [tested for body in bodies for tested in ahead([*body, *rest], names, depth)]
    return [*(Tested(test, names, action.span) for test, _ in action.cases), *found] if found else []


def _perform(action: c.Perform, rest: list[c.Action], names: Names, depth: int) -> list[Tested]:
    step = action.step
    if step.can is not None:
        return [Tested(c.Call(step.can, action.arguments, action.span), names, action.span)]
    if depth >= DEEPEST:
        return []
    return ahead([*step.body, *step.after, *rest], given(step.params, action.arguments, names), depth + 1)


def given(params: list[c.Var], arguments: tuple[c.Value, ...], names: Names) -> Names:
    """The names inside a rule that is given these things."""
    pairs = zip(params, arguments, strict=False)
    return {**names, **{id(param): Meaning(value, names) for param, value in pairs}}


def _question(question: c.Question, rest: list[c.Action], names: Names, depth: int) -> list[Tested]:
    if question.loop or question.stop is not None:
        return []
    if question.menu is not None:
        if depth >= DEEPEST:
            return []
        inside = _inside(question, question.menu, names)
        ways = [of_option(option, inside, depth + 1) for option in question.menu.options]
    else:
        ways = [[] if o.or_nothing else of_choice(o, rest, names, depth) for o in question.choices]
    return [tested for way in ways for tested in way] if all(ways) else []


def _inside(question: c.Question, menu: c.Menu, names: Names) -> Names:
    """The names inside the options of a menu."""
    names = given([menu.player, *menu.params], (question.seat, *question.arguments), names)
    return given(menu.keeps, tuple(c.Use(var) for var in question.keeping), names)


def _effect(action: c.Action, names: Names) -> list[Tested]:
    """The first effect: what is paid must be there."""
    if isinstance(action, c.Gain) and action.sign < 0 and action.due:
        payer = action.seat
    elif isinstance(action, c.Transfer) and action.due:
        payer = action.payer
    else:
        return []
    have = c.Read(action.amount, (payer,) if action.amount.keys else ())
    return [Tested(c.Test(">=", have, action.number, TRUTH, action.span), names, action.span)]
