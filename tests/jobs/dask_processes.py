"""A Dask cluster of processes that tests start, kill and freeze, and jobs that its workers can import."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONG = 120.0
"""Seconds that nothing takes, even on a slow machine."""


def until(what: Callable[[], object], said: str) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + LONG
    while not what():
        assert time.monotonic() < end, said
        time.sleep(0.02)


class Dask:
    """A scheduler and workers, each in a session of its own; ended with all their children."""

    def __init__(self, folder: Path, security: Sequence[str] = ()) -> None:
        self.folder, self.file, self.security = folder, folder / "scheduler.json", security
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"{'tls' if security else 'tcp'}://127.0.0.1:{self.port}"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.start()

    def start(self) -> None:
        """Start the scheduler, always at the same port."""
        self.file.unlink(missing_ok=True)
        where = ["--host", self.address.rpartition(":")[0], "--port", str(self.port)]
        options = [*where, "--no-dashboard", "--no-jupyter", "--scheduler-file", str(self.file)]
        self.scheduler = self._process("scheduler", *options)
        until(self.file.exists, self.said())

    def join(self, path: Sequence[Path] = (), **environment: str) -> int:
        """Start a worker process without a nanny; return its number."""
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder)]
        self.workers.append(self._process("worker", self.address, *options, path=path, environment=environment))
        return len(self.workers) - 1

    def join_nanny(self, memory: str) -> None:
        """Start a worker that is started again whenever it dies, and killed when it takes too much memory."""
        options = ["--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder)]
        self.workers.append(self._process("worker", self.address, *options, "--memory-limit", memory))

    def signal(self, number: int, sign: signal.Signals) -> None:
        """Send a worker, and what it started, a signal."""
        os.killpg(self.workers[number].pid, sign)

    def kill_scheduler(self) -> None:
        """Kill the scheduler; workers end by themselves."""
        end(self.scheduler)

    def said(self) -> str:
        """Return what all processes printed."""
        return (self.folder / "log.txt").read_text("utf-8", "replace")

    def close(self) -> None:
        """End all processes."""
        for process in [*self.workers, self.scheduler]:
            end(process)

    def _process(
        self, *words: str, path: Sequence[Path] = (), environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        found = os.pathsep.join(map(str, [*path, HERE]))
        variables = {**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "2", **(environment or {})}
        with (self.folder / "log.txt").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", *words, *self.security], stdout=log, stderr=log, start_new_session=True,
                env={**variables, "PYTHONPATH": found, "PYTHONWARNINGS": "ignore"},
            )  # fmt: skip


def end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all its children."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(LONG)


@contextmanager
def dask(folder: Path, workers: int, security: Sequence[str] = ()) -> Iterator[Dask]:
    """Start a cluster, and end it."""
    cluster = Dask(folder, security)
    try:
        for _ in range(workers):
            cluster.join()
        yield cluster
    finally:
        cluster.close()


@dataclass(frozen=True)
class Squares:
    """Squares numbers, slowly, and writes each into a file; its process dies, or takes all memory, over one of them."""

    log: str
    seconds: float = 0.02
    deadly: int = -1
    hungry: int = -1

    def __call__(self) -> Callable[[Sequence[int]], list[int]]:
        return self.work

    def work(self, numbers: Sequence[int]) -> list[int]:
        return [self.square(number) for number in numbers]

    def square(self, number: int) -> int:
        if number == self.deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == self.hungry:
            taken = [bytearray(b"x" * 2**20) for _ in range(600)]
            time.sleep(10 * len(taken))
        time.sleep(self.seconds)
        with Path(self.log).open("a", encoding="utf-8") as file:
            file.write(f"{number}\n")
        return number * number
