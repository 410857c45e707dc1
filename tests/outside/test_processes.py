"""Seats that are processes: whatever they do, the game ends, its record says what was wrong, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.interrupts import heard
from tests.kills.processes import assert_all_ended, living, marked
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.cli.main import cli
from rulewright.players.external import links, process
from rulewright.players.external.kinds import outside_seat
from rulewright.players.external.table import OutsideSeats
from rulewright.players.seats import deciders_of
from rulewright.playtest.game import Record, play_one
from rulewright.source.seat_kinds import RANDOM
from rulewright.workspace import compiled_program

if sys.platform != "linux":
    pytest.skip("processes are found by /proc", allow_module_level=True)

CARDS = Path(__file__).parents[2] / "examples" / "kuhn-poker"
FAULTY = Path(__file__).with_name("faulty.py")
GAME = 4
"""A game in which the second seat is asked."""


@pytest.fixture(scope="module")
def program() -> Program:
    return compiled_program(str(CARDS), 2)


def seat(fault: str, limit: str = "") -> str:
    return f"cmd:{limit}{sys.executable} -S {FAULTY} {fault}"


def played(program: Program, kind: str, games: int = 1) -> list[Record]:
    """Return games of a random seat against a seat outside, which is ended afterwards."""
    deciders = deciders_of(program, (RANDOM, kind))
    return [play_one(program, GAME, True, deciders) for _ in range(games)]


FAULTS = [
    ("dies-at-once", "", "it ended with exit code 1. Its last words on stderr: no licence found"),
    ("never-greets", "100ms:", "after 3 tries: no answer came within 0.1 s"),
    ("exits-early", "", "it ended with exit code 0"),
    ("crashes", "", "Its last words on stderr: ValueError: one option too many"),
    ("killed", "", "it ended by signal 9"),
    ("hangs", "100ms:", "after 3 tries: no answer came within 0.1 s"),
    ("half-a-line", "2s:", "only 13 bytes without a line feed"),
    ("half-a-line-and-exit", "", "it ended with exit code 0, in the middle of a line"),
    ("huge-line", "", "a line has more than 1,000,000 bytes"),
    ("flood", "", "100 lines came that answer nothing"),
    ("closes-output", "", "it closed its output"),
    ("closes-output-and-exits", "", "it ended with exit code 4"),
    ("closes-input", "4s:", "it reads its input no more"),
    ("zero-bytes", "", "after 3 tries: this is no JSON"),
    ("child-holds-output", "", "it ended with exit code 3"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "limit", "said"), sampled(4, FAULTS))
def test_a_faulty_seat_is_replaced(
    program: Program, fault: str, limit: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEWRIGHT_MARK", f"{os.getpid()}-{fault}")
    (record,) = played(program, seat(fault, limit))
    assert record.failure == "" and record.totals, "the game was played to its end"
    (told,) = record.faults
    assert told.startswith("Other (cmd:") and "was replaced by chance" in told and said in told
    assert record.totals == play_one(program, GAME).totals, "as a random seat plays"
    assert_all_ended(f"{os.getpid()}-{fault}")


@pytest.mark.slow
@pytest.mark.parametrize("harmless", sampled(2, ["leaves-children", "stderr-flood", "ignores-bye", "ignores-signals"]))
def test_nothing_is_left_of_a_seat_that_plays(program: Program, harmless: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulewright.players.external.table.GRACE_SECONDS", 0.2)
    monkeypatch.setenv("RULEWRIGHT_MARK", mark := f"{os.getpid()}-{harmless}")
    (record,) = played(program, seat(harmless))
    assert record.failure == "" and record.faults == []
    assert_all_ended(mark)


def sleepers(seconds: int) -> list[int]:
    """Return the processes that `faulty.py daemon-SECONDS` left: nothing but their command line tells them."""
    wanted = f"sleep\0{seconds}\0".encode()
    return [int(one.name) for one in Path("/proc").glob("[0-9]*") if words_of(int(one.name)) == wanted]


def assert_no_sleepers(seconds: int) -> None:
    """Wait until these processes have ended; end them if they do not."""
    end = time.monotonic() + 5
    while left := sleepers(seconds):
        if time.monotonic() > end:
            for one in left:
                os.kill(one, signal.SIGKILL)
            pytest.fail(f"still running: {left}")
        time.sleep(0.02)


@pytest.mark.slow
def test_a_daemon_without_environment_ends_with_its_seat(program: Program) -> None:
    seconds = 1_000_000 + os.getpid()
    (record,) = played(program, seat(f"daemon-{seconds}"))
    assert record.failure == "" and record.faults == []
    assert_no_sleepers(seconds)


def test_a_seat_that_changes_its_name_is_replaced(program: Program) -> None:
    first, second = played(program, seat("renamed"), 2)
    assert first.faults == [] and 'called "faulty 2" now' in second.faults[0]


@pytest.mark.slow
def test_a_seat_that_finishes_no_game_is_not_asked_any_more(program: Program) -> None:
    *_, third, fourth = played(program, seat("dies-at-once"), 4)
    assert "no licence found" in third.faults[0]
    assert "was not asked: it could not finish 3 games in a row" in fourth.faults[0] and fourth.totals


@pytest.mark.slow
def test_every_seat_has_a_process_of_its_own(program: Program) -> None:
    table = OutsideSeats(program, outside_seat(seat("none")))
    record = play_one(program, GAME, True, [table, table])
    assert record.faults == []
    processes = {talk.link._process.pid for talk in table.talks.values()}  # type: ignore[attr-defined]
    assert len(processes) == 2, "a process that sees two hands could use one for the other"


@pytest.mark.slow
def test_what_waits_to_be_read_is_bounded(program: Program) -> None:
    link = process.ProcessLink(["yes"])
    while link._lines.qsize() < links.MOST_WAITING_LINES:
        time.sleep(0.01)
    time.sleep(0.1)
    assert link._lines.qsize() == links.MOST_WAITING_LINES
    link.close(0)


@pytest.mark.slow
def test_the_game_that_is_shown_is_the_one_that_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = CARDS.parent / "seats"
    monkeypatch.chdir(CARDS.parents[1])
    words = ["play", "goa", "--plain", "--seed", "7", "--seat", "cmd:examples/seats/seat.py", *["--seat", "greedy"] * 3]
    done = CliRunner().invoke(cli, words)
    assert done.exit_code == 0, done.output
    assert done.stdout == (seats / "goa-7.txt").read_text("utf-8"), "what examples/seats/README.md says writes it anew"


RUN = "from rulewright.cli.main import main; main()"


def words_of(number: int) -> bytes:
    """Return the command line of a process; empty if it has ended."""
    with suppress(OSError):
        return (Path("/proc") / str(number) / "cmdline").read_bytes()
    return b""


def simulation(fault: str, mark: str) -> subprocess.Popen[bytes]:
    """Start a simulation whose seat hangs, and wait until it does."""
    words = [sys.executable, "-c", RUN, "simulate", str(CARDS), "--seat", seat(fault), "--games", "9", "--jobs", "1"]
    with heard():
        running = subprocess.Popen(words, env=marked(mark), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not any(b"-S\0" in words_of(one) and b"guard.py" not in words_of(one) for one in living(mark)):
        assert running.poll() is None
        time.sleep(0.02)
    return running


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("fault", ["never-greets", "hangs", "ignores-bye", "stderr-flood"])
def test_no_process_is_left_when_the_command_is_ended(how: signal.Signals, fault: str) -> None:
    mark = f"{os.getpid()}-ended-{fault}-{how}"
    running = simulation(fault, mark)
    running.send_signal(how)
    running.wait(20)
    assert_all_ended(mark)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_daemon_is_left_when_the_command_is_ended(how: signal.Signals) -> None:
    seconds = 2_000_000 + 100 * os.getpid() + how
    running = simulation(f"daemon-{seconds}-hangs", f"{os.getpid()}-daemon-{how}")
    while not sleepers(seconds):
        assert running.poll() is None
        time.sleep(0.02)
    running.send_signal(how)
    running.wait(20)
    assert_no_sleepers(seconds)


@pytest.mark.slow
def test_without_the_guard_a_process_would_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shows that the test above can fail: the guard is killed first."""
    mark = f"{os.getpid()}-unguarded"
    running = simulation("never-greets", mark)
    guards = [one for one in living(mark) if b"guard.py" in words_of(one)]
    for one in (*guards, running.pid):
        os.kill(one, signal.SIGKILL)
    running.wait(20)
    left = living(mark)
    with pytest.raises(AssertionError, match="still running"):
        assert_all_ended(mark, seconds=0.5)
    for one in left:
        os.kill(one, signal.SIGKILL)
    assert_all_ended(mark)
