"""How a command divides the time that it was given."""

from __future__ import annotations

import time
from collections.abc import Sequence


class Timetable:
    """Divides a length of time, in seconds, among what is still to be done, by the part that each is to get."""

    def __init__(self, budget: float, parts: Sequence[float]) -> None:
        self.end, self._parts = time.monotonic() + budget, [*parts]

    def next_end(self) -> float:
        """Return when what is done next should be over, as `time.monotonic` counts; what others left over counts."""
        now, part = time.monotonic(), self._parts.pop(0)
        return now + (self.end - now) * part / (part + sum(self._parts))
