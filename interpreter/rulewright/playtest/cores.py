"""Work that is shared out to all cores and comes back in its order."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import TypeVar, cast

Item = TypeVar("Item")
"""What something is done with: mostly a number."""
Kept = TypeVar("Kept")
"""What comes of it."""

LARGEST_SHARE = 20
"""So many items at most are handed to a process at once, so that Ctrl-C loses little."""

Opener = Callable[[], Callable[[Item], Kept]]
"""Makes everything ready in whichever process calls it, and returns what is done with an item; must be picklable."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread(
    opener: Opener[Item, Kept], items: Sequence[Item], jobs: int, largest: int = LARGEST_SHARE
) -> Iterator[Kept]:
    """Yield what comes of each item, in order. Closing the iterator stops the other processes.

    At most `largest` items are handed to a process at once.
    """
    if jobs < 2 or len(items) < 2:
        yield from map(opener(), items)
        return
    opener()  # mistakes in the rules are told here, and what is compiled is kept for the other processes
    share = max(1, min(largest, len(items) // (jobs * 4)))
    dealt = list(shares(items, jobs, share))
    context = get_context("spawn")
    stop = context.Event()
    given = cast(Opener[object, object], opener), stop
    pool = ProcessPoolExecutor(min(jobs, len(dealt)), mp_context=context, initializer=_open, initargs=given)
    try:
        # the results come from other processes, pickled, so no type checker knows their type
        yield from cast(Iterator[Kept], _collected(_submitted(pool, dealt)))
    finally:
        with interrupts_ignored():  # who types Ctrl-C twice would stop the stopping, and wait for ever
            stop.set()
            pool.shutdown(cancel_futures=True)


def shares(items: Sequence[Item], jobs: int, most: int) -> Iterator[tuple[Item, ...]]:
    """Yield the items in shares that grow from one item to the most, so that the first results are there soon."""
    at, size, dealt = 0, 1, 0
    while at < len(items):
        yield tuple(items[at : at + size])
        at, dealt = at + size, dealt + 1
        if dealt % jobs == 0:
            size = min(2 * size, most)


def _submitted(pool: ProcessPoolExecutor, shares: Sequence[tuple[object, ...]]) -> list[Future[list[object]]]:
    """Hand out the shares; the processes are born while Ctrl-C is off, so that only this one hears it."""
    with interrupts_ignored():
        return [pool.submit(_share, share) for share in shares]


def _collected(futures: list[Future[list[object]]]) -> Iterator[object]:
    for future in futures:
        yield from future.result()


@contextlib.contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C, here and, for as long as they live, in the processes that are started meanwhile."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread: there Ctrl-C is not heard anyway
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_ready: tuple[Callable[[object], object], Event] | None = None


def _open(opener: Opener[object, object], stop: Event) -> None:
    global _ready
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _ready = opener(), stop


def _share(items: tuple[object, ...]) -> list[object]:
    """Do what is to be done with some items; when all is to stop, no further one is begun."""
    assert _ready is not None
    do, stop = _ready
    return [do(item) for item in items if not stop.is_set()]
