"""The connection to a Dask cluster: found, lost and found again, and which of its workers can be used."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rulewright
from rulewright.jobs.job import ClusterError

if TYPE_CHECKING:
    from distributed import Client, Future

PATIENCE = 10
"""Seconds until a scheduler, or the answer of a new worker, has to be there."""
RETRYING = 300
"""Seconds for which a scheduler that was lost is looked for."""
LOOKING = 2.0
"""Seconds between two looks at which workers there are."""
INSTALL = 'pip install "rulewright[cluster]"'

FOREIGN = (ImportError, AttributeError, OSError)
"""What a unit raises on a worker that lacks Rulewright or has another version, or whose answer was lost."""

_VERSION = "__import__('importlib.metadata', fromlist=['version']).version('rulewright')"
"""What a worker evaluates; it needs nothing but Python for that."""


class Connection:
    """A client of a cluster that comes back after the scheduler was restarted."""

    def __init__(self, address: str) -> None:
        """Raise `ClusterError` where nothing can be connected to."""
        self.address = address
        self._started = None
        self._versions: dict[str, str] = {}
        """By address, the version of Rulewright on each worker; empty where it has not answered."""
        self._threads: dict[str, int] = {}
        self._looked = 0.0
        self._said: set[str] = set()
        self.is_new = False
        """Whether the connection was made again while something was waited for."""
        self._client = self._connected(PATIENCE)
        self._look()

    @property
    def workers(self) -> set[str]:
        """The workers that can be used."""
        return {worker for worker in self._threads if self._versions.get(worker) == rulewright.__version__}

    @property
    def threads(self) -> int:
        """How many units the workers work on at a time."""
        return sum(self._threads[worker] for worker in self.workers)

    def submit(self, function: Callable[..., Any], *arguments: object) -> Future[Any]:
        """Hand out a call to any worker that can be used."""
        usable = self.workers
        only = sorted(usable) if len(usable) < len(self._threads) else None
        return self._client.submit(function, *arguments, pure=False, workers=only)

    def wait(self, futures: Sequence[Future[Any]], seconds: float) -> set[Future[Any]]:
        """Wait for at least one of the futures; an empty set where none is over after some seconds."""
        from distributed import wait

        self.is_new = False
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._client.status != "running" or any(future.cancelled() for future in futures):
                self._again()
                return set()
            self._look()
            try:
                return set(wait(futures, timeout=1, return_when="FIRST_COMPLETED").done)
            except TimeoutError:
                continue
            except Exception:  # noqa: BLE001  one of the futures was cancelled or lost: looked at above
                time.sleep(0.1)
        return set()

    def look_again(self) -> None:
        """Forget which versions the workers have."""
        self._versions.clear()
        self._looked = 0.0
        self._look()

    def close(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel what is out and leave the cluster; one that was started here is stopped."""
        if self._client.status == "running":
            self._client.cancel([*futures])
        self._client.close(timeout=PATIENCE)
        if self._started is not None:
            self._started.close(timeout=PATIENCE)

    def _connected(self, seconds: float) -> Client:
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError(f"a cluster needs Dask, which is not installed: {INSTALL}") from None
        if self.address.startswith("local:") and self._started is None:
            self._started = self._local()
        try:
            if self._started is not None:
                return Client(self._started, timeout=seconds)
            if "://" in self.address:
                return Client(self.address, timeout=seconds)
            if not Path(self.address).is_file():
                raise ClusterError(
                    f'"{self.address}" is neither an address (tcp://HOST:PORT), nor a scheduler file, nor local:N'
                )
            return Client(scheduler_file=self.address, timeout=seconds)
        except (OSError, ValueError, TimeoutError) as problem:
            said = f"no Dask scheduler answers at {self.address} within {seconds:g} seconds"
            raise ClusterError(f"{said} ({type(problem).__name__})") from None

    def _local(self) -> Any:
        from distributed import LocalCluster

        number = self.address.partition(":")[2]
        if not number.isdecimal() or not 1 <= int(number) <= 1000:
            raise ClusterError(f'"{self.address}" does not say how many workers to start: local:4')
        return LocalCluster(n_workers=int(number), threads_per_worker=1, processes=True, dashboard_address=None)

    def _again(self) -> None:
        """Connect again, for as long as somebody may need to restart a scheduler."""
        print(f"The scheduler at {self.address} is gone. Looking for it again.", file=sys.stderr)
        end = time.monotonic() + RETRYING
        self._client.close(timeout=1)
        while True:
            try:
                self._client = self._connected(PATIENCE)
                break
            except ClusterError:
                if time.monotonic() > end:
                    raise
                time.sleep(1)
        self.is_new = True
        self.look_again()

    def _look(self) -> None:
        """See which workers there are, and ask new ones for their version."""
        if time.monotonic() < self._looked + LOOKING:
            return
        self._looked = time.monotonic()
        self._threads = self._client.nthreads()
        new = [worker for worker in self._threads if worker not in self._versions]
        if new:
            self._ask(new)
        others = {worker: found for worker, found in self._versions.items() if found != rulewright.__version__}
        for worker, found in others.items():
            if worker not in self._said:
                self._said.add(worker)
                has = f"has Rulewright {found}" if found else "has no Rulewright, or did not answer"
                print(
                    f"The worker {worker} {has}; here it is {rulewright.__version__}. It is not used.", file=sys.stderr
                )

    def _ask(self, workers: list[str]) -> None:
        from distributed import wait

        asked = {
            self._client.submit(eval, _VERSION, workers=[worker], allow_other_workers=False, pure=False): worker
            for worker in workers
        }
        with suppress(TimeoutError):
            wait([*asked], timeout=PATIENCE)
        for future, worker in asked.items():
            answered = future.status == "finished"
            self._versions[worker] = str(future.result()) if answered else ""
            if not answered:
                future.cancel()
