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

from rulewright.cli.commands.play.app.hanging_up import CODE

WORDS = [sys.executable, "-m", "rulewright.cli", "play", str(EXAMPLES / "tic-tac-toe")]


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIG_IGN, signal.SIG_DFL], ids=["nohup", "usual"])
@pytest.mark.parametrize("more", [(), ("--seat", "random", "--seat", "random", "--pace", "0.05")], ids=["asks", "over"])
def test_the_application_ends_with_its_terminal(how: signal.Handlers, more: tuple[str, ...], tmp_path: Path) -> None:
    before = signal.signal(signal.SIGHUP, how)
    pid, screen = pty.fork()
    if not pid:
        given = {"TERM": "xterm", "RULEWRIGHT_STATE": str(tmp_path / "state"), "TMPDIR": str(tmp_path)}
        os.execve(WORDS[0], [*WORDS, *more], {**os.environ, **given})
    signal.signal(signal.SIGHUP, before)
    shown = b""
    wanted = b"Esc" if more else b"F1 help"
    while wanted not in shown:
        shown += os.read(screen, 65536)
    os.close(screen)
    end = time.monotonic() + PATIENCE
    while not (ended := os.waitpid(pid, os.WNOHANG))[0] and time.monotonic() < end:
        time.sleep(0.05)
    if not ended[0]:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert not [*tmp_path.glob("rulewright-*.txt")], "no report of a fault of ours"
    assert ended[0] and os.waitstatus_to_exitcode(ended[1]) == CODE
