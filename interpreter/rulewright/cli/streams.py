"""Standard output and error, also where they are closed, where nobody reads on, and where the disk is full."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from rulewright.source.writing import naming


class Output(io.FileIO):
    """A stream that drops what nobody reads any more, so that a command ends with its usual exit code."""

    gone = False
    """Whether nobody reads, or nothing more can be written."""

    def __init__(self, number: int, called: str) -> None:
        super().__init__(number, "w", closefd=False)
        self.called = called

    def write(self, data: object) -> int:
        """Write bytes, or drop them; raise `OSError` once, with the name of the stream, when the disk is full."""
        if not self.gone:
            try:
                with naming(self.called):
                    return super().write(data)  # type: ignore[arg-type]
            except BrokenPipeError:
                self.gone = True
            except OSError:
                self.gone = True
                raise
        return len(memoryview(data))  # type: ignore[arg-type]


def open_streams() -> None:
    """Let what is printed pass through `Output`; what was closed by the caller leads nowhere."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # gets this number, the lowest that is free
    sys.stdout = _opened(sys.stdout, 1, "standard output")
    sys.stderr = _opened(sys.stderr, 2, "standard error")


def is_read() -> bool:
    """Return whether somebody may still read what is printed."""
    return not getattr(_raw(sys.stdout), "gone", False)


def _raw(stream: TextIO | None) -> object:
    """Return what writes the bytes of a stream, which is unbuffered with PYTHONUNBUFFERED."""
    buffer = getattr(stream, "buffer", None)
    return getattr(buffer, "raw", buffer)


def _opened(stream: TextIO | None, number: int, called: str) -> TextIO:
    if isinstance(stream, io.TextIOWrapper) and type(_raw(stream)) is not io.FileIO:
        stream.reconfigure(errors="replace")  # a console of Windows, which no pipe can break
        return stream
    known = stream if isinstance(stream, io.TextIOWrapper) else None
    by_line = number == 2 or (known is not None and (known.line_buffering or known.write_through))
    buffer = io.BufferedWriter(Output(number, called))
    return io.TextIOWrapper(buffer, known.encoding if known else "utf-8", "replace", line_buffering=by_line)
