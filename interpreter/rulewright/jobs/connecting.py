"""The connection to a Dask cluster: lost and found again, and which of its workers can be used."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import rulewright
from rulewright.jobs.address import ANSWER_SECONDS, connect_to, workers_to_start
from rulewright.jobs.job import ClusterError
from rulewright.source import cache

if TYPE_CHECKING:
    from distributed import Future

RETRY_SECONDS = 300.0
"""Seconds for which a scheduler that was lost is looked for."""
START_SECONDS = 60.0
"""Seconds after which a cluster that was started here, and has no worker left, gets other ones."""
LOOK_SECONDS = 2.0
"""Seconds between two looks at which workers there are."""
LOOK_SHARE = 50
"""Looking takes at most one part in this many of the time, however many workers there are."""
SILENT_SECONDS = 30.0
"""Seconds without a heartbeat after which a worker is given up."""

_VERSION = (
    "__import__('importlib.metadata', fromlist=['version']).version('rulewright') + ' ' + "
    "(getattr(__import__('rulewright.source.cache', fromlist=['cache']), 'whole_code', str)() "
    "if __import__('importlib.util', fromlist=['util']).find_spec('rulewright.source') else '')"
)
"""What a worker evaluates; it needs nothing but Python for that."""


def own_version() -> str:
    """Return the version of Rulewright here, and a hash of its code: copies of one version can differ."""
    return f"{rulewright.__version__} {cache.whole_code()}"


class ClusterConnection:
    """A client of a cluster that comes back after the scheduler was restarted."""

    def __init__(self, address: str) -> None:
        """Raise `ClusterError` where nothing can be connected to."""
        self.address = address
        self.is_new = False
        """Whether the connection was made again when something was last waited for."""
        self._warned: set[str] = set()
        self._connect()

    def _connect(self) -> None:
        self._client, self._started = connect_to(self.address)
        self._over: SimpleQueue[Future[Any]] = SimpleQueue()
        self._out: set[str] = set()
        """The keys of calls that are waited for."""
        self._restricted: dict[str, list[str]] = {}
        """By key: the only workers that a call was handed to."""
        self._asked: dict[str, tuple[str, Future[Any]]] = {}
        """By key of the future: the workers that are asked for their version."""
        self._versions: dict[str, str] = {}
        """By address: the version of Rulewright on each worker and a hash of its code, empty where it has none."""
        self._threads: dict[str, int] = {}
        self._silent: set[str] = set()
        self._next_look = 0.0
        self._idle_since = time.monotonic()
        self.usable: set[str] = set()
        """The workers that can be used."""
        self.threads = 0
        """How many units these work on at a time."""
        self.look_for_workers()

    def submit(self, function: Callable[..., Any], arguments: tuple[object, ...], worker: str = "") -> Future[Any]:
        """Hand out a call to any worker that can be used, if possible to a certain one."""
        only = sorted(self.usable) if len(self.usable) < len(self._threads) else None
        where = [worker] if worker in self.usable else only
        future = self._client.submit(
            function, *arguments, pure=False, workers=where, allow_other_workers=where is not only
        )
        if where:
            self._restricted[future.key] = where
        return self._await_call(future)

    def _await_call(self, future: Future[Any]) -> Future[Any]:
        future.add_done_callback(self._over.put)
        self._out.add(future.key)
        return future

    def cancel_call(self, future: Future[Any]) -> None:
        """Stop waiting for a call."""
        self._out.discard(future.key)
        self._restricted.pop(future.key, None)
        future.cancel()

    def calls_over(self) -> list[Future[Any]]:
        """Wait until calls are over, at most for a second, and return their futures."""
        self.is_new = False
        found: list[Future[Any]] = []
        try:
            found.append(self._over.get(timeout=1))
            while True:
                found.append(self._over.get_nowait())
        except Empty:
            pass
        found = [future for future in found if future.key in self._out]
        if self._client.status != "running" or any(future.cancelled() for future in found):
            self._connect_again()
            return []
        for future in found:
            self._out.discard(future.key)
            self._restricted.pop(future.key, None)
        self.look_for_workers()
        return [future for future in found if not self._is_version(future)]

    def stuck_calls(self) -> Iterable[str]:
        """Return the keys of calls that silent workers have, or that wait for workers which are gone.

        Dask never hands out the latter, not even where other workers are allowed.
        """
        gone = [key for key, workers in self._restricted.items() if self._threads.keys().isdisjoint(workers)]
        if not self._silent:
            return gone
        try:
            processing = self._client.processing(workers=[*self._silent])
        except (OSError, KeyError):  # lost just now
            return gone
        return {*gone, *(key for keys in processing.values() for key in keys)}

    def close(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel what is out and leave the cluster; one that was started here is stopped."""
        if self._client.status == "running":
            self._client.cancel([*futures])
        self._client.close(timeout=ANSWER_SECONDS)
        if self._started is not None:
            self._started.close(timeout=ANSWER_SECONDS)

    def _connect_again(self) -> None:
        """Connect again, for as long as somebody may need to restart a scheduler."""
        print(f"The scheduler at {self.address} is gone. Looking for it again.", file=sys.stderr)
        end, self.usable = time.monotonic() + RETRY_SECONDS, set()
        self._client.close(timeout=1)
        while True:
            try:
                self._connect()
                break
            except ClusterError:
                if time.monotonic() > end:
                    raise
                time.sleep(1)
        print("The scheduler is there again.", file=sys.stderr)
        self.is_new = True

    # -- workers

    def look_for_workers(self, anew: bool = False) -> None:
        """Update the list of workers if it is due, and ask new ones for their version; with `anew` ask all, now."""
        if anew:
            self._versions.clear()
        began = time.monotonic()
        if not anew and began < self._next_look:
            return
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
        except OSError:  # the scheduler was lost just now
            return
        self._next_look = time.monotonic() + max(LOOK_SECONDS, LOOK_SHARE * (time.monotonic() - began))
        self._threads = {name: worker["nthreads"] for name, worker in workers.items()}
        latest = max((worker["last_seen"] for worker in workers.values()), default=0)
        self._silent = {name for name, worker in workers.items() if worker["last_seen"] < latest - SILENT_SECONDS}
        self._versions = {name: found for name, found in self._versions.items() if name in workers}
        for key in [key for key, (name, _) in self._asked.items() if name not in workers]:
            self.cancel_call(self._asked.pop(key)[1])
        asked = {name for name, _ in self._asked.values()}
        for name in workers.keys() - self._versions.keys() - asked - self._silent:
            future = self._client.submit(eval, _VERSION, workers=[name], pure=False, priority=10)
            self._asked[future.key] = name, self._await_call(future)
        self._count_usable()

    def _is_version(self, future: Future[Any]) -> bool:
        """Whether a future is what a worker was asked, not a unit; then note the answer."""
        if future.key not in self._asked:
            return False
        name, _ = self._asked.pop(future.key)
        try:
            self._versions[name] = str(future.result(timeout=ANSWER_SECONDS))
        except ImportError:
            self._versions[name] = ""
        except Exception:  # noqa: BLE001  the worker died: asked again if it is still there
            return True
        if self._versions[name] != own_version():
            self._warn_of_version(name)
        self._count_usable()
        return True

    def _warn_of_version(self, name: str) -> None:
        if name not in self._warned:
            self._warned.add(name)
            there, here = self._versions[name].partition(" ")[0], rulewright.__version__
            has = f"Rulewright {there}; here it is {here}" if there else f"no Rulewright; here it is {here}"
            remedy = f'Install the same there:  pip install "rulewright[cluster]=={here}"'
            if there == here:
                has = f"Rulewright {here} with other files than here"
                remedy = "Install it there from the same files as here, and start the worker again."
            print(f"The worker {name} has {has}. It is not used. {remedy}", file=sys.stderr)

    def _count_usable(self) -> None:
        """Count what can be used; where that is nothing for long, say so, or start other workers if these were ours."""
        right = {name for name, found in self._versions.items() if found == own_version()}
        self.usable = right & self._threads.keys() - self._silent
        self.threads = sum(self._threads[name] for name in self.usable)
        now = time.monotonic()
        if self.usable:
            self._idle_since = now
        elif self._started is not None:
            if now > self._idle_since + START_SECONDS:  # Dask never restarts a worker that dies while starting
                self._idle_since = now
                self._started.scale(0)
                self._started.scale(workers_to_start(self.address))
        elif now > self._idle_since + ANSWER_SECONDS:
            self._idle_since = float("inf")
            where = self.address if "://" in self.address else f"--scheduler-file {self.address}"
            print(f"No worker can be used so far. Waiting for one:  dask worker {where}", file=sys.stderr)
