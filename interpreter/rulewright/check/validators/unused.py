"""Finds what is declared and never read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from rulewright.check import core as c
from rulewright.check.core.walk import everything_in, inner, units_of, values_of
from rulewright.diagnostics import Code, Findings, Span

T = TypeVar("T", c.Stored, c.Place)


def report_unused(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a warning for each fact, amount, place, figure and printed fact that no rule looks at."""
    lines = [action for body in _bodies(checked) for action in inner(body)]
    used = {mark for action in lines for mark in _used_by(action)}
    used |= {mark for value in _values(checked) for mark in _read(value)}
    used |= {id(place) for place in _served(checked)}
    for stored in _declared(checked, checked.stored):
        if id(stored) not in used:
            _add(findings, stored.name, stored.span, "looks at")
    for place in _declared(checked, checked.places):
        if id(place) not in used:
            _add(findings, place.name, place.span, "uses")
    for figure in checked.figures:
        if id(figure) not in used:
            _add(findings, figure.name.rsplit(".", 1)[-1], figure.span, "reads")


def _declared(checked: c.CheckedRules, what: list[T]) -> list[T]:
    """What files declare, in the order of layers and lines."""
    layers = list(checked.texts_of_rules)
    written = [one for one in what if one.span.file in layers]
    return sorted(written, key=lambda one: (layers.index(one.span.file), one.span))


def _add(findings: Findings, name: str, span: Span, verb: str) -> None:
    message, remedy = f'no rule {verb} "{name}"', "Delete it, or write the rule that needs it."
    findings.add(Code.NEVER_USED, span, message, remedy, severity="warning")


def _bodies(checked: c.CheckedRules) -> Iterator[list[c.Action]]:
    for unit in units_of(checked):
        if isinstance(unit, c.Procedure):
            yield unit.body
            yield unit.after
        else:
            yield unit.choice.body
    yield from (scoring.body for scoring in checked.scorings)


def _values(checked: c.CheckedRules) -> Iterator[c.Value]:
    """The values that stand in no line."""
    for rule in [*checked.values, *(p.can for p in checked.procedures if p.can is not None)]:
        yield from (part for case in rule.cases for part in case if part is not None)
    for step in checked.procedures:
        yield from (part for part in (step.heading.parts if step.heading else ()) if not isinstance(part, str))
    for menu in checked.menus:
        for option in menu.options:
            yield from _of_option(option)
    yield from (tie.value for tie in checked.tie_breaks)
    yield from (rule.condition for rule in checked.always)


def _of_option(option: c.MenuOption) -> Iterator[c.Value]:
    choice = option.choice
    for value in (choice.things, choice.low, choice.high, choice.when, option.live):
        if value is not None:
            yield value
    yield from (part for part in (choice.label.parts if choice.label else ()) if not isinstance(part, str))


def _used_by(action: c.Action) -> Iterator[int]:
    """What a line reads; what it only changes is not read."""
    if isinstance(action, c.Assign):
        values: list[c.Value] = [*action.target.keys, action.value]
    else:
        values = list(values_of(action))
    for value in values:
        yield from _read(value)
    if isinstance(action, c.Transfer) or (isinstance(action, c.Gain) and action.sign < 0):
        yield id(action.amount)
    if isinstance(action, c.MoveTo | c.ShuffleStack | c.DrawFrom):
        yield id(action.place)
    if isinstance(action, c.DrawFrom):
        yield id(action.stack)


def _read(value: c.Value) -> Iterator[int]:
    for part in everything_in(value):
        if isinstance(part, c.Read):
            yield id(part.stored)
        elif isinstance(part, c.Contents):
            yield id(part.place)
        elif isinstance(part, c.Lookup):
            yield id(part.figure)


def _served(checked: c.CheckedRules) -> Iterator[c.Place]:
    """Places that the declarations themselves use: pieces begin there, are discarded there, or fill another."""
    yield from (place for _, place in checked.starts)
    yield from checked.discards.values()
    yield from (place.refilled for place in checked.places if place.refilled is not None)
