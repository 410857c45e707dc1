"""Units, created on demand.

A unit should take as long as the target wants: overhead counts in shorter ones, and longer ones are a loss when a
process dies. So sizes follow measurements. Example, with 0.5 seconds wanted: the first unit has 1 item and took 0.01
seconds, so 50 items would fit, but a unit is at most twice as large as the one before: 2 items follow, then 4, 8, 16
and so on, up to `largest`. If a unit of 16 items takes 2 seconds instead, the next ones have 4.
"""

from __future__ import annotations

from collections.abc import Iterable

UNIT_GROWTH = 2
"""A unit is at most this many times as large as the largest before it: the first results are there soon."""


class UnitPlan:
    """Splits the items of a job into units, leaving out what a journal has.

    The size of units follows the time that finished ones took, so that losing one costs about as long as is wanted.
    """

    def __init__(self, items: int, largest: int, done: Iterable[range] = ()) -> None:
        self.items, self.largest = items, largest
        self.size, self.at = 1, 0
        self._done = sorted(done, key=lambda unit: unit.start)
        self._done.reverse()

    def next_unit(self, before: int) -> range | None:
        """Return the next unit that begins before an item, if any is left."""
        while self._done and self._done[-1].start <= self.at:
            self.at = max(self.at, self._done.pop().stop)
        if self.at >= min(self.items, before):
            return None
        stop = self._done[-1].start if self._done else self.items
        unit = range(self.at, min(self.at + self.size, stop))
        self.at = unit.stop
        return unit

    def learn_from(self, unit: range, took: float, wanted: float) -> None:
        """Adjust the size of further units to the seconds that one took, and to those that it should take."""
        fitting = int(wanted * len(unit) / took) if took > 0 else self.largest
        if len(unit) >= self.size or fitting < self.size:
            self.size = max(1, min(fitting, UNIT_GROWTH * self.size, self.largest))
