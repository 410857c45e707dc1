"""Kills `simulate --out --jobs 2`: what is in the file are the first games, whole, and no process stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.kills.processes import assert_all_ended, living, marked

GAME = str(Path(__file__).parents[2] / "examples/connect-four")
GAMES = 8000


@dataclass
class Killed:
    """What came of the kills."""

    kills: int = 0
    of_workers: int = 0
    lines: int = 0
    files: int = 0
    slowest_end: float = 0.0
    """Seconds until the last process had ended."""


def kill_simulate(times: int, random: Random, folder: Path) -> Killed:
    """Kill so often, a third of the times only a worker; assert that each file is a part of the undisturbed one."""
    killed = Killed()
    whole = folder / "whole.jsonl"
    _started(whole, "whole").wait()
    games = whole.read_bytes()
    assert games.count(b"\n") == GAMES
    while killed.kills < times:
        mark, out = f"simulate-{os.getpid()}-{killed.kills}", folder / f"{killed.kills}.jsonl"
        running = _started(out, mark)
        late = random.random() < 0.8
        while late and running.poll() is None and not (out.exists() and out.stat().st_size):
            time.sleep(0.05)  # so that most of them die while they write
        time.sleep(random.uniform(0, 1.5))
        only_worker = random.random() < 1 / 3 and _kill_worker(running.pid, mark, random)
        if not only_worker:
            running.kill()
        code = running.wait()
        killed.slowest_end = max(killed.slowest_end, assert_all_ended(mark))
        written = out.read_bytes() if out.exists() else b""
        assert games.startswith(written) and written[-1:] in (b"", b"\n"), "not the first games, or half a line"
        if only_worker:
            assert (code, written) == (0, games), "games were lost with a worker"
            killed.of_workers += 1
        killed.kills += 1
        killed.files += bool(written)
        killed.lines += written.count(b"\n")
    return killed


def _started(out: Path, mark: str) -> subprocess.Popen[bytes]:
    words = ["simulate", GAME, "--games", str(GAMES), "--jobs", "2", "--no-compiler", "--out", str(out)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-m", "rulewright.cli", *words], env=marked(mark), stdout=quiet, stderr=quiet
    )


def _kill_worker(parent: int, mark: str, random: Random) -> bool:
    """Kill one of the processes that play; False where there is none yet, or none any more."""
    workers = [pid for pid in living(mark) if pid != parent and b"spawn_main" in _command(pid)]
    if not workers:
        return False
    os.kill(random.choice(workers), signal.SIGKILL)
    return True


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
