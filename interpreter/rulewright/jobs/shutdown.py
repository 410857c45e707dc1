"""Shutdown: signals that end a command, and child processes that must not outlive their parent."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from rulewright.jobs import late

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that end a command."""


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Block signals that end the command, in this process until the end, and in processes started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        with interrupts_ignored():
            yield
        return
    heard, handlers = list[int](), dict[int, Any]()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, STOP_SIGNALS)
    with contextlib.suppress(ValueError):  # not the main thread: no handler is called there
        for number in STOP_SIGNALS:  # another thread, such as that of a progress bar, may take a signal blocked here
            handlers[number] = signal.signal(number, lambda number, frame: heard.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number in heard[:1]:
            signal.raise_signal(number)


@contextlib.contextmanager
def interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C, in this process until the end, and permanently in processes started meanwhile."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # not the main thread, which never receives Ctrl-C
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def end_after(sign: Connection | int, end: Callable[[], object]) -> None:
    """In a worker process: call `end` when `sign` becomes readable; no other signal ends it."""
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN if number == signal.SIGINT else signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)

    def watch() -> None:
        late.connection.wait([sign])
        end()

    threading.Thread(target=watch, daemon=True).start()
