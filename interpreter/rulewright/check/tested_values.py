"""What decides whether an option is offered: the values that its lookahead tests."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from rulewright.check import core as c
from rulewright.check.core import lookahead as ahead
from rulewright.check.core.things import TRUTH
from rulewright.check.name_meanings import Meaning, Names, names_inside
from rulewright.diagnostics import Span
from rulewright.frozen import frozen_class


@frozen_class
class Tested:
    """A value that decides whether something can be done, its span, and the meanings of its names."""

    value: c.Value
    names: Names
    span: Span


Menus = tuple[c.Menu, ...]
"""The menus that are being looked into; one inside itself adds nothing."""


def of_choice(choice: c.Choice, names: Names) -> list[Tested]:
    """What a choice reads before it is offered."""
    return _of_way(choice, ahead.lookahead(choice.leads_to), names, ())


def of_option(option: c.MenuOption, names: Names, within: Menus = ()) -> list[Tested]:
    """What an option of a menu reads before it is offered."""
    found: list[Tested] = []
    if option.this is not None and option.live is not None:
        found.append(Tested(c.NonEmpty(option.live, TRUTH), names, option.choice.span))
        names = {**names, id(option.this): Meaning(option.live, names, True)}
    return found + _of_way(option.choice, ahead.lookahead(option.choice.body), names, (*within, option.menu))


def of_doable(value: c.Doable, names: Names) -> list[Tested]:
    """What decides whether a step can be done."""
    step = value.step
    assert isinstance(step, c.Procedure)
    return _of_steps(ahead.lookahead([*step.body, *step.after]), names_inside(step.params, value.arguments, names), ())


def sets_of(choice: c.Choice) -> Iterable[tuple[c.Var, c.Value]]:
    """Return what the things that come with a choice are called, and of which sets they are."""
    if isinstance(choice.things, c.Combined):
        return zip(choice.things.vars, choice.things.sets, strict=True)
    return () if choice.var is None or choice.things is None else ((choice.var, choice.things),)


def _of_way(choice: c.Choice, steps: ahead.Steps, names: Names, within: Menus) -> list[Tested]:
    found: list[Tested] = []
    for var, value in sets_of(choice):
        found.append(Tested(value, names, choice.span))
        names = {**names, id(var): Meaning(value, names, True)}
    found += [Tested(value, names, choice.span) for value in (choice.low, choice.high) if value is not None]
    if choice.when is not None:
        found.append(Tested(choice.when, names, choice.span))
    return found + _of_steps(steps, names, within)


def _of_steps(steps: ahead.Steps, names: Names, within: Menus) -> list[Tested]:
    """What the steps of a lookahead read; nothing if they surely succeed."""
    for at, step in enumerate(steps):
        match step:
            case ahead.Naming():
                names = {**names, id(step.var): Meaning(step.value, names)}
            case ahead.Demand():
                return [Tested(step.condition, names, step.span)]
            case ahead.LookaheadFork():
                ways = [_of_steps(way + steps[at + 1 :], names, within) for way in step.ways]
                return (
                    [*(Tested(test, names, step.span) for test, _ in step.cases), *sum(ways, [])] if any(ways) else []
                )
            case ahead.OneOf():
                return _all_of([_of_way(choice, way, names, within) for choice, way in step.ways])
            case ahead.OneOfMenu():
                return _of_menu(step.question, names, within)
            case ahead.Possible():
                return []
    return []


def _of_menu(question: c.Question, names: Names, within: Menus) -> list[Tested]:
    menu = question.menu
    if menu is None or menu in within:
        return []
    names = names_inside([menu.player, *menu.params], (question.seat, *question.arguments), names)
    names = names_inside(menu.keeps, tuple(c.Use(var) for var in question.keeping), names)
    return _all_of([of_option(option, names, within) for option in menu.options])


def _all_of(ways: list[list[Tested]]) -> list[Tested]:
    """What decides whether there is any of several ways; nothing if one of them surely is."""
    return [*chain(*ways)] if all(ways) else []
