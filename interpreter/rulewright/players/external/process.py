"""A seat that is a command: a process whose input and output carry the messages."""

from __future__ import annotations

import errno
import os
import secrets
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

from rulewright.diagnostics.model import visible
from rulewright.players.external import guard
from rulewright.players.external.faults import FaultError, Wrong
from rulewright.players.external.links import LOOK, Link

REMEDIES = {
    errno.ENOENT: "There is no such command: check the name and the folder. A file that is here is written ./NAME.",
    errno.EACCES: "The file may not be run: chmod +x FILE, or name the interpreter, as in cmd:python3 FILE.",
    errno.ENOEXEC: "Begin the file with a line like #!/usr/bin/env python3, or name the interpreter: cmd:python3 FILE.",
}
"""What to do about a command that cannot be started."""
TAIL = 2_000
"""How many bytes of what a seat writes to stderr are kept."""


class ProcessLink(Link):
    """A process in a session of its own, which is ended with everything that it has started."""

    def __init__(self, command: Sequence[str], keeps_errors: bool = True) -> None:
        """Start the command; its stderr is kept, or shown. Raises `FaultError` if it cannot be started."""
        super().__init__()
        self._token, self._said, self._closing = secrets.token_hex(8), b"", threading.Lock()
        environment = os.environ | {guard.TOKEN: self._token, "PYTHONUNBUFFERED": "1"}
        pipe, own = subprocess.PIPE, sys.platform != "win32"
        errors = pipe if keeps_errors else None
        _tell_guard(f"+0 {self._token}")  # before there is a process: this one may be ended at any moment
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=errors, bufsize=0, env=environment, start_new_session=own
            )
        except OSError as problem:
            said = f"it cannot be started: {problem.strerror}"
            _tell_guard(f"-0 {self._token}")
            raise FaultError(
                Wrong.NOT_STARTED, said, REMEDIES.get(problem.errno or 0, "Try it in a terminal.")
            ) from None
        _tell_guard(f"+{self._process.pid} {self._token}")
        given, taken = self._process.stdin, self._process.stdout
        assert given is not None and taken is not None
        self._input = given
        self.begin(lambda: os.read(taken.fileno(), 1 << 16), self._write)
        if (kept := self._process.stderr) is not None:
            self._thread(lambda: self._listen(kept.fileno()))

    def _write(self, data: bytes) -> None:
        rest = memoryview(data)
        while rest:
            rest = rest[self._input.write(rest) or 0 :]

    def _listen(self, errors: int) -> None:
        with suppress(OSError):
            while data := os.read(errors, 1 << 16):
                self._said = (self._said + data)[-TAIL:]

    def end_input(self) -> None:
        """Close the input of the process, once all is sent."""
        self._sending.put(None)
        self._threads[1].join(LOOK)
        with suppress(OSError):
            self._input.close()

    def gone(self) -> str:
        """Return how the process has ended; empty while it runs."""
        code = self._process.poll()
        if code is None:
            return ""
        return f"it ended {f'with exit code {code}' if code >= 0 else f'by signal {-code}'}"

    def advice(self) -> str:
        """Return the last line that the seat wrote to stderr, or else the general rule."""
        last = self._said.decode("utf-8", "replace").strip().rpartition("\n")[2].strip()
        return f"Its last words on stderr: {visible(last)[:300]}" if last else super().advice()

    def close(self, grace: float) -> None:
        """Let the process exit by itself, and end what is left of it after `grace` seconds."""
        with self._closing:
            if self._closed.is_set():
                return
            self._closed.set()
            self._sending.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(grace)
            guard.end_all(self._process.pid, self._token)
            self._process.kill()
            self._process.wait()
            _tell_guard(f"-{self._process.pid} {self._token}")
        if self.finished(LOOK):  # as long as a thread reads, its descriptor must not be given to somebody else
            for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
                with suppress(OSError):
                    pipe.close() if pipe else None


@cache
def _guard(process: int) -> subprocess.Popen[bytes] | None:
    """Return the guard of this process, started when the first seat is; none where there are no groups of processes."""
    if sys.platform == "win32":
        return None
    command = [sys.executable, "-I", "-S", str(Path(guard.__file__).resolve())]
    null = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=null, stderr=null, bufsize=0, start_new_session=True)


def _tell_guard(line: str) -> None:
    with suppress(OSError):
        found = _guard(os.getpid())
        if found is not None and found.stdin is not None:
            found.stdin.write(f"{line}\n".encode())
