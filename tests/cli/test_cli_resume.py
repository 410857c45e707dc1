"""`simulate --out --resume`: whatever interrupted it, the file ends up with the bytes of an undisturbed run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from cli_fakes import environment

GAME = Path(__file__).parents[2] / "examples" / "liars-dice"
GAMES = 300


def command(out: Path, *options: str) -> list[str]:
    words = [sys.executable, "-m", "rulewright.cli", "simulate", str(GAME), "--games", str(GAMES), "--no-compiler"]
    return [*words, "--out", str(out), *options]


def done(out: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(out, *options), env=environment(), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    out = tmp_path_factory.mktemp("whole") / "games.jsonl"
    run = done(out, "--jobs", "1")
    assert run.returncode == 0, run.stderr
    assert [path.name for path in out.parent.iterdir()] == ["games.jsonl"], "the journal of a finished run is deleted"
    return out.read_bytes()


def kill(out: Path, jobs: str, seconds: float) -> bool:
    """Kill a run some time after it has finished a unit; False where it was over by then."""
    journal = Path(f"{out}.journal")
    before = max(1, lines(journal))
    options = ["--jobs", jobs, *(["--resume"] if journal.exists() else ["--force"])]
    run = subprocess.Popen(command(out, *options), env=environment(), stdout=subprocess.DEVNULL, start_new_session=True)
    end = time.monotonic() + 60
    while lines(journal) <= before and run.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(seconds)
    was_over = run.poll() is not None
    if not was_over:
        os.killpg(run.pid, signal.SIGKILL)
    run.wait()
    return not was_over


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_was_killed_goes_on(jobs: str, undisturbed: bytes, tmp_path: Path) -> None:
    out, random = tmp_path / "games.jsonl", Random(jobs)
    kills, wanted = 0, int(os.environ.get("RULEWRIGHT_KILLS", "4"))
    for _ in range(10 * wanted):
        kills += kill(out, jobs, random.random() / 4)
        if kills == wanted:
            break
    assert kills == wanted
    if Path(f"{out}.journal").exists():
        run = done(out, "--jobs", jobs, "--resume")
        assert run.returncode == 0, run.stderr
    assert out.read_bytes() == undisturbed


@pytest.mark.slow
def test_what_is_finished_is_not_played_again(undisturbed: bytes, tmp_path: Path) -> None:
    """The journal alone brings back the games: other rules would play others."""
    out = tmp_path / "games.jsonl"
    assert kill(out, "2", 0)
    journal = Path(f"{out}.journal")
    lines = journal.read_bytes().splitlines()
    units = [json.loads(line)["unit"] for line in lines[1:] if line.endswith(b"}")]
    run = done(out, "--jobs", "1", "--resume")
    assert run.returncode == 0 and out.read_bytes() == undisturbed
    assert sum(stop - first for first, stop in units) > 0


@pytest.mark.slow
def test_what_cannot_be_resumed_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    assert "there is no" in done(out, "--resume").stderr and not out.exists()
    assert "--resume goes with --out" in done(out, "--resume", "--force").stderr
    journal = Path(f"{out}.journal")
    journal.write_text('{"journal": 1, "job": {}}\n', "utf-8")
    run = done(out, "--resume", "--jobs", "1")
    assert run.returncode != 0 and "this journal belongs to a run with another" in run.stderr, run.stdout
    assert "[journal-of-another-run]" in run.stderr or "journal-of-another-run" in run.stderr
    assert journal.exists()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="file sizes are limited by a POSIX call")
def test_a_full_disk_is_named_and_the_run_goes_on_later(undisturbed: bytes, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    limited = ["sh", "-c", 'ulimit -f 16 && exec "$@"', "sh", *command(out, "--jobs", "1")]
    run = subprocess.run(limited, env=environment(), capture_output=True, text=True, check=False)
    assert run.returncode != 0 and f"{out}: File too large" in run.stderr, run.stderr
    assert out.stat().st_size < len(undisturbed)
    again = done(out, "--jobs", "1", "--resume")
    assert again.returncode == 0 and out.read_bytes() == undisturbed, again.stderr
