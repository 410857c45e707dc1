"""Many random games of real rules: the same as at a table, small in memory, and stopped by Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest
from tests.each_result import each_result
from tests.interrupts import heard
from tests.tiers import sampled

from rulewright.engine import Game
from rulewright.players.seats import random_choice
from rulewright.playtest.game import play_one
from rulewright.playtest.simulate import SimulatedGames
from rulewright.workspace import compiled_program, load

COMMAND = [sys.executable, "-m", "rulewright.cli", "simulate", "goa", "--players", "2"]


@pytest.mark.parametrize("number", sampled(3, [1, 2, 2**40]))
def test_a_simulated_game_is_the_one_that_random_seats_play_at_a_table(number: int) -> None:
    game = Game.start(compiled_program("goa", seats=2, traced=True), number)
    asked = [0, 0]
    while (question := game.question) is not None:
        asked[question.seat] += 1
        game.choose(random_choice(question, number, len(game.decisions)))
    record = play_one(compiled_program("goa", seats=2), number)
    assert record.failure == "" and record.decisions == asked
    assert (record.totals, record.scores, record.ranking) == (game.totals(), game.scores(), game.ranking())


def test_a_game_is_the_same_with_and_without_the_promises() -> None:
    checked, unchecked = (
        list(each_result(SimulatedGames((load("goa"),), 2, check=check), range(3), 1)) for check in (True, False)
    )
    assert checked == unchecked


def test_a_broken_promise_is_told_with_its_place() -> None:
    program = compiled_program("goa", seats=2)
    program.always[0] = lambda state: 0
    broken = program.tables.invariants[0]
    assert (
        play_one(program, 1).failure
        == f"{broken.name} does not hold ({broken.span.file}:{broken.span.line}:{broken.span.column})"
    )


MEASURED = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
"""A small process in between: what a process uses at most counts from the one that it was made of."""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "wait4"), reason="memory is measured where the system tells it")
def test_a_simulating_process_stays_under_150_mb() -> None:
    command = [sys.executable, "-c", MEASURED, *COMMAND, "--games", "30", "--jobs", "1"]
    used = int(subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout) / 1024
    print(f"largest memory of a simulating process: {used:.0f} MB")
    assert 10 < used < 150


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_the_finished_games_and_ends_all_processes(jobs: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = [*COMMAND, "--games", "100000", "--jobs", jobs, "--out", str(out)]
    with heard():
        process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
    limit = time.monotonic() + 60
    while not (out.exists() and out.stat().st_size):
        assert time.monotonic() < limit and process.poll() is None
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    told, wrong = process.communicate(timeout=60)
    games = [json.loads(line)["game"] for line in out.read_text("utf-8").splitlines()]
    assert process.returncode == 130 and games == list(range(1, len(games) + 1)) and games
    assert f"Stopped after {len(games):,} of 100,000 games; these are kept." in wrong and "Traceback" not in wrong
    assert f"{len(games):,} game" in told
    assert gone(process.pid, 60)


def gone(group: int, seconds: float) -> bool:
    """Whether all processes of a group end within some seconds."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.slow
def test_a_second_ctrl_c_does_not_stop_the_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would leave processes that wait for each other."""
    set_to, whole = [], ProcessPoolExecutor.shutdown

    def shutdown(pool: ProcessPoolExecutor, *rest: bool, **more: bool) -> None:
        set_to.append(signal.getsignal(signal.SIGINT))
        whole(pool, *rest, **more)

    monkeypatch.setattr(ProcessPoolExecutor, "shutdown", shutdown)
    with heard():
        before = signal.getsignal(signal.SIGINT)
        records = each_result(SimulatedGames((load("goa"),), 2), range(9), 2)
        assert next(iter(records)).game == 0
        records.close()  # type: ignore[attr-defined]
        assert set_to == [signal.SIG_IGN]
        assert signal.getsignal(signal.SIGINT) == before
