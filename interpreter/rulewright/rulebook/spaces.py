"""The spaces of a grid in few words: `a1-a5, b0-f0`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SPACE = re.compile(r"([a-z])(\d{1,2})")

Spot = tuple[str, int]


def spot(name: str) -> Spot | None:
    """Return the column letter and row number that a name says, or None when it names no space of a grid."""
    found = SPACE.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def spaces(names: Iterable[str]) -> str:
    """Return the spaces as a few runs along columns and rows; single spaces come last."""
    left = {found for name in names if (found := spot(name))}
    runs: list[list[Spot]] = []
    while left:
        run = max(_runs(left), key=len)
        runs.append(run)
        left.difference_update(run)
    return ", ".join(_named(run) for run in runs)


def _runs(left: set[Spot]) -> list[list[Spot]]:
    """Return every run that cannot be made longer: columns first, then rows, each in order."""
    down = [_follow(at, left, 0, 1) for at in sorted(left) if (at[0], at[1] - 1) not in left]
    starts = sorted(left, key=lambda at: (at[1], at[0]))
    return down + [_follow(at, left, 1, 0) for at in starts if (chr(ord(at[0]) - 1), at[1]) not in left]


def _follow(at: Spot, left: set[Spot], across: int, down: int) -> list[Spot]:
    run = []
    while at in left:
        run.append(at)
        at = (chr(ord(at[0]) + across), at[1] + down)
    return run


def _named(run: Sequence[Spot]) -> str:
    (column, row), (last_column, last_row) = run[0], run[-1]
    return f"{column}{row}" if len(run) == 1 else f"{column}{row}-{last_column}{last_row}"
