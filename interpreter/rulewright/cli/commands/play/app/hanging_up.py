"""Ends the application when its terminal has gone, whatever it is doing then.

The library would read from the terminal and wait to write to it for ever: one of its threads keeps a processor busy,
even after the application has ended. So another thread looks at the terminal. Every decision is in the journal already.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

SECONDS_BETWEEN_LOOKS = 0.5
"""Seconds between two looks at the terminal."""
CODE = 129
"""The exit code for a terminal that has gone, as shells report SIGHUP."""


@contextmanager
def ending_with_terminal() -> Iterator[None]:
    """End the process at once when the terminal has gone, also where the signal that says so is ignored."""
    Thread(target=_watch_terminal, daemon=True).start()
    try:
        yield
    except BaseException:
        _end_if_gone()
        raise


def _watch_terminal() -> None:
    while True:
        time.sleep(SECONDS_BETWEEN_LOOKS)
        _end_if_gone()


def _end_if_gone() -> None:
    if not sys.stdin.isatty():
        os._exit(CODE)
