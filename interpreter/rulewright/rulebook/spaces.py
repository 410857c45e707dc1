"""The spaces of a grid in few words: `a1-a5, b0-f0`.

The longest run along a column or a row is taken first, then the longest of what is left, until nothing is. Of the
spaces a1, a2, a3, b1 and c1 the runs are a1-a3 and a1-c1, equally long; columns come first, so a1-a3 is taken, and
b1-c1 remains: `a1-a3, b1-c1`. The result is not always the shortest, but it finds the sides of a rim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SPACE = re.compile(r"([a-z])(\d{1,2})")

GridPosition = tuple[str, int]


def grid_position(name: str) -> GridPosition | None:
    """Return the column letter and row number that a name says, or None when it names no space of a grid."""
    found = SPACE.fullmatch(name)
    return (found[1], int(found[2])) if found else None


def spaces_in_runs(names: Iterable[str]) -> str:
    """Return the spaces as a few runs along columns and rows; single spaces come last."""
    left = {found for name in names if (found := grid_position(name))}
    runs: list[list[GridPosition]] = []
    while left:
        run = max(_longest_runs(left), key=len)
        runs.append(run)
        left.difference_update(run)
    return ", ".join(_run_name(run) for run in runs)


def _longest_runs(left: set[GridPosition]) -> list[list[GridPosition]]:
    """Return every run that cannot be made longer: columns first, then rows, each in order."""
    down = [_run_from(at, left, 0, 1) for at in sorted(left) if (at[0], at[1] - 1) not in left]
    starts = sorted(left, key=lambda at: (at[1], at[0]))
    return down + [_run_from(at, left, 1, 0) for at in starts if (chr(ord(at[0]) - 1), at[1]) not in left]


def _run_from(at: GridPosition, left: set[GridPosition], across: int, down: int) -> list[GridPosition]:
    run = []
    while at in left:
        run.append(at)
        at = (chr(ord(at[0]) + across), at[1] + down)
    return run


def _run_name(run: Sequence[GridPosition]) -> str:
    (column, row), (last_column, last_row) = run[0], run[-1]
    return f"{column}{row}" if len(run) == 1 else f"{column}{row}-{last_column}{last_row}"
