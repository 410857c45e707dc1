"""A seat that is a command: a process whose input and output carry the messages."""

from __future__ import annotations

import errno
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rulewright.diagnostics.model import escape_invisible
from rulewright.players.external import guard
from rulewright.players.external.faults import FaultError, SeatFault
from rulewright.players.external.links import LOOK_SECONDS, SeatLink

REMEDIES = {
    errno.ENOENT: "There is no such command: check the name and the folder. A file that is here is written ./NAME.",
    errno.EACCES: "The file may not be run: chmod +x FILE, or name the interpreter, as in cmd:python3 FILE.",
    errno.ENOEXEC: "Begin the file with a line like #!/usr/bin/env python3, or name the interpreter: cmd:python3 FILE.",
}
"""What to do about a command that cannot be started."""
ENDING_SECONDS = 10.0
"""Seconds to wait for the end of what may not be killed, such as a seat that runs as another user."""
TAIL_BYTES = 2_000
"""How many bytes of what a seat writes to stderr are kept."""


class ProcessLink(SeatLink):
    """A process in a session of its own, which is ended with everything that it has started."""

    def __init__(self, command: Sequence[str], keeps_errors: bool = True) -> None:
        """Start the command; its stderr is kept, or shown. Raises `FaultError` if it cannot be started."""
        super().__init__()
        self._said, self._closing = b"", threading.Lock()
        errors = subprocess.PIPE if keeps_errors else None
        try:
            self._process, self._guarded, self._seat = _start_guarded(command, errors)
        except OSError as problem:
            said = f"it cannot be started: {problem.strerror}"
            raise FaultError(
                SeatFault.NOT_STARTED, said, REMEDIES.get(problem.errno or 0, "Try it in a terminal.")
            ) from None
        given, taken = self._process.stdin, self._process.stdout
        assert given is not None and taken is not None
        self._input = given
        self.start_threads(lambda: os.read(taken.fileno(), 1 << 16), self._write_input)
        if (kept := self._process.stderr) is not None:
            self._start_thread(lambda: self._keep_errors(kept.fileno()))

    def _write_input(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._input.write(rest) or 0 :]

    def _keep_errors(self, errors: int) -> None:
        with suppress(OSError):
            while data := os.read(errors, 1 << 16):
                self._said = (self._said + data)[-TAIL_BYTES:]

    def end_input(self) -> None:
        """Close the input of the process, once all is sent."""
        self._sending.put(None)
        self._threads[1].join(LOOK_SECONDS)
        with suppress(OSError):
            self._input.close()

    def reason_gone(self) -> str:
        """Return how the process has ended; empty while it runs."""
        code = self._process.poll()
        if code is None:
            return ""
        return f"it ended {f'with exit code {code}' if code >= 0 else f'by signal {-code}'}"

    def advice(self) -> str:
        """Return the last line that the seat wrote to stderr, or else the general rule."""
        last = self._said.decode("utf-8", "replace").strip().rpartition("\n")[2].strip()
        return f"Its last words on stderr: {escape_invisible(last)[:300]}" if last else super().advice()

    def close(self, grace: float) -> None:
        """Let the process exit by itself, and end what is left of it after `grace` seconds."""
        with self._closing:
            if self._closed.is_set():
                return
            self._closed.set()
            self._sending.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
            self._end_all()
        if self.join_threads(
            LOOK_SECONDS
        ):  # as long as a thread reads, its descriptor must not be given to somebody else
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                with suppress(OSError):
                    pipe.close() if pipe else None

    def _end_all(self) -> None:
        """End the process with everything that it has started."""
        self._guarded.close()
        if sys.platform == "win32":
            self._process.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(ENDING_SECONDS)
        guard.end_group(self._seat)  # in case the seat has ended its guard


def _start_guarded(command: Sequence[str], errors: int | None) -> tuple[subprocess.Popen[bytes], socket.socket, int]:
    """Start a seat, behind its guard where there are groups of processes. Raises `OSError` if it cannot be started.

    Returns the process, the socket at the end of which the guard ends the seat, and the number of the seat's process.
    """
    pipe, guarded = subprocess.PIPE, sys.platform != "win32"
    own, other = socket.socketpair()
    with other:
        passed = (other.fileno(),) if guarded else ()
        before = [sys.executable, "-I", "-S", str(Path(guard.__file__).resolve()), *map(str, passed)]
        process = subprocess.Popen(
            [*before, *command] if guarded else command, stdin=pipe, stdout=pipe, stderr=errors, bufsize=0,
            env=os.environ | {"PYTHONUNBUFFERED": "1"}, pass_fds=passed, start_new_session=guarded,
        )  # fmt: skip
        if not guarded:
            other.send(f"0 {process.pid}".encode())
    number, _, seat = own.recv(64).decode().partition(" ")
    if number != "0":
        process.communicate()
        raise OSError(int(number or errno.ECHILD), os.strerror(int(number or errno.ECHILD)))
    return process, own, int(seat)
