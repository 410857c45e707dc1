"""Hands units to a target and yields their results in the order of the items.

When a process dies, any of the units that it and its siblings had may be the cause, so all of them become suspects.
Suspects are tried again one at a time, with nothing else running: a unit over which a process dies then is guilty.
Example with units A, B, C on two processes, where B kills its process:

    A and B handed out, a process dies    suspects A, B (one death each)
    A alone: finished                     suspects B
    B alone: dies, dies                   three deaths: B is `Lost`
    C and all further ones                two at a time again
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from typing import Generic

from rulewright.jobs.job import Dropped, Event, Finished, Job, Lost, Result, Suspect, Target
from rulewright.jobs.journal import FinishedUnits
from rulewright.jobs.local import on_this_machine
from rulewright.jobs.plan import UnitPlan

MOST_DEATHS = 3
"""A unit is abandoned after this many deaths, at least one of them while nothing else was being worked on."""
UNITS_AHEAD = 4
"""Results that wait for an earlier one: at most this many times the capacity of the target, in units."""


def run_job(
    job: Job[Result], target: Target[Result], journal: FinishedUnits[Result] | None = None
) -> Generator[Finished[Result] | Lost]:
    """Yield what came of each unit, in the order of the items. Closing the iterator stops all work.

    With a journal, its units are not worked on again, and every unit is added to it as soon as it is finished.
    """
    target.open(job)
    try:
        yield from _JobRun(job, target, journal).outcomes_in_order()
    finally:
        target.close()


def results_of(job: Job[Result], jobs: int = 1) -> Generator[Result]:
    """Yield what comes of each unit, in order; raises `WorkerDied` for one over which every process dies."""
    outcomes = run_job(job, on_this_machine(jobs))
    try:
        for outcome in outcomes:
            if isinstance(outcome, Lost):
                raise WorkerDied(outcome.tries)
            yield outcome.result
    finally:
        outcomes.close()


class WorkerDied(Exception):  # noqa: N818
    """Every process that worked on a unit died."""


class _JobRun(Generic[Result]):
    """The state of a run: what is handed out, what waits for its turn, what is under suspicion."""

    def __init__(self, job: Job[Result], target: Target[Result], journal: FinishedUnits[Result] | None) -> None:
        self.job, self.target, self.journal = job, target, journal
        self.total = len(job.items)
        known = {unit.start: unit for unit in journal.units() if unit.stop <= self.total} if journal else {}
        self.known = known.keys()
        """The first items of the units that the journal has; it may belong to a run of more items."""
        self.plan = UnitPlan(self.total, job.largest, known.values())
        self.at = 0
        """The item that is to be yielded next."""
        self.ready: dict[int, Finished[Result] | Lost] = {}
        """By first item: units that are over and wait for an earlier one."""
        self.out = 0
        """How many units the target has."""
        self.dropped: dict[int, range] = {}
        """By first item: units that are to be handed out again."""
        self.suspects = deque[range]()
        self.deaths: dict[int, int] = {}
        """By first item: how often a process died over a unit."""

    def outcomes_in_order(self) -> Iterator[Finished[Result] | Lost]:
        """Yield what came of each unit, in order."""
        while self.at < self.total:
            self._drop_outdated()
            self._hand_out()
            over = self.ready.pop(self.at, None)
            if over is None and self.journal and self.at in self.known:
                over = self.journal.unit_at(self.at, self.job.items)
            if over is None:
                for event in self.target.events():
                    self._take_event(event)
                continue
            self.at = over.unit.stop
            yield over

    def _drop_outdated(self) -> None:
        outdated = self.job.outdated
        if outdated is None:
            return
        finished = [over for over in self.ready.values() if isinstance(over, Finished)]
        for over in (over for over in finished if outdated(over.result)):
            self.dropped[over.unit.start] = self.ready.pop(over.unit.start).unit

    def _hand_out(self) -> None:
        """Hand out units; one under suspicion only while the target has nothing else."""
        if self.suspects:
            if not self.out:
                self._submit_unit(self.suspects[0])
            return
        limit = self.at + UNITS_AHEAD * self.target.capacity * self.plan.size
        while self.out < self.target.capacity:
            unit = self.dropped.pop(min(self.dropped)) if self.dropped else self.plan.next_unit(limit)
            if unit is None:
                return
            self._submit_unit(unit)

    def _submit_unit(self, unit: range) -> None:
        self.out += 1
        self.target.submit(unit, self.job.items[unit.start : unit.stop])

    def _take_event(self, event: Event[Result]) -> None:
        unit = event.unit
        self.out -= 1
        match event:
            case Finished():
                if self.journal:
                    self.journal.add_unit(unit, event.result)
                self.plan.learn_from(unit, event.seconds, self.target.seconds)
                self._note_over(event)
            case Lost():
                self._note_over(event)
            case Dropped():
                if unit not in self.suspects:
                    self.dropped[unit.start] = unit
            case Suspect():
                self._note_death(unit, event.deaths)

    def _note_over(self, event: Finished[Result] | Lost) -> None:
        self.ready[event.unit.start] = event
        if self.suspects and self.suspects[0] == event.unit:
            self.suspects.popleft()

    def _note_death(self, unit: range, times: int) -> None:
        """Try a unit again by itself, or abandon it."""
        deaths = self.deaths[unit.start] = self.deaths.get(unit.start, 0) + times
        if unit not in self.suspects:
            self.suspects.append(unit)
        elif deaths >= MOST_DEATHS:
            self._note_over(Lost(unit, deaths))
