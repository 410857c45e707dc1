"""What names stand for, so that a value can be followed through them; and which seats are surely the same, or not.

Meanings are by the identity of the variable. `let rival be player's neighbour` makes `rival` mean that value; `for each
friend in others` makes `friend` mean a member of that set. Inside a rule, its parameters mean what it is given.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.check import core as c
from rulewright.frozen import frozen_class


@frozen_class
class Meaning:
    """The meaning of a name: a value, with the meanings of the names in it. `of_set`: it is a member of this set."""

    value: c.Value
    names: Names
    of_set: bool = False


Names = Mapping[int, Meaning]


def names_inside(params: list[c.Var], arguments: tuple[c.Value, ...], names: Names) -> Names:
    """The names inside a rule that is given these things."""
    pairs = zip(params, arguments, strict=False)
    return {**names, **{id(param): Meaning(value, names) for param, value in pairs}}


def names_inside_call(call: c.Call, names: Names) -> Names:
    """The names inside a declared value, with those that it lets for other names."""
    inside = names_inside(call.value.params, call.arguments, names)
    return {**inside, **{id(var): Meaning(name, inside) for var, name in call.value.lets if isinstance(name, c.Use)}}


def settled_value(value: c.Value, names: Names) -> tuple[c.Value, Names]:
    """Follow a name to its value."""
    if isinstance(value, c.Sure):
        return settled_value(value.thing, names)
    meaning = names.get(id(value.var)) if isinstance(value, c.Use) else None
    if meaning is None or meaning.of_set:
        return value, names
    return settled_value(meaning.value, meaning.names)


def is_same_seat(value: c.Value, seat: c.Value, names: Names) -> bool:
    """Whether a value is surely the same seat as another."""
    value = settled_value(value, names)[0]
    if isinstance(value, c.Use) and isinstance(seat, c.Use):
        return value.var is seat.var
    return isinstance(value, c.Const) and isinstance(seat, c.Const) and value.value == seat.value


def is_other_seat(one: c.Value, other: c.Value, names: Names) -> bool:
    """Whether a player is a member of a set that another is not in."""
    if isinstance(one, c.One):
        return _leaves_out(one.things, other, names)
    meaning = names.get(id(one.var)) if isinstance(one, c.Use) else None
    return meaning is not None and _leaves_out(meaning.value, other, {**names, **meaning.names})


def _leaves_out(things: c.Value, seat: c.Value, names: Names) -> bool:
    things, names = settled_value(things, names)
    if isinstance(things, c.Filter):
        tests = things.condition.parts if isinstance(things.condition, c.Logic) else (things.condition,)
        every = not isinstance(things.condition, c.Logic) or things.condition.operator == "and"
        apart = any(_is_not_seat(test, things.var, seat, names) for test in tests)
        return (every and apart) or _leaves_out(things.things, seat, names)
    if not isinstance(things, c.Binary) or things.operator != "without":
        return isinstance(things, c.Best) and _leaves_out(things.things, seat, names)
    gone = things.right
    return _leaves_out(things.left, seat, names) or (
        isinstance(gone, c.Singleton) and is_same_seat(gone.thing, seat, names)
    )


def _is_not_seat(test: c.Value, var: c.Var, seat: c.Value, names: Names) -> bool:
    """Whether a condition on a name is that it is not a player."""
    if not isinstance(test, c.Test) or test.operator != "!=":
        return False
    sides = ((test.left, test.right), (test.right, test.left))
    return any(isinstance(a, c.Use) and a.var is var and is_same_seat(b, seat, names) for a, b in sides)
