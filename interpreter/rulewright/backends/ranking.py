"""Who is ahead: ranks by points and tie-breaks, for seats that play alone, in teams, or all together.

What is compared of a team is the sum of its members' numbers. Ranks count from 0, which nobody has who cannot win:
where all lose together, everybody has rank 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.compile.tables import Ending

if TYPE_CHECKING:
    from rulewright.backends.program import Program


ENDING_BY_POINTS = Ending()


def sides_of(program: Program, state: list[int]) -> list[int]:
    """Return the side of each seat: the number of its first seat."""
    seats = range(program.seats)
    if program.tables.ending.together:
        return [0 for _ in seats]
    common = [side(state, seat) for seat in seats for side in program.names["SIDES"]]
    return [common.index(what) for what in common] if common else [*seats]


def together_on_sides(numbers: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return for each seat the sum of the numbers of its side."""
    return [sum(more for more, other in zip(numbers, sides, strict=True) if other == side) for side in sides]


def worths_of(program: Program, points: Sequence[int], sides: Sequence[int]) -> list[int]:
    """Return for each seat what the points of its side are worth: more is better."""
    sums = together_on_sides(points, sides)
    return [-number for number in sums] if program.tables.ending.fewest else sums


def ranks_of(program: Program, state: list[int], points: Sequence[int]) -> list[int]:
    """Return the rank of each seat; those who are on one side, or whom nothing sets apart, share one."""
    seats = range(program.seats)
    ties: list[list[int]] = [[tie(state, seat) for seat in seats] for tie in program.tie]
    if program.tables.ending == ENDING_BY_POINTS and not program.names["AHEAD"]:
        return _ranked([*zip(points, *ties, strict=True)])
    sides = sides_of(program, state)
    can_win: list[int] = [all(ahead(state, seat) for ahead in program.names["AHEAD"]) for seat in seats]
    shared = [together_on_sides(numbers, sides) for numbers in (can_win, *ties)]
    ahead = [number > 0 for number in shared[0]]
    ranks = _ranked([*zip(ahead, worths_of(program, points, sides), *shared[1:], strict=True)])
    return ranks if any(ahead) else [rank + 1 for rank in ranks]


def _ranked(keys: Sequence[tuple[int, ...]]) -> list[int]:
    order = sorted(set(keys), reverse=True)
    return [order.index(key) for key in keys]
