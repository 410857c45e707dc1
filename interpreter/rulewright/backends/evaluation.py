"""Evaluation of positions: the points that a seat would have now, plus the weights of the ruleset.

The unit is a hundredth of a point. How much a seat has of what weights value is a function of the program (see
`compile/lowering/quantities.py`), in Python and in C. What so many are worth is looked up in a list of cumulative
values. With `coins: {early: [50, 20, 1], late: [10, 6]}` halfway through a game, coins are worth 30, 13, 4, 4, … and
the list is 0, 30, 43, 47, 51, …
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, chain, islice, repeat

from rulewright.backends.failure import ExecutionError
from rulewright.backends.program import Program
from rulewright.backends.ranking import sides_of
from rulewright.compile.tables import MOST_VALUED, Curve

POINT = 100
BROKEN = -(10**9)
"""The value of a choice after which the rules cannot continue in the determinization."""


class Cumulative(dict[int, int]):
    """Cumulative values by number; beyond the first and the last entry they stay constant."""

    def __init__(self, sums: list[int]) -> None:
        super().__init__(enumerate(sums))
        self.top = len(sums) - 1

    def __missing__(self, number: int) -> int:
        return self[self.top if number > 0 else 0]


class Evaluation:
    """Evaluates vectors of one program for any seat."""

    def __init__(self, program: Program) -> None:
        self.program, ending = program, program.tables.ending
        self.sided = ending.teams or ending.together
        self.point = -POINT if ending.fewest else POINT
        functions: list[Callable[[list[int], int], int]] = program.names["QUANTITIES"]
        self.moment: Callable[[list[int]], int] = program.names["MOMENT"] or (lambda state: 0)
        """Returns the number of the moment of a game, by which weights change."""
        self.weighed = [
            [(functions[number], Cumulative(sums)) for number, sums in cumulative_values(program, moment)]
            for moment in range(program.tables.moments)
        ]

    def of(self, state: list[int], seat: int) -> int:
        """Return the value of a vector for a seat, in hundredths of a point: what its side has."""
        if not self.sided:
            return self._of_seat(state, seat)
        sides = sides_of(self.program, state)
        return sum(self._of_seat(state, other) for other, side in enumerate(sides) if side == sides[seat])

    def _of_seat(self, state: list[int], seat: int) -> int:
        total = self.program.points(state, seat) * self.point
        for quantity, worth in self.weighed[self.moment(state)]:
            total += worth[quantity(state, seat)]
        return total

    def after(self, state: list[int], code: int, seat: int) -> int:
        """Return the value for a seat immediately after a choice; `BROKEN` if the rules cannot continue then."""
        then = state.copy()
        try:
            self.program.take(then, code)
            return self.of(then, seat)
        except ExecutionError:
            return BROKEN


def cumulative_values(program: Program, moment: int) -> Iterator[tuple[int, list[int]]]:
    """Yield the quantities that have a weight, by number, each with its cumulative values at a moment of the game."""
    tables = program.tables
    share = moment / (tables.moments - 1) if tables.moments > 1 else 0.0
    for number, quantity in enumerate(tables.quantities):
        curves = tables.weights.worth.get(quantity.name, {})
        curve = next((curves[part] for part in quantity.parts if part in curves), None)
        if curve is not None:
            above = [*_each(curve, share)]
            below = [above[0] * n for n in range(quantity.low, 0)] or [0] * quantity.low
            yield number, [*below, *accumulate(above, initial=0)]


def _each(curve: Curve, share: float) -> Iterator[int]:
    """Yield what the first, the second, … is worth; the last entries go on."""
    early, late = (chain(worth, repeat(worth[-1])) for worth in (curve.early, curve.late))
    return (
        round(first + (last - first) * share) for first, last in islice(zip(early, late, strict=False), MOST_VALUED)
    )
