"""Work instead of time: the number of Python calls is the same on every machine, however busy it is."""

from __future__ import annotations

import faulthandler
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


class TooMuch(BaseException):
    """More work than was allowed; not an `Exception`, so that nothing on the way takes it for its own."""


def calls(run: Callable[[], object], most: int = 10**8) -> int:
    """Run something and return how many Python functions it has called; raise `TooMuch` at more than `most`."""
    counted = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal counted
        if event == "call":
            counted += 1
            if counted > most:
                raise TooMuch(f"more than {most:,} calls")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(before)
    return counted


def assert_linear(run: Callable[[int], object], size: int) -> None:
    """Assert that something twice as large takes about twice the work."""
    once = calls(lambda: run(size))
    calls(lambda: run(2 * size), most=once * 5 // 2)


@contextmanager
def not_forever(seconds: float = 120) -> Iterator[None]:
    """End this process where something that no exception can reach, such as a loop in C, never ends."""
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
