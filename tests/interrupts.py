"""Ctrl-C for processes that tests start, also where the tests themselves run with interrupts ignored."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def heard() -> Iterator[None]:
    """Start processes that hear Ctrl-C: `nohup pytest &` ignores it, and what it starts would ignore it, too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
