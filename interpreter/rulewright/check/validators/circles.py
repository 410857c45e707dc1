"""Cycles of rules, menus and values that have no end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rulewright.check import core as c
from rulewright.check.core.walk import (
    Unit,
    all_lines,
    bodies_inside,
    body_of,
    everything_in,
    lines_inside,
    menus_of,
    name_of,
    steps_of,
    units_of,
    values_in,
    values_of,
)
from rulewright.check.tested_values import of_doable
from rulewright.check.validators.termination import lines_reached, rule_inside, values_inside
from rulewright.diagnostics import Code, Findings


class CircleStep(NamedTuple):
    """One rule leads to another, by itself or through a menu."""

    to: Unit
    menu: c.Menu | None = None


def report_circles(checked: c.CheckedRules, findings: Findings) -> None:
    """Add a finding for each cycle of menus or values, and of rules that surely do one another."""
    units = units_of(checked)
    ways = _without_ends({id(unit): list(_ways_from(unit)) for unit in units})
    circling = [unit for unit in units if id(unit) in ways]
    sure = _without_ends({id(unit): list(map(CircleStep, _surely_done(body_of(unit)))) for unit in circling})
    for unit in circling:
        _report_rule(unit, sure, findings)
    told: set[int] = set()
    for menu in checked.menus:
        if menu.nests < 2:
            _report_menu(menu, ways, told, findings)
    for value in checked.values:
        _report_value(value, findings)
    if not findings.errors:
        _report_asked_steps(checked, findings)


def _without_ends(ways: dict[int, list[CircleStep]]) -> dict[int, list[CircleStep]]:
    """Remove, until none is left, rules that lead to no other: no cycle contains them.

    Of a -> b -> c and b -> a, the first round removes c, and a and b remain. Most rulesets have nothing left after some
    rounds, so that no path has to be searched for.
    """
    while ends := [unit for unit, to in ways.items() if not any(id(way.to) in ways for way in to)]:
        ways = {unit: to for unit, to in ways.items() if unit not in ends}
    return ways


def _ways_from(unit: Unit) -> Iterator[CircleStep]:
    for action in lines_inside(body_of(unit)):
        yield from (CircleStep(step) for step in steps_of(action))
        if isinstance(action, c.Question):
            yield from (
                CircleStep(option, menu) for menu in menus_of(action) for option in menu.options if menu.nests < 2
            )


def _surely_done(lines: list[c.Action]) -> list[c.Procedure]:
    """Return the rules that some lines surely do, whatever the position is."""
    found: list[c.Procedure] = []
    for line in lines:
        match line:
            case c.Perform():
                found.append(line.step)
            case c.Branch():
                ways = [_surely_done(body) for body in bodies_inside(line)]
                found += [step for step in ways[-1] if all(step in way for way in ways)]
            case c.Question() if not (line.menu or line.loop or line.optional):
                ways = [_surely_done(choice.body) for choice in line.choices]
                found += [step for step in ways[0] if all(step in way for way in ways)]
            case _:
                pass
        if any(isinstance(inner, c.Leave) for inner in lines_reached([line])):
            break
    return found


def _shortest_path(start: list[CircleStep], goal: Unit, ways: dict[int, list[CircleStep]]) -> list[CircleStep] | None:
    """Return the shortest path from some first steps to a rule."""
    waiting = [[way] for way in start]
    seen = {id(path[0].to) for path in waiting}
    while waiting:
        path = waiting.pop(0)
        if path[-1].to is goal:
            return path
        for way in ways.get(id(path[-1].to), ()):
            if id(way.to) not in seen:
                seen.add(id(way.to))
                waiting.append([*path, way])
    return None


def _report_rule(unit: Unit, ways: dict[int, list[CircleStep]], findings: Findings) -> None:
    path = _shortest_path(ways.get(id(unit), []), unit, ways)
    if path is None or not isinstance(unit, c.Procedure):
        return
    if any(way.to.span < unit.span for way in path if isinstance(way.to, c.Procedure)):
        return
    findings.add(
        Code.NEVER_ENDS, unit.span, "this rule does itself again whatever holds, so it never ends",
        f"It goes in a circle: {_spelt_way([unit, *(way.to for way in path)])}.",
        'Let an "if" decide whether it goes on, or write "repeat until ...:" or another loop in place of it.',
    )  # fmt: skip


def _report_menu(menu: c.Menu, ways: dict[int, list[CircleStep]], told: set[int], findings: Findings) -> None:
    """Report each cycle once, for the first of its menus."""
    for option in menu.options:
        for other in menu.options:
            path = _shortest_path(ways.get(id(option), []), other, ways)
            if path is None or path[-1].menu is not menu or told & {id(way.menu) for way in path if way.menu}:
                continue
            told.update(id(way.menu) for way in path if way.menu)
            name = menu.name.split(".", 1)[1]
            findings.add(
                Code.RULE_CIRCLE, menu.span, "one of its options offers this menu again while it stands open",
                f"It goes in a circle: {menu.name}, {_spelt_way([option, *(w.to for w in path[:-1])])}, {menu.name}.",
                f'If that is meant, write "nests 2" under "menu {name}:"; it may then stand open twice at once.',
            )  # fmt: skip
            return


def _spelt_way(units: list[Unit]) -> str:
    return ", ".join(name_of(unit) for unit in units)


def _report_value(value: c.ValueRule, findings: Findings) -> None:
    """A value may ask whether a step can be done, and what decides that must not be the value itself."""
    if _leads_back([*value.parts], c.Call(value, ())):
        message = "this value is explained by itself: what it asks of a step asks for it"
        findings.add(Code.VALUE_CIRCLE, value.span, message)


def _report_asked_steps(checked: c.CheckedRules, findings: Findings) -> None:
    """Nor may an option ask whether a step can be done that offers this option, or a step what would be after it."""
    lines = all_lines(checked)
    choices = [option.choice for menu in checked.menus for option in menu.options]
    read = (part for value in values_in([choices, *map(values_of, lines)]) for part in everything_in(value))
    asked = {(type(part), id(part.step)): part for part in read if isinstance(part, c.Doable | c.WouldBe)}
    for part in asked.values():
        if not _leads_back(_read_for(part), part):
            continue
        if isinstance(part, c.Doable):
            message = "whether this step can be done rests on whether it can be done"
            remedy = 'Ask before the step, where none of its options asks: "if can do STEP:", then "do STEP".'
        else:
            message = "what would be after this step rests on what would be after it"
            remedy = "Let the step do what it does without asking for that, and ask before it is done."
        findings.add(Code.VALUE_CIRCLE, part.span, message, remedy)


Asking = c.Call | c.Doable | c.WouldBe
"""What looks into a rule."""


def _read_for(asking: Asking) -> list[c.Value]:
    """Return what is read in the rule that is looked into."""
    if isinstance(asking, c.Doable):
        return [tested.value for tested in of_doable(asking, {})]
    return values_inside(asking)


def _leads_back(waiting: list[c.Value], goal: Asking) -> bool:
    """Return whether what values read leads to the same rule, looked into in the same way."""
    seen: set[tuple[type, int]] = set()
    while waiting:
        for part in everything_in(waiting.pop()):
            if not isinstance(part, Asking):
                continue
            key = type(part), id(rule_inside(part))
            if key == (type(goal), id(rule_inside(goal))):
                return True
            if key not in seen:
                seen.add(key)
                waiting += _read_for(part)
    return False
