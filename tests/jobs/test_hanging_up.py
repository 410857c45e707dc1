"""What a closed terminal sends to all processes of a command ends it without noise."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

GAME = Path(__file__).parents[2] / "examples" / "liars-dice"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are looked up as on Linux")
def test_processes_that_hear_that_the_terminal_has_gone_end_quietly(tmp_path: Path) -> None:
    """The process that tracks what the others share outlives them: without it they end with errors."""
    out = tmp_path / "games.jsonl"
    words = ["simulate", str(GAME), "--games", "300000", "--no-compiler", "--jobs", "2", "--out", str(out)]
    pipe = subprocess.PIPE
    run = subprocess.Popen(
        [sys.executable, "-m", "rulewright.cli", *words], stdout=pipe, stderr=pipe, text=True, start_new_session=True
    )
    while not out.exists() or not out.stat().st_size:
        assert run.poll() is None
        time.sleep(0.01)
    children = Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
    (tracker,) = [one for one in children if b"resource_tracker" in Path(f"/proc/{one}/cmdline").read_bytes()]
    blocked = [line for line in Path(f"/proc/{tracker}/status").read_text().splitlines() if line.startswith("SigBlk")]
    os.killpg(run.pid, signal.SIGHUP)
    _, said = run.communicate(timeout=60)
    assert "KeyError" not in said and "Stopped after" in said
    assert int(blocked[0].split()[1], 16) >> (signal.SIGHUP - 1) & 1
