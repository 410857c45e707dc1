"""Commands with `--out --resume`: whatever interrupted them, they end as an undisturbed run does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from cli_fakes import environment

ENVIRONMENT = environment()
GAME = Path(__file__).parents[2] / "examples" / "liars-dice"
SIMULATE = ("simulate", str(GAME), "--games", "300")
ARENA = ("arena", str(GAME), "--seat", "greedy", "--seat", "random", "--pairs", "--until", "10", "--format", "json")
COMPARE = ("compare", str(GAME), str(GAME), "--games", "150", "--format", "json")
REPORT = ("report", str(GAME), "--games", "150", "--format", "json")


@dataclass(frozen=True)
class Whole:
    """A command that is typed with `--out`, and what comes of it if nothing disturbs it."""

    words: tuple[str, ...]
    lines: bytes = b""
    printed: str = ""

    def typed(self, out: Path, *options: str) -> list[str]:
        return [sys.executable, "-m", "rulewright.cli", *self.words, "--no-compiler", "--out", str(out), *options]

    def done(self, out: Path, *options: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.typed(out, *options), env=ENVIRONMENT, capture_output=True, text=True, check=False)

    def check(self, run: subprocess.CompletedProcess[str], out: Path) -> None:
        """Check that a run ended like an undisturbed one; `simulate` also prints how long it took."""
        assert run.returncode == 0, run.stderr
        assert out.read_bytes() == self.lines
        assert run.stdout == self.printed or self.words[0] == "simulate"
        assert not Path(f"{out}.journal").exists(), "the journal of a finished run is deleted"


@pytest.fixture(
    scope="module", params=[SIMULATE, COMPARE, ARENA, REPORT], ids=["simulate", "compare", "arena", "report"]
)
def undisturbed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Whole:
    out = tmp_path_factory.mktemp("whole") / "games.jsonl"
    run = Whole(request.param).done(out, "--jobs", "1")
    assert run.returncode == 0, run.stderr
    assert [path.name for path in out.parent.iterdir()] == ["games.jsonl"], "the journal of a finished run is deleted"
    return Whole(request.param, out.read_bytes(), run.stdout)


def kill(command: Whole, out: Path, jobs: str, seconds: float) -> bool:
    """Kill a run some time after it has finished a unit; False where it was over by then."""
    journal = Path(f"{out}.journal")
    before = max(1, lines(journal))
    options = ["--jobs", jobs, *(["--resume"] if journal.exists() else ["--force"])]
    run = subprocess.Popen(
        command.typed(out, *options), env=ENVIRONMENT, stdout=subprocess.DEVNULL, start_new_session=True
    )
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
def test_a_run_that_was_killed_goes_on(jobs: str, undisturbed: Whole, tmp_path: Path) -> None:
    out, random = tmp_path / "games.jsonl", Random(jobs)
    kills, wanted = 0, int(os.environ.get("RULEWRIGHT_KILLS", "4"))
    for _ in range(10 * wanted):
        kills += kill(undisturbed, out, jobs, random.random() / 4)
        if kills == wanted:
            break
    assert kills == wanted
    if Path(f"{out}.journal").exists():
        undisturbed.check(undisturbed.done(out, "--jobs", jobs, "--resume"), out)
    assert out.read_bytes() == undisturbed.lines


@pytest.mark.slow
def test_what_is_finished_is_not_played_again(undisturbed: Whole, tmp_path: Path) -> None:
    """A resumed run that is killed, too, has added only units that were not in the journal before."""
    out = tmp_path / "games.jsonl"
    kills = 0
    for _ in range(20):
        kills = kills + 1 if kill(undisturbed, out, "2", 0) else 0  # a run that was over by then begins anew
        if kills == 3:
            break
    assert kills == 3
    lines = Path(f"{out}.journal").read_bytes().splitlines(keepends=True)
    units = [json.loads(line)["unit"] for line in lines[1:] if line.endswith(b"\n")]
    games = [game for unit in units for game in range(*unit)]
    assert len(units) >= 3 and len(games) == len(set(games))
    undisturbed.check(undisturbed.done(out, "--jobs", "1", "--resume"), out)


@pytest.mark.slow
def test_what_cannot_be_resumed_is_refused(undisturbed: Whole, tmp_path: Path) -> None:
    out, done = tmp_path / "games.jsonl", undisturbed.done
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
def test_a_full_disk_is_named_and_the_run_goes_on_later(undisturbed: Whole, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    limited = ["sh", "-c", 'ulimit -f 16 && exec "$@"', "sh", *undisturbed.typed(out, "--jobs", "1")]
    run = subprocess.run(limited, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert run.returncode != 0 and str(out) in run.stderr, run.stderr
    assert "File too large. Make room, then repeat the command with --resume." in run.stderr
    assert out.stat().st_size < len(undisturbed.lines)
    undisturbed.check(undisturbed.done(out, "--jobs", "1", "--resume"), out)
