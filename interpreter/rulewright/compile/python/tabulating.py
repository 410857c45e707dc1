"""Finds values that depend on one small set only: what they are for each of the few sets is worked out at the start."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.check import core as c
from rulewright.check.core.walk import children, everything_in, rebuild
from rulewright.compile.narrowing import same

SMALL = 10
"""Sets of so many things at most are so few that a list may have an entry for each of them."""
LOOPS = c.Filter | c.Fold | c.Best | c.Quantified
SLOW = LOOPS | c.InRow
"""Values that look at one thing after the other; the others cost no more than reading a list."""
_PLAIN = (
    SLOW | c.Const | c.Lookup | c.Binary | c.Test | c.Member | c.NonEmpty | c.Logic | c.Count | c.One
    | c.Following | c.Nearby | c.Choice2 | c.Either | c.Singleton
)  # fmt: skip
"""Values that are made of their parts alone."""


class Many(Exception):  # noqa: N818
    """A value depends on more than one small set."""


def only_input(value: c.Value) -> c.Read | c.Use | None:
    """Return the small set that a value with loops depends on, if it depends on nothing else."""
    if not isinstance(value, SLOW | c.NonEmpty | c.Count):
        return None
    if not any(isinstance(part, SLOW) for part in everything_in(value)):
        return None
    try:
        found = list(_inputs(value, frozenset()))
    except Many:
        return None
    if not found or not all(same(found[0], other) for other in found[1:]) or not is_small(found[0].type):
        return None
    return found[0]


def is_small(type_: c.Type) -> bool:
    """Sets of this type are few."""
    return type_.how == "set" and type_.domain is not None and type_.domain.size <= SMALL


def put_for(value: c.Value, old: c.Read | c.Use, new: c.Value) -> c.Value:
    """Return the value with what it depends on replaced."""
    if isinstance(value, c.Read | c.Use) and same(value, old):
        return new
    return rebuild(value, lambda part: put_for(part, old, new))


def _inputs(value: c.Value, bound: frozenset[int]) -> Iterator[c.Read | c.Use]:
    """The reads and names that a value depends on; `bound` are the names of loops within it."""
    if isinstance(value, c.Use):
        if id(value.var) not in bound:
            yield value
        return
    if isinstance(value, c.Read):
        if value.stored.as_mask or not all(isinstance(key, c.Use | c.Const) for key in value.keys):
            raise Many
        if any(isinstance(key, c.Use) and id(key.var) in bound for key in value.keys):
            raise Many
        yield value
        return
    if not isinstance(value, _PLAIN):
        raise Many
    inner = bound | {id(value.var)} if isinstance(value, LOOPS) else bound
    for part in children(value):
        yield from _inputs(part, inner)
