"""An existing Dask cluster as a target: futures, retries, work stealing and the dashboard are Dask's.

A unit names the job that it belongs to. The job itself, pickled, is sent along only as long as there are workers that
have not answered yet: a worker opens it once and keeps it, and one that has never seen it asks for it. So workers need
nothing but Rulewright in the same version, and nothing is lost when workers, or the scheduler, come and go.
"""

from __future__ import annotations

import hashlib
import pickle
import time
from collections.abc import Iterator, Sequence
from threading import get_ident
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from rulewright.jobs.connecting import FOREIGN, Connection
from rulewright.jobs.job import Dropped, Event, Finished, Job, Lost, Result, Work
from rulewright.jobs.local import timed

if TYPE_CHECKING:
    from distributed import Future

SECONDS = 2.0
"""How long a unit should take: a scheduler handles some thousands of tasks a second, however many work on them."""
QUEUED = 2
"""Units for each thread of the cluster."""
FEWEST = 4
"""Units at least, where no worker has joined yet."""
OVERDUE = 30.0
"""Seconds without any event after which what is still out is handed out again: a worker may be frozen."""
TRIES = 3
"""Deaths of workers over a unit until Dask abandons it, by its own default."""
KEPT = 4
"""Opened jobs that a thread of a worker keeps."""


class Sent(NamedTuple):
    """A unit that a worker has."""

    unit: range
    items: Sequence[Any]
    since: float


class Answer(NamedTuple):
    """What comes back for a unit: from which worker, and nothing but that where the worker does not have the job."""

    worker: str
    finished: Finished[Any] | None


class Cluster(Generic[Result]):
    """Works on units on a cluster.

    `address` is `tcp://HOST:PORT` or another address of a scheduler, the path of a scheduler file, or `local:N` for N
    workers that are started here.
    """

    seconds = SECONDS

    def __init__(self, address: str) -> None:
        self.address = address
        self._sent: dict[Future[Answer], Sent] = {}
        self._have: set[str] = set()
        """The workers that have the job."""

    @property
    def capacity(self) -> int:
        """Some units for each thread."""
        return max(FEWEST, QUEUED * self._connection.threads)

    def open(self, job: Job[Result]) -> None:
        """Connect. Raises `ClusterError` where that is not possible. The job is opened by workers alone."""
        self._payload = pickle.dumps(job.opener)
        self._name = hashlib.sha256(self._payload).hexdigest()
        self._connection = Connection(self.address)

    def submit(self, unit: range, items: Sequence[Any]) -> None:
        """Hand a unit to the cluster."""
        self._send(Sent(unit, items, time.monotonic()))

    def _send(self, sent: Sent, with_job: bool = False) -> None:
        everybody = self._connection.workers <= self._have
        payload = self._payload if with_job or not everybody else None
        future = self._connection.submit(work_on, self._name, payload, sent.unit, sent.items)
        self._sent[future] = sent

    def events(self) -> Iterator[Event[Result]]:
        """Wait until a unit is over, and yield what came of it."""
        over = self._connection.wait([*self._sent], OVERDUE)
        if self._connection.is_new:  # whatever the old one had is lost
            dropped, self._sent = {sent.unit for sent in self._sent.values()}, {}
            self._have.clear()
            yield from map(Dropped, dropped)
            return
        if not over:
            self._send_again()
        for future in over:
            sent = self._sent.pop(future)
            event = self._event(future, sent)
            if event is not None:
                yield event

    def _event(self, future: Future[Answer], sent: Sent) -> Event[Result] | None:
        """Return what came of a unit; None where there is more to wait for."""
        from distributed import KilledWorker

        twice = any(other.unit == sent.unit for other in self._sent.values())
        try:
            answer: Answer = future.result()
        except KilledWorker:
            return None if twice else Lost(sent.unit, TRIES)
        except FOREIGN:
            self._connection.look_again()
            return None if twice else Dropped(sent.unit)
        if answer.finished is None:
            self._send(sent, with_job=True)
            return None
        self._have.add(answer.worker)
        for other in [other for other, out in self._sent.items() if out.unit == sent.unit]:
            del self._sent[other]
            other.cancel()
        finished: Finished[Result] = answer.finished
        return finished

    def _send_again(self) -> None:
        """Hand out once more what is out for long."""
        late = time.monotonic() - OVERDUE
        for sent in [sent for sent in self._sent.values() if sent.since < late]:
            self._send(sent._replace(since=time.monotonic()), with_job=True)

    def close(self) -> None:
        """Forget all units and leave the cluster; one that was started here is stopped."""
        self._connection.close([*self._sent])


_open: dict[tuple[int, str], Work[Any]] = {}
"""The jobs that the threads of this process have opened. Programs are not shared between threads."""


def work_on(name: str, payload: bytes | None, unit: range, items: Sequence[Any]) -> Answer:
    """Work on a unit, on a worker."""
    from distributed import get_worker

    key = get_ident(), name
    if key not in _open:
        if payload is None:
            return Answer(get_worker().address, None)
        mine = [other for other in _open if other[0] == key[0]]
        for old in mine[: len(mine) - KEPT + 1]:
            del _open[old]
        _open[key] = pickle.loads(payload)()
    return Answer(get_worker().address, timed(_open[key], unit, items))
