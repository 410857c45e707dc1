"""Measures what handing out units costs: `python -m tests.benchmarks.workers`. README.md says what each line means."""

from __future__ import annotations

import argparse
import logging
import pickle
import tempfile
import time
import tracemalloc
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median

from rulewright.cli.opening import source_of
from rulewright.jobs.cluster import Answer, Cluster
from rulewright.jobs.job import Event, Finished, Job
from rulewright.jobs.journal import Journal
from rulewright.jobs.local import InProcess
from rulewright.jobs.run import run
from rulewright.playtest.rows import Columns, Rows, codec
from rulewright.playtest.simulate import Player, Table, games_in_rows

GAMES_IN_UNIT = 20
ROUNDS = 10


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
    bare_loop(asked.ruleset, asked.games)
    sizes(asked.ruleset)
    dask(asked.dask, asked.units // 10)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=1000, help="workers that return at once, without Dask")
    parser.add_argument("--dask", type=int, default=50, help="workers of a Dask cluster in this process")
    parser.add_argument("--units", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--ruleset", default="goa")
    return parser.parse_args()


def cpu(work: Callable[[], object]) -> float:
    """Return the seconds that this process worked."""
    began = time.process_time()
    work()
    return time.process_time() - began


def runner(workers: int, units: int) -> None:
    """The runner alone, with a target of workers that return at once."""
    seconds = cpu(lambda: deque(run(Job(Nothing(), range(units), 1), AtOnce(workers)), maxlen=0))
    tracemalloc.start()
    deque(run(Job(Nothing(), range(units), 1), AtOnce(workers)), maxlen=0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(
        f"runner, {workers:,} workers that return at once: {seconds / units * 1e6:.0f} us a unit, {peak / 1e6:.1f} MB"
    )


def bare_loop(ruleset: str, games: int) -> None:
    """The same games by a bare loop, and by the runner with a journal, in turn."""
    seats = 4
    table = Table(ruleset, seats)
    player, shares = table(), list[float]()
    for number in range(ROUNDS):
        numbers = range(1 + number * games, 1 + (number + 1) * games)
        sides = [lambda: player.rows(numbers), lambda: with_journal(table, player, numbers)]  # noqa: B023
        first = number % 2
        seconds = {first: cpu(sides[first]), 1 - first: cpu(sides[1 - first])}
        shares.append(seconds[1] / seconds[0])
    spread = f"{median(shares):.3f} of a bare loop ({min(shares):.3f} to {max(shares):.3f})"
    print(f"{ruleset}, one process with a journal: {spread}")


def with_journal(table: Table, player: Player, numbers: range) -> None:
    """Play games by the runner, in this process."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder) / "journal", {}, codec(Columns.of(player.program)), resume=False)
        job = Job[Rows](Opened(player), numbers, games_in_rows(table, numbers).largest)
        deque(run(job, InProcess[Rows](), journal), maxlen=0)
        journal.close(finished=True)


class Opened:
    """A player that is compiled already."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def __call__(self) -> Callable[[range], Rows]:
        return self.player.rows


def sizes(ruleset: str) -> None:
    """Bytes on the wire."""
    player = Table(ruleset, 4)()
    rows = player.rows(range(1, 1 + GAMES_IN_UNIT))
    answer = len(pickle.dumps(Answer("tcp://127.0.0.1:40000", Finished(range(GAMES_IN_UNIT), rows, 1.0))))
    asked = len(pickle.dumps(("0.2.0", "0" * 64, None, range(GAMES_IN_UNIT), range(GAMES_IN_UNIT))))
    payload = len(zlib.compress(pickle.dumps(games_in_rows(Table(source_of(ruleset), 4), range(9)).opener)))
    print(f"{ruleset}: {asked} bytes to a worker for a unit, {answer} back for {GAMES_IN_UNIT} games, {payload:,} once")


def dask(workers: int, units: int) -> None:
    """Units through a scheduler and workers that are all in this process."""
    from distributed import LocalCluster

    logging.disable(logging.CRITICAL)
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=False, dashboard_address="127.0.0.1:0", protocol="inproc"
    ) as cluster:
        target = Cluster[int](cluster.scheduler_address)
        deque(run(Job(Nothing(), range(5 * workers), 1), target), maxlen=0)
        began = time.perf_counter()
        target = Cluster[int](cluster.scheduler_address)
        seconds = cpu(lambda: deque(run(Job(Nothing(), range(units), 1), target), maxlen=0))
        clock = time.perf_counter() - began
    print(
        f"Dask, {workers} workers in this process: {seconds / units * 1e3:.2f} ms a unit, {units / clock:.0f} a second"
    )


if __name__ == "__main__":
    main()
