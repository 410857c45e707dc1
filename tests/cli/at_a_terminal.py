"""A command at a terminal of its own, with somebody who types."""

from __future__ import annotations

import os
import pty
import select
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress

SECONDS = 30


class AtATerminal:
    """A running command; what it printed so far is `shown`."""

    def __init__(self, words: list[str], environment: Mapping[str, str]) -> None:
        self.shown = ""
        self.pid, self.screen = pty.fork()
        if not self.pid:
            printed = {**environment, "TERM": "dumb"}  # line by line, not as an application
            os.execve(sys.executable, [sys.executable, "-m", "rulewright.cli", *words], printed)

    def wait(self) -> None:
        """Read until a line can be typed; when another person is to sit down, she does."""
        while not self.shown.endswith("\n> "):
            if self.shown.endswith("press Enter "):
                os.write(self.screen, b"\n")
                self.shown += "\n"
            self._read()

    def type(self, line: str) -> None:
        """Type a line, and wait until the next one can be typed."""
        before = len(self.shown)
        os.write(self.screen, f"{line}\n".encode())
        while f"{line}\r\n" not in self.shown[before:]:  # the terminal's echo
            self._read()
        self.wait()

    def kill(self) -> None:
        """End the command at once, as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)
        self.end()

    def end(self) -> int:
        """Close the terminal and return how the command ended."""
        with suppress(OSError):
            os.close(self.screen)
        until = time.monotonic() + SECONDS
        while True:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return status
            if time.monotonic() > until:
                os.kill(self.pid, signal.SIGKILL)
            time.sleep(0.01)

    def _read(self) -> None:
        """Read what comes next."""
        ready = select.select([self.screen], [], [], SECONDS)[0]
        with suppress(OSError):
            if ready and (data := os.read(self.screen, 65536)):
                self.shown += data.decode("utf-8", "replace")
                return
        raise AssertionError(f"nothing more came after:\n{self.shown}")
