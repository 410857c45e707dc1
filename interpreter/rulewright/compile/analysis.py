"""Which procedures ask somebody (they are cut into blocks), and which can be reached from themselves."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c

Unit = c.Procedure | c.MenuOption


def inner(actions: list[c.Action]) -> Iterator[c.Action]:
    """All actions, those inside others too, but not those of other rules."""
    for action in actions:
        yield action
        if isinstance(action, c.Branch):
            for _, body in action.cases:
                yield from inner(body)
            yield from inner(action.otherwise)
        elif isinstance(action, c.Loop | c.Count_):
            yield from inner(action.body)
        elif isinstance(action, c.Question):
            for choice in action.choices:
                yield from inner(choice.body)


def body_of(unit: Unit) -> list[c.Action]:
    """Everything a rule does itself."""
    return [*unit.body, *unit.after] if isinstance(unit, c.Procedure) else unit.choice.body


def menus_of(question: c.Question) -> tuple[c.Menu, ...]:
    """The menus whose options stand in a question."""
    return (*((question.menu,) if question.menu else ()), *question.also)


def reached(unit: Unit) -> Iterator[Unit]:
    """The rules that a rule leads to directly."""
    for action in inner(body_of(unit)):
        if isinstance(action, c.Perform):
            yield action.step
        elif isinstance(action, c.Dispatch):
            yield from (case for _, case in action.cases)
        elif isinstance(action, c.Question):
            for menu in menus_of(action):
                yield from menu.options


def deciding(units: list[Unit]) -> set[int]:
    """The ids of the rules that ask somebody, leave a step, or lead to one that does."""
    asks = {id(u) for u in units if any(isinstance(a, c.Question) or _leaves(a) for a in inner(body_of(u)))}
    while True:
        more = {id(u) for u in units if id(u) not in asks and any(id(r) in asks for r in reached(u))}
        if not more:
            return asks
        asks |= more


def leading_to(goal: set[int], units: list[Unit]) -> set[int]:
    """The ids of the rules that lead to one of some rules, without those rules themselves."""
    found = set(goal)
    while True:
        more = {id(u) for u in units if id(u) not in found and any(id(r) in found for r in reached(u))}
        if not more:
            return found - goal
        found |= more


def _leaves(action: c.Action) -> bool:
    return isinstance(action, c.Leave) and action.how == "end"


def circles(units: list[Unit]) -> list[list[Unit]]:
    """The groups of rules that can be reached from themselves (Tarjan's strongly connected components)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[Unit] = []
    on_stack: set[int] = set()
    found: list[list[Unit]] = []

    def visit(unit: Unit) -> None:
        index[id(unit)] = low[id(unit)] = len(index)
        stack.append(unit)
        on_stack.add(id(unit))
        for other in reached(unit):
            if id(other) not in index:
                visit(other)
                low[id(unit)] = min(low[id(unit)], low[id(other)])
            elif id(other) in on_stack:
                low[id(unit)] = min(low[id(unit)], index[id(other)])
        if low[id(unit)] == index[id(unit)]:
            group: list[Unit] = []
            while not group or group[-1] is not unit:
                group.append(stack.pop())
                on_stack.discard(id(group[-1]))
            if len(group) > 1 or any(r is unit for r in reached(unit)):
                found.append(group)

    for unit in units:
        if id(unit) not in index:
            visit(unit)
    return found


def units_of(rules: c.CheckedRules) -> list[Unit]:
    """All procedures and menu options."""
    return [*rules.procedures, *(option for menu in rules.menus for option in menu.options)]
