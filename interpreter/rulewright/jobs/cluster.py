"""An existing Dask cluster as a target: futures, retries, work stealing and the dashboard are Dask's.

A unit names the job that it belongs to. A worker that has never seen this job asks for it, and gets it, pickled, with
the unit; it opens a job once and keeps it. So workers need nothing but Rulewright in the same version, and nothing is
lost when workers, or the scheduler, come and go.
"""

from __future__ import annotations

import hashlib
import pickle
import zlib
from collections.abc import Iterator
from threading import get_ident
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from rulewright.jobs import late
from rulewright.jobs.address import ANSWER_SECONDS
from rulewright.jobs.connecting import ClusterConnection, own_version
from rulewright.jobs.in_process import time_work
from rulewright.jobs.job import ClusterError, Dropped, Event, Finished, Job, Result, Suspect, Work

if TYPE_CHECKING:
    from distributed import Future

UNIT_SECONDS = 2.0
"""How long a unit should take at least."""
UNITS_PER_SECOND = 100
"""How many units should come back in a second at most: a scheduler works about two milliseconds for each."""
UNITS_PER_THREAD = 2
"""Units for each thread of the cluster."""
MOST_FAILURES = 50
"""Consecutive units that no worker could begin before the cluster is considered unusable."""
JOBS_KEPT = 4
"""Opened jobs that a thread of a worker keeps."""


class SentUnit(NamedTuple):
    """A unit that the cluster has."""

    future: Future[WorkerAnswer]
    unit: range
    items: Any


class WorkerAnswer(NamedTuple):
    """What comes back for a unit: from which worker, and what.

    That is None where the worker does not have the job, and an exception where opening or working raised one.
    """

    worker: str
    finished: Finished[Any] | Exception | None


class Cluster(Generic[Result]):
    """Works on units on a cluster.

    `address` is `tcp://HOST:PORT` or another address of a scheduler, the path of a scheduler file, or `local:N` for N
    workers that are started here.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self._connection: ClusterConnection | None = None
        self._sent: dict[str, SentUnit] = {}
        """By the key of its future."""
        self._failures = 0

    @property
    def connection(self) -> ClusterConnection:
        """The connection; made when a job is opened."""
        assert self._connection is not None
        return self._connection

    @property
    def capacity(self) -> int:
        """How many units to keep queued: a few for each usable thread."""
        return UNITS_PER_THREAD * self.connection.threads

    @property
    def seconds(self) -> float:
        """How long a unit should take: longer on a cluster with hundreds of threads."""
        return max(UNIT_SECONDS, self.connection.threads / UNITS_PER_SECOND)

    @property
    def note(self) -> str:
        """How many workers can be used."""
        number = len(self._connection.usable) if self._connection else 0
        return "1 worker" if number == 1 else f"{number} workers"

    def open(self, job: Job[Result]) -> None:
        """Connect. Raises `ClusterError` where that is not possible. The job is opened by workers alone."""
        self._payload = zlib.compress(pickle.dumps(job.opener))
        self._name = hashlib.sha256(self._payload).hexdigest()
        self._connection = ClusterConnection(self.address)

    def submit(self, unit: range, items: Any) -> None:
        """Hand a unit to the cluster."""
        self._send_unit(unit, items, None)

    def _send_unit(self, unit: range, items: Any, payload: bytes | None, worker: str = "") -> None:
        arguments = (own_version(), self._name, payload, unit, items)
        future = self.connection.submit(work_on, arguments, worker)
        self._sent[future.key] = SentUnit(future, unit, items)

    def events(self) -> Iterator[Event[Result]]:
        """Wait a while for units that are over, and yield what came of each."""
        over = self.connection.calls_over()
        if self.connection.is_new:  # whatever the old one had is lost
            units, self._sent = [sent.unit for sent in self._sent.values()], {}
            yield from map(Dropped, units)
            return
        for future in over:
            sent = self._sent.pop(future.key, None)
            event = self._event_of(sent) if sent is not None else None
            if event is not None:
                yield event
        for key in self.connection.stuck_calls():
            sent = self._sent.pop(key, None)
            if sent is not None:
                self.connection.cancel_call(sent.future)
                yield Dropped(sent.unit)

    def _event_of(self, sent: SentUnit) -> Event[Result] | None:
        """Return what came of a unit; None where there is more to wait for."""
        try:
            answer: WorkerAnswer = sent.future.result(timeout=ANSWER_SECONDS)
        except late.distributed.KilledWorker as killed:
            return Suspect(sent.unit, killed.allowed_failures + 1)
        except (late.distributed.CancelledError, OSError):  # including a timeout: the worker with the result was lost
            return Dropped(sent.unit)
        except Exception as problem:  # noqa: BLE001  whatever keeps a worker from calling `work_on`
            self._note_failure(problem)
            return Dropped(sent.unit)
        self._failures = 0
        if isinstance(answer.finished, Exception):
            raise answer.finished
        if answer.finished is None:
            self._send_unit(sent.unit, sent.items, self._payload, answer.worker)
        return answer.finished

    def _note_failure(self, problem: Exception) -> None:
        """Look which workers there are: one has joined that has no Rulewright, or another version."""
        self._failures += 1
        if self._failures > MOST_FAILURES:
            raise ClusterError(f"workers cannot begin: {type(problem).__name__}: {problem}") from None
        self.connection.look_for_workers(anew=True)

    def close(self) -> None:
        """Forget all units and leave the cluster; one that was started here is stopped."""
        if self._connection is not None:
            self._connection.close([sent.future for sent in self._sent.values()])


_opened_jobs: dict[tuple[int, str], Work[Any]] = {}
"""The jobs that the threads of this process have opened. Programs are not shared between threads."""


def work_on(version: str, name: str, payload: bytes | None, unit: range, items: Any) -> WorkerAnswer:
    """Work on a unit, on a worker. Raises `ImportError` where this is another version."""
    if version != own_version():
        raise ImportError(f"this is Rulewright {own_version()}, not {version}")
    here, key = late.distributed.get_worker().address, (get_ident(), name)
    if key not in _opened_jobs and payload is None:
        return WorkerAnswer(here, None)
    try:
        if key not in _opened_jobs and payload is not None:
            mine = [other for other in _opened_jobs if other[0] == key[0]]
            for old in mine[: len(mine) - JOBS_KEPT + 1]:
                del _opened_jobs[old]
            _opened_jobs[key] = pickle.loads(zlib.decompress(payload))()
        return WorkerAnswer(here, time_work(_opened_jobs[key], unit, items))
    except Exception as problem:  # noqa: BLE001  raised again where the job comes from
        return WorkerAnswer(here, problem)
