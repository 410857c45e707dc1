"""Constant folding, and inlining of declared values where that costs nothing, on checked rules.

For instance, a ruleset declares `price of card: 2 times level` and asks for `cards where price <= 4`. The call of
`price` is replaced by its body, as an argument that is only a name may be read twice, and what depends on printed
facts alone becomes a constant: if the levels are printed, `2 times level <= 4` is known for every card, and the whole
filter is the set of cards 1, 2 and 5, say. Lowering recognizes sets only in this form.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.core.things import entry_count
from rulewright.check.core.walk import everything_in, parts_of_value, rebuild, substitute
from rulewright.compile.ir.operators import ARITHMETIC, COMPARISONS, JOINS, members, picked

Known = dict[int, int]
OPERATORS = {**ARITHMETIC, "or": JOINS["|"], "and": JOINS["&"], "without": JOINS["-"]}


class DependsOnState(Exception):  # noqa: N818
    """The value is not known before the game: it depends on the state."""


def fold(value: c.Value) -> c.Value:
    """Return the value as a constant if it is one."""
    if isinstance(value, c.Const):
        return value
    try:
        return c.Const(_constant_value(value, {}), value.type)
    except DependsOnState:
        return value


def _constant_value(value: c.Value, known: Known) -> int:  # noqa: C901, PLR0912 - one case for each kind of value
    """Return the value, given the values of some variables."""
    match value:
        case c.Const():
            return value.value
        case c.Use() if id(value.var) in known:
            return known[id(value.var)]
        case c.Lookup():
            return _printed_entry(value, known)
        case c.Binary():
            return OPERATORS[value.operator](_constant_value(value.left, known), _constant_value(value.right, known))
        case c.Count():
            return _constant_value(value.things, known).bit_count()
        case c.Singleton():
            thing = _constant_value(value.thing, known)
            return 1 << thing if thing >= 0 else 0
        case c.One():
            return picked(value.how, _constant_value(value.things, known))
        # the absence of a thing is reported at run time
        case c.Sure() if (thing := _constant_value(value.thing, known)) >= 0:
            return thing
        case c.Test():
            left, right = _constant_value(value.left, known), _constant_value(value.right, known)
            return int(COMPARISONS[value.operator](left, right))
        case c.Member():
            thing = _constant_value(value.thing, known)
            return int(thing >= 0 and _constant_value(value.things, known) >> thing & 1)
        case c.NonEmpty():
            return int(_constant_value(value.things, known) != 0)
        case c.Filter():
            things = members(_constant_value(value.things, known))
            return sum(1 << i for i in things if _constant_value(value.condition, {**known, id(value.var): i}))
        case _:
            raise DependsOnState


def _printed_entry(value: c.Lookup, known: Known) -> int:
    """Return an entry of a figure; a missing one is reported at run time."""
    keys = value.figure.keys
    at = 0
    for place, (axis, key) in enumerate(zip(keys, value.keys, strict=True)):
        number = _constant_value(key, known) - axis.start
        if not 0 <= number < axis.size:
            raise DependsOnState
        at += number * entry_count(keys[place + 1 :])
    return value.figure.values[at]


MAX_INLINE = 60
"""Values of more nodes than this stay functions of their own."""


def uses(value: c.Value, var: c.Var) -> int:
    """Return how often a variable occurs in a value."""
    if isinstance(value, c.Use):
        return int(value.var is var)
    return sum(uses(part, var) for part in parts_of_value(value))


@dataclass(slots=True)
class ValueInliner:
    """Inlines the calls of declared values; the body of each is expanded once."""

    bodies: dict[int, c.Value | None] = field(default_factory=dict)
    """By rule: its expanded body; None if it stays a function."""

    def expand(self, value: c.Value) -> c.Value:
        """Inline the calls of declared values where that saves work."""
        value = rebuild(value, self.expand)
        if isinstance(value, c.Filter | c.Count | c.Binary | c.Lookup | c.One | c.Sure):
            return fold(value)
        body = self._inlinable_body(value.value) if isinstance(value, c.Call) else None
        if not isinstance(value, c.Call) or body is None:
            return value
        given = list(zip(value.value.params, value.arguments, strict=True))
        if any(not _may_be_repeated(argument) and uses(body, param) > 1 for param, argument in given):
            return value
        return fold(substitute(body, {id(param): argument for param, argument in given}))

    def _inlinable_body(self, rule: c.ValueRule) -> c.Value | None:
        """Return the body of a declared value if it may be copied.

        A body that calls one value twice may not: in a chain of such values the code would double with each.
        """
        if id(rule) not in self.bodies:
            body = self.expand(rule.cases[0][1]) if len(rule.cases) == 1 and not rule.lets else None
            parts = [] if body is None else list(everything_in(body))
            calls = [id(part.value) for part in parts if isinstance(part, c.Call)]
            is_small = len(calls) == len(set(calls)) and len(parts) <= MAX_INLINE
            self.bodies[id(rule)] = body if is_small else None
        return self.bodies[id(rule)]


def _may_be_repeated(value: c.Value) -> bool:
    """Whether evaluating a value twice costs no more than storing it."""
    keys = value.keys if isinstance(value, c.Read) else (value.thing if isinstance(value, c.Singleton) else value,)
    return all(isinstance(key, c.Const | c.Use) for key in keys)


def may_fail(value: c.Value) -> bool:
    """Return whether evaluating a value where it is not needed might go wrong."""
    failing = c.Sure | c.Within | c.Call | c.Doable | c.WouldBe | c.LongestPath
    return any(
        isinstance(part, failing) or (isinstance(part, c.Spread) and part.how == "distance")
        for part in everything_in(value)
    )
