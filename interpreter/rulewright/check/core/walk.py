"""Goes through checked rules: the values in a value, the lines in a body, the rules that a rule leads to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any, cast, get_args

from rulewright.check.core.actions import (
    Action,
    Assign,
    Branch,
    Choice,
    Count_,
    Dispatch,
    Loop,
    Menu,
    MenuOption,
    Perform,
    Procedure,
    Question,
    Text,
)
from rulewright.check.core.rules import CheckedRules
from rulewright.check.core.values import Use, Value

Unit = Procedure | MenuOption
"""A rule that does something."""

VALUE_CLASSES = frozenset(get_args(Value))
"""The classes of values; asking for one of them is the commonest question here."""

_HOLDS_VALUES = re.compile(r"\b(?:Value|Read|Text|Choice)\b")
"""The types, as fields are annotated, in which there may be values."""


def _parts_of(node: Value | Action | Choice) -> tuple[str, ...]:
    kind: Any = type(node)
    return _names_of(kind)


@cache
def _names_of(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if _HOLDS_VALUES.search(str(field.type)))


def parts_of_value(value: Value) -> list[Value]:
    """The values that a value is made of."""
    found: list[Value] = []
    for name in _parts_of(value):
        part = getattr(value, name)
        if type(part) in VALUE_CLASSES:
            found.append(part)
        else:
            _collect_values(part, found)
    return found


def everything_in(value: Value) -> Iterator[Value]:
    """A value and all values in it; what a declared value means is not looked into."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        yield part
        waiting += reversed(parts_of_value(part))


def rebuild(value: Value, change: Callable[[Value], Value]) -> Value:
    """Return the value with every part changed; itself when nothing changes."""
    changed: dict[str, Any] = {}
    for name in _parts_of(value):
        part = getattr(value, name)
        if isinstance(part, tuple):
            new = tuple(change(p) if type(p) in VALUE_CLASSES else p for p in part)
            if any(a is not b for a, b in zip(part, new, strict=True)):
                changed[name] = new
        elif type(part) in VALUE_CLASSES:
            one = change(part)
            if one is not part:
                changed[name] = one
    return replace(value, **changed) if changed else value


def substitute(value: Value, given: dict[int, Value]) -> Value:
    """Put values in the place of variables, which are given by identity."""
    if isinstance(value, Use):
        return given.get(id(value.var), value)
    return rebuild(value, lambda part: substitute(part, given))


def free_names(value: Value) -> tuple[Use, ...]:
    """The names that a value reads and does not give itself, each once."""
    parts = list(everything_in(value))
    own = {id(getattr(part, "var", None)) for part in parts if not isinstance(part, Use)}
    own |= {id(var) for part in parts for var in getattr(part, "vars", ())}
    return tuple({id(part.var): part for part in parts if isinstance(part, Use) and id(part.var) not in own}.values())


def values_of(action: Action) -> list[Value]:
    """The values that a line itself reads, without those of the lines inside it."""
    return values_in([getattr(action, name) for name in _parts_of(action)])


def values_read_by(line: Action) -> list[Value]:
    """The values that a line reads; what it only changes is not read."""
    return values_in((line.target.keys, line.value)) if isinstance(line, Assign) else values_of(line)


def values_in(part: object) -> list[Value]:
    """Yield the values in a part of a rule: in a list of such parts, a text, or what is chosen."""
    found: list[Value] = []
    _collect_values(part, found)
    return found


def _collect_values(part: object, found: list[Value]) -> None:
    """Add the values in a part of a value or a line."""
    if type(part) in VALUE_CLASSES:
        found.append(cast(Value, part))
    elif type(part) in (tuple, list):
        for item in cast(Iterable[object], part):
            _collect_values(item, found)
    elif isinstance(part, Text):
        _collect_values(part.parts, found)
    elif isinstance(part, Choice):
        for name in _parts_of(part):
            _collect_values(getattr(part, name), found)


def bodies_inside(action: Action) -> Iterator[list[Action]]:
    """The bodies inside a line."""
    if isinstance(action, Branch):
        yield from (body for _, body in action.cases)
        yield action.otherwise
    elif isinstance(action, Loop | Count_):
        yield action.body
    elif isinstance(action, Question):
        yield from (choice.body for choice in action.choices)


_WITH_BODIES = (Branch, Loop, Count_, Question)  # a union would be made for each line


def lines_inside(actions: list[Action]) -> Iterator[Action]:
    """All lines of a body, those inside others too, but not those of other rules."""
    waiting = actions[::-1]
    while waiting:
        action = waiting.pop()
        yield action
        if isinstance(action, _WITH_BODIES):
            waiting += [line for body in bodies_inside(action) for line in body][::-1]


def units_of(rules: CheckedRules) -> list[Unit]:
    """All steps, costs and answers, and all options of menus."""
    return [*rules.procedures, *(option for menu in rules.menus for option in menu.options)]


def all_lines(rules: CheckedRules) -> list[Action]:
    """All lines of all rules, those inside others too."""
    return [line for unit in units_of(rules) for line in lines_inside(body_of(unit))]


def questions_of(rules: CheckedRules) -> Iterator[Question]:
    """Yield every question of the rules."""
    return (line for line in all_lines(rules) if isinstance(line, Question))


def values_outside_lines(rules: CheckedRules) -> list[Value]:
    """All values that are not in lines."""
    options = [option for menu in rules.menus for option in menu.options]
    ending = rules.ending
    return values_in([
        *(rule.parts for rule in rules.values), *(step.can.parts for step in rules.procedures if step.can),
        *(step.heading for step in rules.procedures), *((option.choice, option.live) for option in options),
        *(tie.value for tie in rules.tie_breaks), *(rule.condition for rule in rules.always),
        *((ending.side, ending.together, ending.staying) if ending is not None else ()),
    ])  # fmt: skip


def body_of(unit: Unit) -> list[Action]:
    """Everything a rule does itself."""
    return [*unit.body, *unit.after] if isinstance(unit, Procedure) else unit.choice.body


def name_of(unit: Unit) -> str:
    """A rule's full name."""
    return unit.name if isinstance(unit, Procedure) else unit.full_name


def menus_of(question: Question) -> tuple[Menu, ...]:
    """Return the menus whose options are offered in a question."""
    return (*((question.menu,) if question.menu else ()), *question.also)


def rules_done(action: Action) -> Iterator[tuple[Procedure, tuple[Value, ...]]]:
    """Yield the rules that a line does, with what they are given."""
    if isinstance(action, Perform):
        yield action.step, action.arguments
    elif isinstance(action, Dispatch):
        yield from ((step, (action.player, action.piece)) for _, step in action.cases)


def steps_of(action: Action) -> Iterator[Procedure]:
    """The rules that a line does."""
    return (step for step, _ in rules_done(action))


def rules_led_to(action: Action) -> Iterator[Unit]:
    """The rules that a line does, and those that it offers."""
    yield from steps_of(action)
    if isinstance(action, Question):
        yield from (option for menu in menus_of(action) for option in menu.options)


def does_itself(step: Procedure) -> bool:
    """Whether a rule is done by what it does, directly or through others."""
    met, waiting = set[int](), [step]
    while waiting:
        for other in (one for line in lines_inside(body_of(waiting.pop())) for one in steps_of(line)):
            if id(other) not in met:
                met.add(id(other))
                waiting.append(other)
    return id(step) in met
