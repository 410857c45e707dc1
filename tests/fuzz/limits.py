"""How long and how large an answer may be: what takes more is a mistake, too."""

from __future__ import annotations

import contextlib
import mmap
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

SECONDS = 10
"""No stage of an input and no command may take more processor time: most take less than half a second."""

BYTES = 3_000_000_000
"""So much memory, in addresses, an answer may take, beside what the process has by then."""


class TooSlow(BaseException):
    """No answer in time; not an `Exception`, so that nothing on the way takes it for its own."""


@contextlib.contextmanager
def timed(seconds: float = SECONDS) -> Iterator[None]:
    """Raise `TooSlow` in what computes longer, where the system can do that; waiting for others does not count."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextlib.contextmanager
def bounded(size: int = BYTES) -> Iterator[None]:
    """Bound the memory of this process, where the system can do that."""
    try:
        import resource
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = addresses() + size
    resource.setrlimit(resource.RLIMIT_AS, (most if hard < 0 else min(most, hard), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def addresses() -> int:
    """Return how much memory this process has, in addresses; 0 where the system does not tell.

    Tests that ran before in the same process may have left gigabytes mapped. A bound below that would not end an
    answer, but let whatever needs a page next fail, down to the stack.
    """
    statm = Path("/proc/self/statm")
    return int(statm.read_text().split()[0]) * mmap.PAGESIZE if statm.exists() else 0
