"""Which procedures are cut into blocks, and which can be reached from themselves."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from rulewright.check import core as c
from rulewright.check.core.walk import Unit, body_of, lines_inside, rules_led_to, steps_of
from rulewright.check.validators.termination import lines_reached as lines_reached


def rules_reached(unit: Unit) -> Iterator[Unit]:
    """Yield the rules that a rule leads to directly."""
    return _reached_by(body_of(unit))


def _reached_by(actions: Sequence[c.Action]) -> Iterator[Unit]:
    return (unit for action in lines_inside(list(actions)) for unit in rules_led_to(action))


def deciding_rules(units: list[Unit]) -> set[int]:
    """Return the ids of the rules that ask somebody, leave a step, go round in laps, or lead to one that does."""
    return leading_to({id(u) for u in units if any(map(is_decision, lines_inside(body_of(u))))}, units)


def is_decision(action: c.Action) -> bool:
    """Whether an action may take several decisions, or goes on elsewhere than after its lines."""
    ends = isinstance(action, c.Leave) and action.how == "end"
    return isinstance(action, c.Question) or ends or (isinstance(action, c.Loop) and action.laps)


def leading_to(goal: set[int], units: list[Unit]) -> set[int]:
    """Return the ids of the rules that lead to one of some rules, and of those rules themselves."""
    found = set(goal)
    while more := {id(u) for u in units if id(u) not in found and any(id(r) in found for r in rules_reached(u))}:
        found |= more
    return found


def laps_of(unit: Unit) -> list[c.Loop]:
    """Return the loops of a rule that go round in laps."""
    return [part for part in lines_inside(body_of(unit)) if isinstance(part, c.Loop) and part.laps]


def laps_around(units: list[Unit]) -> dict[int, list[c.Loop]]:
    """Return, by the id of each rule, the laps that may be under way when it is done or chosen."""
    found: dict[int, list[c.Loop]] = {id(unit): [] for unit in units}
    for loop in (loop for unit in units for loop in laps_of(unit)):
        for done in {id(unit) for unit in _reached_by([*lines_reached(loop.body)])}:
            found[done].append(loop)
    return found


def loop_heads(group: Sequence[Unit], given: set[int]) -> set[int]:
    """Return the ids of rules of a group, the given ones and others, without which none would do itself.

    What leads back through a menu is left out.
    """
    members, open_, done, found = {id(unit) for unit in group}, list[int](), set[int](), set(given)

    def visit(unit: Unit) -> None:
        open_.append(id(unit))
        for other in (step for line in lines_inside(body_of(unit)) for step in steps_of(line)):
            if id(other) in open_:
                found.add(id(other))
            elif id(other) in members - done - found:
                visit(other)
        done.add(open_.pop())

    for unit in group:
        if id(unit) not in done:
            visit(unit)
    return found


def recursive_groups(units: Sequence[Unit], without: Container[int] = ()) -> list[list[Unit]]:
    """Return the groups of mutually recursive rules (Tarjan's strongly connected components), `without` some, by id.

    Rules are numbered in the order in which a depth-first search meets them, and wait on a stack until it is clear
    which of them lead back to one another: `low` is the first rule on the stack that can be reached. If a rule `a`
    leads to `b`, and `b` back to `a`, then `b` has the low number of `a`, and both are taken off the stack together
    when the search leaves `a`. A rule alone is a group only if it leads to itself.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[Unit] = []
    found: list[list[Unit]] = []

    def visit(unit: Unit) -> None:
        index[id(unit)] = low[id(unit)] = len(index)
        stack.append(unit)
        for other in rules_reached(unit):
            if id(other) not in index:
                visit(other)
                low[id(unit)] = min(low[id(unit)], low[id(other)])
            elif other in stack:
                low[id(unit)] = min(low[id(unit)], index[id(other)])
        if low[id(unit)] == index[id(unit)]:
            at = stack.index(unit)
            group = stack[at:][::-1]
            del stack[at:]
            if len(group) > 1 or any(other is unit for other in rules_reached(unit)):
                found.append(group)

    for unit in units:
        if id(unit) not in index and id(unit) not in without:
            visit(unit)
    return found
