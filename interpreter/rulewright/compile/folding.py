"""Constant folding on checked rules: sets and numbers that depend only on printed facts."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import size
from rulewright.compile.ir.operators import ARITHMETIC, COMPARISONS, JOINS, members, picked

Known = dict[int, int]
OPERATORS = {**ARITHMETIC, "or": JOINS["|"], "and": JOINS["&"], "without": JOINS["-"]}


class Unknown(Exception):  # noqa: N818
    """The value depends on the state of the game."""


def fold(value: c.Value) -> c.Value:
    """Return the value as a constant if it is one."""
    if isinstance(value, c.Const):
        return value
    try:
        return c.Const(_of(value, {}), value.type)
    except Unknown:
        return value


def _of(value: c.Value, known: Known) -> int:
    """Return the value, given the values of some variables."""
    if isinstance(value, c.Const):
        return value.value
    if isinstance(value, c.Use):
        if id(value.var) not in known:
            raise Unknown
        return known[id(value.var)]
    if isinstance(value, c.Lookup):
        return _lookup(value, known)
    if isinstance(value, c.Binary):
        return OPERATORS[value.operator](_of(value.left, known), _of(value.right, known))
    if isinstance(value, c.Count):
        return _of(value.things, known).bit_count()
    if isinstance(value, c.Singleton):
        thing = _of(value.thing, known)
        return 1 << thing if thing >= 0 else 0
    if isinstance(value, c.One):
        return picked(value.how, _of(value.things, known))
    if isinstance(value, c.Sure):
        return _sure(value, known)
    return _condition(value, known)


def _sure(value: c.Sure, known: Known) -> int:
    """Return a thing that must exist; its absence is reported at run time."""
    thing = _of(value.thing, known)
    if thing < 0:
        raise Unknown
    return thing


def _condition(value: c.Value, known: Known) -> int:
    if isinstance(value, c.Test):
        return int(COMPARISONS[value.operator](_of(value.left, known), _of(value.right, known)))
    if isinstance(value, c.Member):
        thing = _of(value.thing, known)
        return int(thing >= 0 and _of(value.things, known) >> thing & 1)
    if isinstance(value, c.NonEmpty):
        return int(_of(value.things, known) != 0)
    if isinstance(value, c.Filter):
        things = _of(value.things, known)
        return sum(1 << i for i in members(things) if _of(value.condition, {**known, id(value.var): i}))
    raise Unknown


def _lookup(value: c.Lookup, known: Known) -> int:
    """Return an entry of a figure; a missing one is reported at run time."""
    keys = value.figure.keys
    at = 0
    for place, (axis, key) in enumerate(zip(keys, value.keys, strict=True)):
        number = _of(key, known) - axis.start
        if not 0 <= number < axis.size:
            raise Unknown
        at += number * size(keys[place + 1 :])
    return value.figure.values[at]
