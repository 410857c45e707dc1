"""From the address of a Dask cluster to a client, or to the reason why it cannot be used."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from rulewright.jobs import late
from rulewright.jobs.job import ClusterError

if TYPE_CHECKING:
    from distributed import Client, LocalCluster

ANSWER_SECONDS = 10.0
"""Seconds to wait for the answer of a scheduler, or for a result."""
GRACE_SECONDS = 10.0
"""Extra seconds before giving up on a server that does not speak Dask's protocol."""
ALLOWED_DEATHS = 2
"""Deaths of workers over a unit until one more makes it suspect, on a cluster that was started here."""
INSTALL = 'pip install "rulewright[cluster]"'


def connect_to(address: str) -> tuple[Client, LocalCluster | None]:
    """Return a client of a cluster, and the cluster if it was started here; raises `ClusterError`."""
    try:
        distributed = late.distributed
    except ImportError:
        raise ClusterError(f"a cluster needs Dask, which is not installed: {INSTALL}") from None
    _quiet_logs()
    if address.startswith("local:"):
        started = _start_cluster(address)
        return distributed.Client(started, timeout=ANSWER_SECONDS), started
    where = address if "://" in address else _address_in_file(address)
    return _connect_within(
        ANSWER_SECONDS + GRACE_SECONDS, where, lambda: distributed.Client(where, timeout=ANSWER_SECONDS)
    ), None


def _start_cluster(address: str) -> LocalCluster:

    number = workers_to_start(address)
    late.dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_DEATHS})
    made = late.distributed.LocalCluster
    return made(n_workers=number, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0")


def workers_to_start(address: str) -> int:
    """Return how many workers `local:N` starts; raises `ClusterError`."""
    number = address.partition(":")[2]
    if not (number.isascii() and number.isdigit()) or not 1 <= int(number) <= 1000:
        raise ClusterError(f'"{address}" does not say how many workers to start: local:4')
    return int(number)


def _address_in_file(name: str) -> str:
    """Return the address in a scheduler file."""
    if not Path(name).is_file():
        raise ClusterError(f'"{name}" is neither an address (tcp://HOST:PORT), nor a scheduler file, nor local:N')
    try:
        return str(json.loads(Path(name).read_text("utf-8"))["address"])
    except (OSError, ValueError, TypeError, KeyError):
        raise ClusterError(f"{name} is not a file that a Dask scheduler has written") from None


def _connect_within(seconds: float, address: str, connect: Callable[[], Client]) -> Client:
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
    if isinstance(client, Exception):
        raise ClusterError(_failure_reason(address, client)) from None
    return client


def _failure_reason(address: str, problem: Exception) -> str:
    """Return why a connection failed. Dask raises a plain `OSError` when it has tried for long enough."""
    if type(problem) is OSError:
        return f"no Dask scheduler answers at {address} within {ANSWER_SECONDS:g} seconds"
    cause = problem.__cause__ or problem
    what = f"({type(cause).__name__}: {cause})"
    if address.startswith("tls://"):
        names = "ca-file, client.cert and client.key of distributed.comm.tls"
        return f"no encrypted connection to {address} {what}. Certificates are named by {names} in Dask's configuration"
    encrypted = ". The address of one that encrypts begins with tls://" if isinstance(problem, OSError) else ""
    return f"{address} does not lead to a Dask scheduler {what}{encrypted}"


def _quiet_logs() -> None:
    """Keep Dask's log off the terminal; what matters of it is reported here."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
