"""The connection to a Dask cluster: found, lost and found again, and which of its workers can be used."""

from __future__ import annotations

import json
import logging
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any

import rulewright
from rulewright.jobs.job import ClusterError

if TYPE_CHECKING:
    from distributed import Client, Future, LocalCluster

PATIENCE = 10.0
"""Seconds until a scheduler has to answer, or a result has to be there."""
LEAVING = 10.0
"""Seconds more until what answers, but never as a scheduler would, is no longer waited for."""
RETRYING = 300.0
"""Seconds for which a scheduler that was lost is looked for."""
LOOKING = 2.0
"""Seconds between two looks at which workers there are."""
SHARE = 50
"""Looking takes at most one part in this many of the time, however many workers there are."""
SILENT = 30.0
"""Seconds without any sign of life after which a worker is no longer waited for."""
DEATHS = 2
"""Deaths of workers over a unit until one more makes it suspect, on a cluster that was started here."""
INSTALL = 'pip install "rulewright[cluster]"'

_VERSION = "__import__('importlib.metadata', fromlist=['version']).version('rulewright')"
"""What a worker evaluates; it needs nothing but Python for that."""


class Connection:
    """A client of a cluster that comes back after the scheduler was restarted."""

    def __init__(self, address: str) -> None:
        """Raise `ClusterError` where nothing can be connected to."""
        self.address = address
        self._started: LocalCluster | None = None
        self.is_new = False
        """Whether the connection was made again when something was last waited for."""
        self._warned: set[str] = set()
        self._begin()

    def _begin(self) -> None:
        self._client = self._connected()
        self._over: SimpleQueue[Future[Any]] = SimpleQueue()
        self._out: set[str] = set()
        """The keys of calls that are waited for."""
        self._asked: dict[str, tuple[str, Future[Any]]] = {}
        """By key of the future: the workers that are asked for their version."""
        self._versions: dict[str, str] = {}
        """By address: the version of Rulewright on each worker, empty where it has none."""
        self._threads: dict[str, int] = {}
        self._silent: set[str] = set()
        self._next_look = 0.0
        self._idle_since = time.monotonic()
        self.usable: set[str] = set()
        """The workers that can be used."""
        self.threads = 0
        """How many units these work on at a time."""
        self.look()

    def submit(self, function: Callable[..., Any], arguments: tuple[object, ...], worker: str = "") -> Future[Any]:
        """Hand out a call to any worker that can be used, if possible to a certain one."""
        only = sorted(self.usable) if len(self.usable) < len(self._threads) else None
        where = [worker] if worker in self.usable else only
        future = self._client.submit(
            function, *arguments, pure=False, workers=where, allow_other_workers=where is not only
        )
        return self._awaited(future)

    def _awaited(self, future: Future[Any]) -> Future[Any]:
        future.add_done_callback(self._over.put)
        self._out.add(future.key)
        return future

    def cancel(self, future: Future[Any]) -> None:
        """Stop waiting for a call."""
        self._out.discard(future.key)
        future.cancel()

    def over(self) -> list[Future[Any]]:
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
            self._again()
            return []
        self._out.difference_update(future.key for future in found)
        self.look()
        return [future for future in found if not self._is_version(future)]

    def stuck(self) -> Iterable[str]:
        """Return the keys of calls that silent workers have."""
        if not self._silent:
            return []
        try:
            processing = self._client.processing(workers=[*self._silent])
        except (OSError, KeyError):  # lost just now
            return []
        return [key for keys in processing.values() for key in keys]

    def close(self, futures: Iterable[Future[Any]]) -> None:
        """Cancel what is out and leave the cluster; one that was started here is stopped."""
        if self._client.status == "running":
            self._client.cancel([*futures])
        self._client.close(timeout=PATIENCE)
        if self._started is not None:
            self._started.close(timeout=PATIENCE)

    # -- connecting

    def _connected(self) -> Client:
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError(f"a cluster needs Dask, which is not installed: {INSTALL}") from None
        _quiet()
        if self.address.startswith("local:"):
            self._started = _local(self.address)
            return Client(self._started, timeout=PATIENCE)
        address = self.address if "://" in self.address else _in_file(self.address)
        return _within(PATIENCE + LEAVING, address, lambda: Client(address, timeout=PATIENCE))

    def _again(self) -> None:
        """Connect again, for as long as somebody may need to restart a scheduler."""
        print(f"The scheduler at {self.address} is gone. Looking for it again.", file=sys.stderr)
        end = time.monotonic() + RETRYING
        self._client.close(timeout=1)
        while True:
            try:
                self._begin()
                break
            except ClusterError:
                if time.monotonic() > end:
                    raise
                time.sleep(1)
        print("The scheduler is there again.", file=sys.stderr)
        self.is_new = True

    # -- workers

    def look(self, anew: bool = False) -> None:
        """See which workers there are, from time to time, and ask new ones for their version; all if `anew`."""
        if anew:
            self._versions.clear()
        began = time.monotonic()
        if not anew and began < self._next_look:
            return
        try:
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
        except OSError:  # the scheduler was lost just now
            return
        self._next_look = time.monotonic() + max(LOOKING, SHARE * (time.monotonic() - began))
        self._threads = {name: worker["nthreads"] for name, worker in workers.items()}
        latest = max((worker["last_seen"] for worker in workers.values()), default=0)
        self._silent = {name for name, worker in workers.items() if worker["last_seen"] < latest - SILENT}
        self._versions = {name: found for name, found in self._versions.items() if name in workers}
        for key in [key for key, (name, _) in self._asked.items() if name not in workers]:
            self.cancel(self._asked.pop(key)[1])
        asked = {name for name, _ in self._asked.values()}
        for name in workers.keys() - self._versions.keys() - asked - self._silent:
            self._ask(name)
        self._count()

    def _ask(self, name: str) -> None:
        future = self._client.submit(eval, _VERSION, workers=[name], pure=False, priority=10)
        self._asked[future.key] = name, self._awaited(future)

    def _is_version(self, future: Future[Any]) -> bool:
        """Whether a future is what a worker was asked, not a unit; then note the answer."""
        if future.key not in self._asked:
            return False
        name, _ = self._asked.pop(future.key)
        try:
            self._versions[name] = str(future.result(timeout=PATIENCE))
        except ImportError:
            self._versions[name] = ""
        except Exception:  # noqa: BLE001  the worker died: asked again if it is still there
            return True
        if self._versions[name] != rulewright.__version__:
            self._warn(name)
        self._count()
        return True

    def _warn(self, name: str) -> None:
        if name not in self._warned:
            self._warned.add(name)
            has = f"Rulewright {self._versions[name]}" if self._versions[name] else "no Rulewright"
            print(f"The worker {name} has {has}; here it is {rulewright.__version__}. It is not used.", file=sys.stderr)

    def _count(self) -> None:
        """Count what can be used, and say when that is nothing for long."""
        right = {name for name, found in self._versions.items() if found == rulewright.__version__}
        self.usable = right & self._threads.keys() - self._silent
        self.threads = sum(self._threads[name] for name in self.usable)
        if self.usable:
            self._idle_since = time.monotonic()
        elif time.monotonic() > self._idle_since + PATIENCE:
            self._idle_since = float("inf")
            print(f"No worker at {self.address} can be used so far. Waiting for one.", file=sys.stderr)


def _local(address: str) -> LocalCluster:
    import dask
    from distributed import LocalCluster

    number = address.partition(":")[2]
    if not number.isdecimal() or not 1 <= int(number) <= 1000:
        raise ClusterError(f'"{address}" does not say how many workers to start: local:4')
    dask.config.set({"distributed.scheduler.allowed-failures": DEATHS})
    return LocalCluster(n_workers=int(number), threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0")


def _in_file(name: str) -> str:
    """Return the address in a scheduler file."""
    if not Path(name).is_file():
        raise ClusterError(f'"{name}" is neither an address (tcp://HOST:PORT), nor a scheduler file, nor local:N')
    try:
        return str(json.loads(Path(name).read_text("utf-8"))["address"])
    except (OSError, ValueError, TypeError, KeyError):
        raise ClusterError(f"{name} is not a file that a Dask scheduler has written") from None


def _within(seconds: float, address: str, connect: Callable[[], Client]) -> Client:
    """Connect in some seconds: Dask waits for ever for what speaks another protocol."""
    found: SimpleQueue[Client | Exception] = SimpleQueue()

    def attempt() -> None:
        try:
            found.put(connect())
        except Exception as problem:  # noqa: BLE001  raised below
            found.put(problem)

    Thread(target=attempt, daemon=True).start()
    try:
        client = found.get(timeout=seconds)
    except Empty:
        raise ClusterError(f"what answers at {address} is not a Dask scheduler") from None
    if not isinstance(client, Exception):
        return client
    if isinstance(client, OSError):
        raise ClusterError(f"no Dask scheduler answers at {address} within {PATIENCE:g} seconds") from None
    raise ClusterError(f"{address} does not lead to a Dask scheduler ({type(client).__name__}: {client})") from None


def _quiet() -> None:
    """Keep Dask's log off the terminal; what matters of it is reported here."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
