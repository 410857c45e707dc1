"""A target that works in this process."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from typing import Any, Generic

from rulewright.jobs.job import Event, Finished, Job, Result, Work

UNIT_SECONDS = 0.5
"""How long a unit should take."""


class InProcess(Generic[Result]):
    """Works on one unit at a time, in this process."""

    capacity, seconds, note = 1, UNIT_SECONDS, ""

    def open(self, job: Job[Result]) -> None:
        """Prepare for a job."""
        self._work: Work[Result] = job.opener()
        self._units = deque[tuple[range, Any]]()
        self._spent, self._finished, self._total = 0.0, 0, len(job.items)

    @property
    def seconds_left(self) -> float:
        """How long the other items of the job take if they are like the ones so far."""
        return self._spent / self._finished * (self._total - self._finished) if self._finished else 0.0

    def submit(self, unit: range, items: Any) -> None:
        """Accept a unit."""
        self._units.append((unit, items))

    def events(self) -> Iterator[Event[Result]]:
        """Work on a unit and yield its result."""
        finished = time_work(self._work, *self._units.popleft())
        self._spent += finished.seconds
        self._finished += len(finished.unit)
        yield finished

    def close(self) -> None:
        """There is nothing to release."""


def time_work(work: Work[Result], unit: range, items: Any) -> Finished[Result]:
    """Work on a unit and measure how long that takes."""
    began = time.perf_counter()
    return Finished(unit, work(items), time.perf_counter() - began)
