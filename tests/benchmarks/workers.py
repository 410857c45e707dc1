"""Measures what handing out units costs: `python -m tests.benchmarks.workers`. README.md says what each line means."""

from __future__ import annotations

import argparse
import logging
import os
import pickle
import subprocess
import sys
import tempfile
import time
import tracemalloc
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from rulewright.cli.opening import ruleset as opened
from rulewright.jobs.cluster import Cluster, WorkerAnswer
from rulewright.jobs.job import Event, Finished, Job
from rulewright.jobs.run import run_job
from rulewright.playtest.simulate import SimulatedGames

GAMES_IN_UNIT = 20
BARE = """
import sys
from rulewright.playtest.simulate import SimulatedGames
from rulewright.playtest.summary import Summary
from rulewright.workspace import load

ruleset, games, in_c = sys.argv[1:]
summary = Summary(4)
summary.add_rows(SimulatedGames((load(ruleset),), 4, in_c=in_c)().play_rows(range(1, 1 + int(games))))
"""
WORKERS = """
import asyncio, sys
import dask
from distributed import Worker

quiet = {"worker.profile.enabled": False, "admin.system-monitor.interval": "1h", "worker.memory.spill": False}
dask.config.set({f"distributed.{name}": value for name, value in quiet.items()})

async def work():
    workers = [
        await Worker(scheduler_file=sys.argv[1], nthreads=1, dashboard=False, memory_limit=0)
        for _ in range(int(sys.argv[2]))
    ]
    await asyncio.gather(*(worker.finished() for worker in workers))

asyncio.run(work())
"""


class Nothing:
    """A job with nothing to do."""

    def __call__(self) -> Callable[[Sequence[int]], int]:
        return len


class AtOnce:
    """A target of very many workers that return at once."""

    seconds, note = 2.0, ""

    def __init__(self, workers: int) -> None:
        self.capacity = 2 * workers

    def open(self, job: Job[int]) -> None:
        self.units = deque[range]()

    def submit(self, unit: range, items: Sequence[int]) -> None:
        self.units.append(unit)

    def events(self) -> Iterator[Event[int]]:
        yield Finished(self.units.popleft(), 1, 2.0)

    def close(self) -> None:
        self.units.clear()


def main() -> None:
    asked = arguments()
    runner(asked.workers, asked.units)
    typed(asked.ruleset, asked.games, asked.rounds)
    typed(asked.ruleset, asked.games // 10, asked.rounds, "--no-compiler")
    sizes(asked.ruleset)
    dask(asked.dask, asked.units // 10)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=1000, help="workers that return at once, without Dask")
    parser.add_argument("--dask", type=int, default=50, help="workers of a Dask cluster, all in one process")
    parser.add_argument("--units", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--ruleset", default="goa")
    return parser.parse_args()


def cpu(work: Callable[[], object]) -> float:
    """Return the seconds that this process worked."""
    began = time.process_time()
    work()
    return time.process_time() - began


def runner(workers: int, units: int) -> None:
    """The runner alone, with a target of workers that return at once."""
    seconds = cpu(lambda: deque(run_job(Job(Nothing(), range(units), 1), AtOnce(workers)), maxlen=0))
    tracemalloc.start()
    deque(run_job(Job(Nothing(), range(units), 1), AtOnce(workers)), maxlen=0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"runner, {workers:,} workers that return at once: {seconds / units * 1e6:.0f} us a unit, {peak / 1e6:.1f} MB"
    )


def typed(ruleset: str, games: int, rounds: int, *options: str) -> None:
    """The command, in one process, and a bare loop in another process, in turn."""
    bare = [sys.executable, "-c", BARE, ruleset, str(games), "never" if "--no-compiler" in options else "ready"]
    with tempfile.TemporaryDirectory() as folder:
        out = ["--out", f"{folder}/games.jsonl", "--force"]
        simulate = [
            sys.executable,
            "-m",
            "rulewright.cli",
            "simulate",
            ruleset,
            "--players",
            "4",
            "--games",
            str(games),
        ]
        simulate += ["--jobs", "1"]
        sides = [bare, [*simulate, *options], [*simulate, *options, *out]]
        seconds = [[worked(side) for side in sides] for _ in range(1 + rounds)][1:]  # the first one compiles
    best = [min(times) for times in zip(*seconds, strict=True)]
    ratios = [sorted(row[side] / row[0] for row in seconds) for side in (1, 2)]
    for said, least, found in zip(("", " --out"), best[1:], ratios, strict=True):
        spread = f"{median(found):.3f} in the middle round ({found[0]:.3f} to {found[-1]:.3f})"
        words = " ".join(["simulate", ruleset, "--games", str(games), "--jobs 1", *options])
        print(f"{words}{said}: {least:.2f} s, {least / best[0]:.3f} of a bare loop's {best[0]:.2f} s; {spread}")


def worked(command: Sequence[str]) -> float:
    """Return the seconds that a process worked."""
    began = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    ended = os.times()
    return ended.children_user - began.children_user + ended.children_system - began.children_system


def sizes(ruleset: str) -> None:
    """Bytes on the wire."""
    player = SimulatedGames((opened(ruleset),), 4)()
    play_rows = player.play_rows(range(1, 1 + GAMES_IN_UNIT))
    answer = len(pickle.dumps(WorkerAnswer("tcp://127.0.0.1:40000", Finished(range(GAMES_IN_UNIT), play_rows, 1.0))))
    asked = len(pickle.dumps(("0.2.0", "0" * 64, None, range(GAMES_IN_UNIT), range(GAMES_IN_UNIT))))
    payload = len(zlib.compress(pickle.dumps(SimulatedGames((opened(ruleset),), 4).job(range(9)).opener)))
    print(f"{ruleset}: {asked} bytes to a worker for a unit, {answer} back for {GAMES_IN_UNIT} games, {payload:,} once")


def dask(workers: int, units: int) -> None:
    """Units with nothing to do, through a scheduler in a process of its own and workers that share another one."""
    import psutil

    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-jupyter"]
    with tempfile.TemporaryDirectory() as folder, ended() as started:
        file = Path(folder) / "scheduler.json"
        scheduler = started([sys.executable, "-m", "dask", "scheduler", *options, "--scheduler-file", str(file)])
        while not file.exists():
            time.sleep(0.1)
        started([sys.executable, "-c", WORKERS, str(file), str(workers)])
        logging.disable(logging.CRITICAL)
        target = Cluster[int](str(file))
        target.open(Job(Nothing(), range(0)))
        while len(target.connection.usable) < workers:
            target.connection.calls_over()
        target.close()
        before, began = psutil.Process(scheduler.pid).cpu_times(), time.perf_counter()
        target = Cluster[int](str(file))
        client = cpu(lambda: deque(run_job(Job(Nothing(), range(units), 1), target), maxlen=0))
        after, clock = psutil.Process(scheduler.pid).cpu_times(), time.perf_counter() - began
    busy = after.user + after.system - before.user - before.system
    print(
        f"Dask, {workers} workers: the scheduler works {busy / units * 1e3:.2f} ms for a unit, the client "
        f"{client / units * 1e3:.2f} ms; {units / clock:.0f} units a second on this machine"
    )


@contextmanager
def ended() -> Iterator[Callable[[Sequence[str]], subprocess.Popen[bytes]]]:
    """Yield what starts processes, which are ended."""
    processes = list[subprocess.Popen[bytes]]()

    def start(command: Sequence[str]) -> subprocess.Popen[bytes]:
        processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return processes[-1]

    try:
        yield start
    finally:
        for process in processes:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
