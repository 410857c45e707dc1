"""Many random games on all cores, in the order of their numbers."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, TypeVar

from rulewright.playtest.game import Play, play_one

Game = TypeVar("Game")
"""What says which game is played: mostly its number."""
Kept = TypeVar("Kept")
"""What is kept of a game."""

LARGEST_SHARE = 20
"""So many games at most are handed to a process at once, so that Ctrl-C loses little."""

Opener = Callable[[], Callable[[Game], Kept]]
"""Makes the program ready in whichever process calls it; must be picklable."""


@dataclass(frozen=True)
class Table:
    """What to play: a ruleset, how many seats, figures set to other values, and whether `always` rules are checked."""

    ruleset: str
    seats: int
    settings: tuple[tuple[str, int], ...] = ()
    check: bool = True

    def __call__(self) -> Play:
        """Compile the rules, in the plain build, and return what plays a game by its number."""
        from rulewright.compile import compiled

        program = compiled(self.ruleset, seats=self.seats, settings=dict(self.settings), traced=False)
        return lambda number: play_one(program, number, self.check)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def simulate(opener: Opener[Game, Kept], games: Sequence[Game], jobs: int) -> Iterator[Kept]:
    """Yield what is kept of each game, in order. Closing the iterator stops the other processes."""
    if jobs < 2 or len(games) < 2:
        yield from map(opener(), games)
        return
    opener()  # mistakes in the rules are told here, and what is compiled is kept for the other processes
    share = max(1, min(LARGEST_SHARE, len(games) // (jobs * 4)))
    shares = list(_shares(games, jobs, share))
    context = get_context("spawn")
    stop = context.Event()
    pool = ProcessPoolExecutor(
        min(jobs, len(shares)), mp_context=context, initializer=_open, initargs=(opener, stop)
    )  # fmt: skip
    try:
        yield from _collected(_submitted(pool, shares))
    finally:
        stop.set()
        pool.shutdown(cancel_futures=True)


def _shares(games: Sequence[Game], jobs: int, most: int) -> Iterator[tuple[Game, ...]]:
    """Yield the games in shares that grow from one game to the most, so that the first ones are there soon."""
    at, size, dealt = 0, 1, 0
    while at < len(games):
        yield tuple(games[at : at + size])
        at, dealt = at + size, dealt + 1
        if dealt % jobs == 0:
            size = min(2 * size, most)


def _submitted(pool: ProcessPoolExecutor, shares: Sequence[tuple[Any, ...]]) -> list[Future[list[Any]]]:
    """Hand out the shares; the processes are born while Ctrl-C is off, so that only this one hears it."""
    with _deaf():
        return [pool.submit(_play_share, share) for share in shares]


def _collected(futures: list[Future[list[Any]]]) -> Iterator[Any]:
    for future in futures:
        yield from future.result()


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: there Ctrl-C is not heard anyway
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_ready: tuple[Callable[[Any], Any], Event] | None = None


def _open(opener: Opener[Any, Any], stop: Event) -> None:
    global _ready
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ready = opener(), stop


def _play_share(games: tuple[Any, ...]) -> list[Any]:
    """Play some games; when all is to stop, no further one is begun."""
    assert _ready is not None
    play, stop = _ready
    return [play(game) for game in games if not stop.is_set()]
