"""Units, created on demand."""

from __future__ import annotations

from collections.abc import Iterable

GROWTH = 2
"""A unit is at most this many times as large as the largest before it: the first results are there soon."""


class Plan:
    """Splits the items of a job into units, leaving out what a journal has.

    The size of units follows the time that finished ones took, so that losing one costs about `seconds`.
    """

    def __init__(self, items: int, largest: int, seconds: float, done: Iterable[range] = ()) -> None:
        self.items, self.largest, self.seconds = items, largest, seconds
        self.size, self.at = 1, 0
        self._done = sorted(done, key=lambda unit: unit.start)
        self._done.reverse()

    def next(self, before: int) -> range | None:
        """Return the next unit that begins before an item; None when there is none."""
        self._skip()
        if self.at >= min(self.items, before):
            return None
        stop = self._done[-1].start if self._done else self.items
        unit = range(self.at, min(self.at + self.size, stop))
        self.at = unit.stop
        return unit

    def learn(self, unit: range, seconds: float) -> None:
        """Adjust the size of further units to the time that one took."""
        wanted = int(self.seconds * len(unit) / seconds) if seconds > 0 else self.largest
        if len(unit) >= self.size or wanted < self.size:
            self.size = max(1, min(wanted, GROWTH * self.size, self.largest))

    def _skip(self) -> None:
        while self._done and self._done[-1].start <= self.at:
            self.at = max(self.at, self._done.pop().stop)
