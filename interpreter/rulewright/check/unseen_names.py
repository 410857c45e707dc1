"""Names through which a secret may be read: other names for the same thing, and those that chance or a value gives.

A name that is let once for another name stands for the same thing. What chance, or a value that reads a secret, gives a
name is seen by some seats only, unless it is moved to a place where the one who is asked sees it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import all_lines
from rulewright.check.name_meanings import Meaning, Names

Rolled = dict[int, tuple[c.RollDie | c.PickAtRandom | list[c.Value], list[c.Contents]]]
"""By the identity of a name: the chance or the values that gave it, which not everybody may have seen, and where it is
moved to."""


def other_names(checked: c.CheckedRules) -> Names:
    """Names that are let once, to be another name for the same thing, and players who are named as members of a set."""
    lets: dict[int, list[c.Value]] = {}
    found: dict[int, Meaning] = {}
    for action in all_lines(checked):
        if isinstance(action, c.Let):
            lets.setdefault(id(action.var), []).append(action.value)
        found |= {id(var): Meaning(things, {}, True) for var, things in _players_named(action)}
    same = {var: values[0] for var, values in lets.items() if len(values) == 1}
    return found | {
        var: Meaning(value, {}) for var, value in same.items() if isinstance(value, c.Use) and id(value.var) not in lets
    }


def _players_named(line: c.Action) -> Iterator[tuple[c.Var, c.Value]]:
    """Yield the names that a line gives to players of a set, with the set."""
    named: list[c.Loop | c.PickAtRandom | c.Choice] = [*line.choices] if isinstance(line, c.Question) else []
    for one in [line] if isinstance(line, c.Loop | c.PickAtRandom) else named:
        domain = one.var.type.domain if one.var is not None else None
        if one.var is not None and one.things is not None and domain is not None and domain.how == "player":
            yield one.var, one.things


def rolled_in_secret(checked: c.CheckedRules) -> Rolled:
    """Return the names that chance or a value gives, with that, and the places that they are moved to."""
    lines = all_lines(checked)
    found: Rolled = {
        id(line.var): (line, [])
        for line in lines
        if isinstance(line, c.PickAtRandom) or (isinstance(line, c.RollDie) and line.seat is not None)
    }
    for line in lines:
        for var, value in _named(line):
            given = found.setdefault(id(var), ([], []))[0]
            if isinstance(given, list):
                given.append(value)
    for line in lines:
        if (
            isinstance(line, c.MoveTo)
            and line.place
            and isinstance(line.things, c.Use)
            and id(line.things.var) in found
        ):
            found[id(line.things.var)][1].append(c.Contents(line.place, line.keys, line.things.type))
    return found


def _named(line: c.Action) -> Iterator[tuple[c.Var, c.Value]]:
    """Yield the names that a line gives, with what they stand for."""
    if isinstance(line, c.Let):
        yield line.var, line.value
    elif isinstance(line, c.Loop):
        yield line.var, line.things
    elif isinstance(line, c.Perform):
        yield from zip(line.step.params, line.arguments, strict=True)
    elif isinstance(line, c.Question) and line.menu is not None:
        yield from zip(line.menu.params, line.arguments, strict=True)
