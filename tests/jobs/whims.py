"""A target that makes life hard for the job runner."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from rulewright.jobs.job import Dropped, Event, Finished, Job, Suspect


class Whims:
    """A target that finishes units in any order, loses some, and suspects some."""

    capacity, seconds, note = 5, 1.0, ""

    def __init__(self, seed: int, deadly: int = -1) -> None:
        self.random, self.deadly = Random(seed), deadly
        self.worked: list[int] = []

    def open(self, job: Job[Any]) -> None:
        self.work, self.units = job.opener(), dict[range, Any]()

    def submit(self, unit: range, items: Any) -> None:
        assert unit not in self.units and len(self.units) < self.capacity
        self.units[unit] = items

    def events(self) -> Iterator[Event[Any]]:
        unit = self.random.choice([*self.units])
        items, whim = self.units.pop(unit), self.random.random()
        if self.deadly in unit:
            yield Suspect(unit)
            for other in [*self.units]:
                del self.units[other]
                yield Suspect(other)
        elif whim < 0.2:
            yield Dropped(unit)
        else:
            self.worked += unit
            yield Finished(unit, self.work(items), whim)

    def close(self) -> None:
        self.closed = True
