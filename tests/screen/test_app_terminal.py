"""The application in a terminal of its own, which goes away."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from driving import EXAMPLES, PATIENCE

if sys.platform == "win32":
    pytest.skip("terminals are different there", allow_module_level=True)

import pty

from rulewright.cli.commands.play.app.table_app import HUNG_UP

WORDS = [sys.executable, "-m", "rulewright.cli", "play", str(EXAMPLES / "tic-tac-toe")]


@pytest.mark.slow
def test_the_application_ends_with_its_terminal_also_where_the_signal_is_ignored(tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as `nohup` does
    pid, screen = pty.fork()
    if not pid:
        os.execve(WORDS[0], WORDS, {**os.environ, "TERM": "xterm", "RULEWRIGHT_STATE": str(tmp_path)})
    signal.signal(signal.SIGHUP, before)
    shown = b""
    while b"F1 help" not in shown:
        shown += os.read(screen, 65536)
    os.close(screen)
    end = time.monotonic() + PATIENCE
    while not (ended := os.waitpid(pid, os.WNOHANG))[0] and time.monotonic() < end:
        time.sleep(0.05)
    if not ended[0]:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert ended[0] and os.waitstatus_to_exitcode(ended[1]) == HUNG_UP
