"""Leaves out checks of ranges that conditions before them have made sure of."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check import core as c
from rulewright.check.core.walk import rebuild

Range = tuple[int, int]
_BOUNDS: dict[str, Callable[[int, int, int], Range]] = {
    "<": lambda low, high, n: (low, min(high, n - 1)),
    "<=": lambda low, high, n: (low, min(high, n)),
    ">": lambda low, high, n: (max(low, n + 1), high),
    ">=": lambda low, high, n: (max(low, n), high),
    "==": lambda low, high, n: (max(low, n), min(high, n)),
}


def narrowed(tests: list[c.Value]) -> list[c.Value]:
    """Return conditions that are tested in order, each only if those before it hold, with fewer checks."""
    known: list[tuple[c.Read, Range]] = []
    found = []
    for test in tests:
        found.append(_without_checks(test, known))
        if isinstance(test, c.Test) and isinstance(test.left, c.Read) and isinstance(test.right, c.Const):
            low, high = _range(test.left, known)
            if test.operator in _BOUNDS:
                known.insert(0, (test.left, _BOUNDS[test.operator](low, high, test.right.value)))
    return found


def _without_checks(value: c.Value, known: list[tuple[c.Read, Range]]) -> c.Value:
    value = rebuild(value, lambda part: _without_checks(part, known))
    if not isinstance(value, c.Within) or not isinstance(value.number, c.Read):
        return value
    low, high = _range(value.number, known)
    return value.number if value.low <= low and high <= value.high else value


def _range(read: c.Read, known: list[tuple[c.Read, Range]]) -> Range:
    """What a number can be: as it is declared, and as conditions before say."""
    for other, bounds in known:
        if same(read, other):
            return bounds
    return read.type.low, read.type.high


def same(a: c.Value, b: c.Value) -> bool:
    """Two values read the same number, or are the same name or constant."""
    if isinstance(a, c.Use) and isinstance(b, c.Use):
        return a.var is b.var
    if isinstance(a, c.Const) and isinstance(b, c.Const):
        return a.value == b.value
    if not isinstance(a, c.Read) or not isinstance(b, c.Read) or a.stored is not b.stored:
        return False
    return all(same(x, y) for x, y in zip(a.keys, b.keys, strict=True))
