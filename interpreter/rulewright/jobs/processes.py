"""A target of several processes on this machine."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Event as Flag
from threading import Timer
from typing import Any, Generic

from rulewright.jobs.in_process import UNIT_SECONDS, InProcess, time_work
from rulewright.jobs.job import Event, Finished, Job, Opener, Result, Suspect, Work
from rulewright.jobs.shutdown import end_after, interrupts_held, interrupts_ignored

UNITS_PER_PROCESS = 2
"""Units that a process has at a time: the one that it works on, and the next."""
STARTING_SECONDS = 1.0
"""How long a job must still take for starting processes to save time."""
GRACE_SECONDS = 0.4
"""Seconds that a process has to finish what it has begun when all are to stop."""

LONGEST_STOP = 1.0
"""Seconds after which a process is killed that has not stopped, such as one that is still being prepared."""


class Processes(Generic[Result]):
    """Works on units in several processes. When one dies, all are replaced, and every accepted unit is suspect.

    A job that `begins_here` gets processes only when the rest of it takes longer than starting them.
    """

    seconds, note = UNIT_SECONDS, ""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self._here: InProcess[Result] | None = None
        self._context = get_context("spawn")
        self._units: dict[Future[Finished[Result]], range] = {}
        self._pool: ProcessPoolExecutor | None = None

    def open(self, job: Job[Result]) -> None:
        """Prepare for a job, here first: mistakes in the rules raise here, and what is compiled is cached for all."""
        self._job, here = job, InProcess[Result]()
        here.open(job)
        self._here = here if job.begins_here else None
        self._stopped, self._stop = self._context.Pipe(duplex=False)  # an event hangs once a process that waits died

    @property
    def capacity(self) -> int:
        """How many units it wants to have at a time."""
        return self.jobs * UNITS_PER_PROCESS if self._here is None else self._here.capacity

    def submit(self, unit: range, items: Any) -> None:
        """Hand a unit to the processes, which are started by the first one."""
        if self._here is not None:
            self._here.submit(unit, items)
            return
        with interrupts_held():  # processes may be started here, and only this one is to receive Ctrl-C
            if self._pool is None:
                arguments = (self._job.opener, self._stopped)
                self._pool = ProcessPoolExecutor(self.jobs, self._context, _open_process, arguments)
            self._units[self._unit_future(self._pool, unit, items)] = unit

    def _unit_future(self, pool: ProcessPoolExecutor, unit: range, items: Any) -> Future[Finished[Result]]:
        """Return the future of a unit; one that has failed where a process died since the last event."""
        try:
            return pool.submit(_work_on, unit, items)  # type: ignore[arg-type]  # another process knows its type
        except BrokenProcessPool as error:
            failed = Future[Finished[Result]]()
            failed.set_exception(error)
            return failed

    def events(self) -> Iterator[Event[Result]]:
        """Wait for a unit and yield what came of it."""
        if self._here is not None:
            yield from self._here.events()
            self._here = self._here if self._here.seconds_left < STARTING_SECONDS else None
            return
        over, _ = wait(self._units, return_when=FIRST_COMPLETED)
        try:
            for future in sorted(over, key=lambda future: self._units[future].start):
                result = future.result()
                del self._units[future]
                yield result
        except BrokenProcessPool:
            assert self._pool is not None
            self._pool.shutdown(cancel_futures=True)
            self._pool = None
            units, self._units = self._units, {}
            for future, unit in units.items():
                done = future.done() and not future.cancelled() and future.exception() is None
                yield future.result() if done else Suspect(unit)

    def close(self) -> None:
        """Stop the processes; a second Ctrl-C would interrupt the stopping, and wait for ever."""
        with interrupts_ignored():
            self._stop.close()
            if self._pool is not None:
                processes = [*self._pool._processes.values()]
                late_ones = Timer(LONGEST_STOP, lambda: [*map(BaseProcess.kill, processes)])
                late_ones.start()
                self._pool.shutdown(cancel_futures=True)
                late_ones.cancel()


_ready: tuple[Work[object], Flag] | None = None
"""What a process works with, and whether it is to stop."""


def _end_process(stop: Flag) -> None:
    """Begin nothing new, and end this process soon, even in the middle of a long unit."""
    stop.set()
    time.sleep(GRACE_SECONDS)
    os._exit(1)


def _open_process(opener: Opener[object], stopped: Connection) -> None:
    """Prepare a new process, which stops when the other end of a pipe is closed, maybe as its owner has died."""
    global _ready
    stop = Flag()
    end_after(stopped, lambda: _end_process(stop))
    _ready = opener(), stop


def _work_on(unit: range, items: Any) -> Finished[object]:
    assert _ready is not None
    work, stop = _ready
    if stop.is_set():
        raise SystemExit
    return time_work(work, unit, items)
