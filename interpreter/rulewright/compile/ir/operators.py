"""The operators of nodes on constants: arithmetic, comparisons, sets (integers with a bit for each member), folds."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "min": min, "max": max, "distance": lambda left, right: abs(left - right),
}  # fmt: skip
COMPARISONS: dict[str, Callable[[int, int], int]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
JOINS: dict[str, Callable[[int, int], int]] = {
    "|": operator.or_, "&": operator.and_, "-": lambda left, right: left & ~right,
}  # fmt: skip


def members(things: int) -> Iterator[int]:
    """Yield the members of a set, in ascending order."""
    while things:
        lowest = things & -things
        yield lowest.bit_length() - 1
        things ^= lowest


def picked(how: str, things: int) -> int:
    """Return the first, last or only member of a set, or -1."""
    if how == "last" or (how == "only" and things.bit_count() == 1):
        return things.bit_length() - 1
    return -1 if how == "only" else (things & -things).bit_length() - 1


Found = list[tuple[int, int]]
"""Members with their values."""


def _set_of(found: Found, best: Callable[[list[int]], int] | None = None) -> int:
    wanted = None if best is None or not found else best([value for _, value in found])
    return sum(1 << member for member, value in found if wanted is None or value == wanted)


def _union_of(found: Found) -> int:
    result = 0
    for _, value in found:
        result |= value
    return result


FOLDS: dict[str, Callable[[Found], int]] = {
    "any": lambda found: any(value for _, value in found),
    "every": lambda found: all(value for _, value in found),
    "count": len,
    "filter": _set_of,
    "sum": lambda found: sum(value for _, value in found),
    "most": lambda found: max((value for _, value in found), default=0),
    "least": lambda found: min((value for _, value in found), default=0),
    "union": _union_of,
    "best": lambda found: _set_of(found, max),
    "worst": lambda found: _set_of(found, min),
}
"""By kind of fold: from the members that pass the test, with their values, to the result."""
