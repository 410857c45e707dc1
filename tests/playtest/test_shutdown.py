"""Whatever ends a command ends the processes that it has started, and what they have finished is kept."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from tests.interrupts import heard

EXAMPLES = Path(__file__).parents[2] / "examples"
RUN = "from rulewright.cli.main import main; main()"
PATIENCE = 60
"""So many seconds a test waits for what comes within one."""

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processes of a session are in /proc")


def living(session: int) -> set[int]:
    """Return the processes of a session, without those that are only waited for."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = path.parent.name, path.read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        if int(rest[3]) == session and rest[0] != "Z":
            found.add(int(pid))
    return found


def until(done: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "this takes too long"
        time.sleep(0.05)


@contextmanager
def simulating(out: Path, *options: str) -> Iterator[subprocess.Popen[str]]:
    """Play games with two processes in a session of its own; the first results are there."""
    words = [sys.executable, "-c", RUN, "simulate", str(EXAMPLES / "liars-dice"), "--jobs", "2"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with heard():
        run = subprocess.Popen([*words, "--out", str(out), *options], text=True, start_new_session=True, **pipes)
    try:
        until(lambda: out.exists() and b"\n" in out.read_bytes())
        yield run
    finally:
        for pid in living(run.pid):
            os.kill(pid, signal.SIGKILL)
        run.wait()
        assert run.stdout is not None
        run.stdout.close()


def children(run: subprocess.Popen[str]) -> list[int]:
    """Return the processes that play."""
    found = []
    for pid in living(run.pid):
        with suppress(OSError):  # over since
            if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


@contextmanager
def halted(run: subprocess.Popen[str]) -> Iterator[None]:
    """Keep a command from handing out work and from ending for a while."""
    os.kill(run.pid, signal.SIGSTOP)
    until(lambda: Path(f"/proc/{run.pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] in "TZ")
    yield
    os.kill(run.pid, signal.SIGCONT)


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["--no-compiler", ""])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_whatever_ends_the_command_ends_its_processes(number: int, compiler: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    with simulating(out, "--games", "100000000", *filter(None, [compiler])) as run:
        until(lambda: children(run))
        os.kill(run.pid, number)
        until(lambda: not living(run.pid))
        said = run.communicate()[0]
    assert run.returncode == (-number if number == signal.SIGKILL else 130), said
    assert out.read_bytes().endswith(b"}\n")
    assert number == signal.SIGKILL or "these are kept" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_what_a_process_leaves_undone_another_one_does(tmp_path: Path) -> None:
    one = tmp_path / "one.jsonl"
    with simulating(one, "--games", "2000", "--no-compiler") as run:
        run.wait()
    for number in range(10):  # a machine with much else to do may notice the processes when they are over
        two = tmp_path / f"{number}.jsonl"
        with simulating(two, "--games", "2000", "--no-compiler") as run:
            with halted(run):
                playing = children(run)
                if playing:
                    os.kill(playing[0], signal.SIGKILL)
            assert run.wait() == 0, run.communicate()
        assert one.read_bytes() == two.read_bytes()
        if len(playing) == 2:
            return
    pytest.fail("every run was over too soon")
