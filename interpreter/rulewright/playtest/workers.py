"""Work that is shared out to all cores and comes back in its order."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Event
from typing import TypeVar, cast

from rulewright.playtest.shutdown import end_after, interrupts_held, interrupts_ignored

Item = TypeVar("Item")
"""What something is done with: mostly a number."""
Kept = TypeVar("Kept")
"""What comes of it."""
Share = tuple[object, ...]
"""Items that are handed to a process at once."""

LARGEST_SHARE = 20
"""So many items at most are handed to a process at once, so that Ctrl-C loses little."""
AHEAD = 8
"""Shares that each process is handed before its first one is done."""
GRACE = 0.4
"""Seconds that a process has to finish what it has begun when all are to stop."""
MOST_DEATHS = 3
"""Deaths over the same share after which it is reported."""

Opener = Callable[[], Callable[[Item], Kept]]
"""Makes everything ready in whichever process calls it, and returns what is done with an item; must be picklable."""


class WorkerDied(Exception):  # noqa: N818
    """A process died over the same work several times."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    opener: Opener[Item, Kept], items: Iterable[Item], jobs: int, largest: int = LARGEST_SHARE
) -> Iterator[Kept]:
    """Yield what comes of each item, in order. Closing the iterator stops the other processes.

    At most `largest` items are handed to a process at once. What a process that died has not done, another one does;
    raises `WorkerDied` where that does not help.
    """
    number = len(items) if isinstance(items, Sized) else None
    rest = iter(items)
    first = list(islice(rest, 2))
    if jobs < 2 or len(first) < 2:
        yield from map(opener(), chain(first, rest))
        return
    opener()  # mistakes in the rules are told here, and what is compiled is kept for the other processes
    most = largest if number is None else max(1, min(largest, number // (jobs * 4)))
    pool = _Pool(cast(Opener[object, object], opener), jobs if number is None else min(jobs, number))
    try:
        # the results come from other processes, pickled, so no type checker knows their type
        yield from cast(Iterator[Kept], pool.work(shares(chain(first, rest), jobs, most)))
    finally:
        pool.close()


def shares(items: Iterable[Item], jobs: int, most: int) -> Iterator[tuple[Item, ...]]:
    """Yield the items in shares that grow from one item to the most, so that the first results are there soon."""
    rest, size, dealt = iter(items), 1, 0
    while share := tuple(islice(rest, size)):
        yield share
        dealt += 1
        if dealt % jobs == 0:
            size = min(2 * size, most)


class _Pool:
    """Processes that work on shares."""

    def __init__(self, opener: Opener[object, object], jobs: int) -> None:
        self.context = get_context("spawn")
        self.opener, self.jobs, self.deaths = opener, jobs, 0
        self.told, self.tell = self.context.Pipe(duplex=False)  # an event would hang once somebody who waits has died
        self.pool = self._processes()
        self.out: deque[tuple[Share, Future[list[object]] | None]] = deque()
        """Shares that are handed out, and what comes of them; None where that is still to be done."""

    def _processes(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.jobs, self.context, _open, (self.opener, self.told))

    def work(self, shares: Iterator[Share]) -> Iterator[object]:
        """Yield what comes of each item; shares are only asked for when they can soon be worked on."""
        while True:
            wanted = islice(shares, max(0, self.jobs * AHEAD - len(self.out)))
            self.out.extend((share, None) for share in wanted)
            if not self.out:
                return
            try:
                found = self._first()
            except BrokenProcessPool:
                self._anew()
                continue
            self.deaths = 0
            self.out.popleft()
            yield from found

    def _first(self) -> list[object]:
        """Hand out what is not handed out yet, and return what comes of the first share."""
        for at, (share, future) in enumerate(self.out):
            if future is None:
                with interrupts_held():  # processes may be born here, and only this one is to hear Ctrl-C
                    self.out[at] = share, self.pool.submit(_share, share)
        future = self.out[0][1]
        assert future is not None
        return future.result()

    def _anew(self) -> None:
        """Have new processes do what has not come back: all end when one dies."""
        self.deaths += 1
        if self.deaths > MOST_DEATHS:
            raise WorkerDied(f"the process that played was ended {self.deaths} times; what is finished is kept")
        self.pool.shutdown(cancel_futures=True)
        self.pool = self._processes()
        self.out = deque((share, None) for share, _ in self.out)

    def close(self) -> None:
        """Stop the processes; who types Ctrl-C twice would stop the stopping, and wait for ever."""
        with interrupts_ignored():
            self.tell.close()
            self.pool.shutdown(cancel_futures=True)


def _end(stop: Event) -> None:
    """Begin nothing new, and end this process soon, even in the middle of something that takes long."""
    stop.set()
    time.sleep(GRACE)
    os._exit(1)


_ready: tuple[Callable[[object], object], Event] | None = None


def _open(opener: Opener[object, object], told: Connection) -> None:
    """Make ready in a new process, which stops when the other end of a pipe is closed, maybe as its owner has died."""
    global _ready
    stop = Event()
    end_after(told, lambda: _end(stop))
    _ready = opener(), stop


def _share(items: Share) -> list[object]:
    """Do what is to be done with some items; when all is to stop, no further one is begun."""
    assert _ready is not None
    do, stop = _ready
    return [do(item) for item in items if not stop.is_set()]
