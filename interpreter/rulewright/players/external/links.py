"""A link to a seat: lines in both directions, whatever carries them.

Threads read and write, so that a seat that neither reads nor writes can hold nobody up. What waits to be read is
bounded: a seat that floods its output is no longer read until somebody asks.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from time import monotonic

from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.messages import Sent, encoded_line

MOST_BYTES = 1_000_000
"""The maximum length of a line."""
MOST_WAITING_LINES = 64
"""How many lines may wait to be read."""
LOOK_SECONDS = 0.1
"""Seconds between two looks whether the other end is still there."""
ENDING_LOOKS = 10
"""How often to look whether a seat that has closed its output or its input is about to end."""


class SeatLink(ABC):
    """Lines to and from one seat. `begin` starts the threads, `close` ends everything."""

    def __init__(self) -> None:
        self._closed = threading.Event()
        self._lines: queue.Queue[bytes | FaultError] = queue.Queue(MOST_WAITING_LINES)
        self._sending: queue.Queue[bytes | None] = queue.Queue()
        self._unfinished = b""
        self._threads: list[threading.Thread] = []

    def start_threads(self, read: Callable[[], bytes], write: Callable[[bytes], None]) -> None:
        """Start reading and writing; `read` returns some bytes, none at the end."""
        self._start_thread(lambda: self._read_all(read))
        self._start_thread(lambda: self._write_all(write))

    def _start_thread(self, run: Callable[[], None]) -> None:
        self._threads.append(threading.Thread(target=run, daemon=True))
        self._threads[-1].start()

    def join_threads(self, seconds: float) -> bool:
        """Wait for the threads; return whether all of them have ended."""
        for thread in self._threads:
            thread.join(seconds)
        return not any(thread.is_alive() for thread in self._threads)

    # -- for the conversation

    def send(self, message: Sent) -> None:
        """Send a message; returns at once."""
        self.send_bytes(encoded_line(message))

    def send_bytes(self, data: bytes) -> None:
        """Send anything; returns at once."""
        self._sending.put(data)

    @abstractmethod
    def end_input(self) -> None:
        """End the input of the seat, once all is sent."""

    def receive(self, seconds: float) -> bytes:
        """Return the next line. Raises `FaultError` if none comes in time, or none can come any more."""
        end = monotonic() + seconds
        while True:
            left = end - monotonic()
            gone = "" if self._lines.qsize() else self.reason_gone()
            try:
                found = self._lines.get(timeout=max(0.0, min(LOOK_SECONDS, left)))
            except queue.Empty:
                if gone:
                    raise FaultError(SeatFault.ENDED, gone, self.advice()) from None
                if left <= 0:
                    raise self._no_answer(seconds) from None
                continue
            if isinstance(found, FaultError):
                raise found
            return found

    def _no_answer(self, seconds: float) -> FaultError:
        said = f"no answer came within {seconds:g} s"
        if self._unfinished:
            said += f", only {len(self._unfinished)} bytes without a line feed"
        return FaultError(
            SeatFault.NO_ANSWER, said, "Answer sooner, end the line with a line feed, and flush the output."
        )

    # -- of the kinds of links

    @abstractmethod
    def reason_gone(self) -> str:
        """Return why nothing can come any more; empty while something can."""

    def advice(self) -> str:
        """Return what to do about a seat that has gone."""
        return 'A seat goes on until it is sent "bye".'

    @abstractmethod
    def close(self, grace: float) -> None:
        """End the link, and whatever is at its other end, at the latest after `grace` seconds."""

    # -- threads

    def _read_all(self, read: Callable[[], bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while data := read():
                *whole, self._unfinished = (self._unfinished + data).split(b"\n")
                for each in whole:
                    self._put_line(each)
                if len(self._unfinished) > MOST_BYTES:
                    said = f"a line has more than {MOST_BYTES:,} bytes"
                    self._put_line(FaultError(SeatFault.TOO_LONG, said, "An answer is one short line."))
                    return
        self._put_line(FaultError(SeatFault.ENDED, self._reason_ended(), self.advice()))

    def _reason_ended(self) -> str:
        said = self._await_reason() or "it closed its output"
        return f"{said}, in the middle of a line" if self._unfinished else said

    def _await_reason(self) -> str:
        """Return why the seat has gone. A process closes its pipes before it ends, on a busy machine long before."""
        for _ in range(ENDING_LOOKS):
            if (said := self.reason_gone()) or self._closed.wait(LOOK_SECONDS):
                return said
        return ""

    def _put_line(self, what: bytes | FaultError) -> None:
        while not self._closed.is_set():
            with contextlib.suppress(queue.Full):
                self._lines.put(what, timeout=LOOK_SECONDS)
                return

    def _write_all(self, write: Callable[[bytes], None]) -> None:
        while (data := self._sending.get()) is not None:
            try:
                write(data)
            except (OSError, ValueError):
                said = self._await_reason() or "it reads its input no more"
                self._put_line(FaultError(SeatFault.ENDED, said, self.advice()))
                return
