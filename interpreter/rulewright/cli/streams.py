"""Standard output and error, also where they are closed, where nobody reads on, and where the disk is full."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from typing import TextIO


class OutputStream(io.TextIOWrapper):
    """A stream that drops what nobody reads any more, so that a command ends with its usual exit code.

    The bytes are written by a plain `FileIO`: with a method in Python there, Ctrl-C between a write and its return
    would have the same bytes written twice.
    """

    gone = False
    """Whether nobody reads, or nothing more can be written."""

    def __init__(self, number: int, called: str, encoding: str, by_line: bool) -> None:
        buffer = io.BufferedWriter(io.FileIO(number, "w", closefd=False))
        super().__init__(buffer, encoding, "replace", line_buffering=by_line)
        self._number, self._called = number, called

    def write(self, text: str) -> int:
        """Write a text, or drop it; raise `OSError` once, with the name of the stream, when the disk is full."""
        self._passed_on(lambda: super(OutputStream, self).write(text))
        return len(text)

    def flush(self) -> None:
        """Write what is still in the buffer; like `write`."""
        self._passed_on(super().flush)

    def _passed_on(self, go: Callable[[], object]) -> None:
        try:
            go()
        except BrokenPipeError:
            self._lead_nowhere()
        except OSError as problem:
            self._lead_nowhere()
            raise OSError(problem.errno, problem.strerror or str(problem), self._called) from None

    def _lead_nowhere(self) -> None:
        """Lead nowhere from now on, so that what is in the buffer can still be flushed."""
        self.gone = True
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, self._number)
        os.close(nowhere)


def open_streams() -> None:
    """Let what is printed pass through `Output`; what was closed by the caller leads nowhere."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, os.O_RDWR), True)  # it gets this number, the lowest that is free
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), "utf-8")
    sys.stdout = _open_stream(sys.stdout, 1, "standard output")
    sys.stderr = _open_stream(sys.stderr, 2, "standard error")


def is_read() -> bool:
    """Return whether somebody may still read what is printed."""
    return not getattr(sys.stdout, "gone", False)


def _open_stream(stream: TextIO | None, number: int, called: str) -> TextIO:
    # with PYTHONUNBUFFERED the buffer itself writes the bytes
    if isinstance(stream, io.TextIOWrapper) and type(getattr(stream.buffer, "raw", stream.buffer)) is not io.FileIO:
        stream.reconfigure(errors="replace")  # a console of Windows, which no pipe can break
        return stream
    known = stream if isinstance(stream, io.TextIOWrapper) else None
    by_line = number == 2 or (known is not None and (known.line_buffering or known.write_through))
    return OutputStream(number, called, known.encoding if known else "utf-8", by_line)
