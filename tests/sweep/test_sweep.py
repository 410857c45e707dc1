"""Sweeps: a planted setting is found with half the games, and a race is the same wherever it is run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from math import inf
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from tests.interrupts import heard

from rulewright.cli.main import cli
from rulewright.cli.output import INTERRUPTED
from rulewright.comparison.sweep.grid import Swept, combinations, typed_values
from rulewright.comparison.sweep.race import Race
from rulewright.comparison.targets.judging import MET
from rulewright.comparison.targets.parts import Part
from rulewright.playtest.rows import GameRows
from rulewright.playtest.simulate import GamePlayer
from rulewright.source.targets import UNFINISHED, Target

TOSS = str(Path(__file__).parent / "toss")
RUNS = int(os.environ.get("RULEWRIGHT_SWEEPS", "2"))
"""In how many runs the planted setting is to be found; in 18 of 20 of them."""
SETTINGS, EVENLY = 60, 48_000
"""How many settings there are, and how many games find the planted one in most runs if divided evenly."""
SLACK = 3.0
"""How much longer a busy machine may take to end processes."""


def wanted(low: float = 0.495, high: float = 0.505) -> Target:
    return Target(UNFINISHED, low, high)


def raced(shares: list[float], games: int, chance: Random, evenly: bool = False) -> Race:
    """Race settings whose measure is a share of games that are drawn independently."""
    race = Race(combinations([Swept("number", tuple(range(len(shares))))]), [wanted()])
    for each in [games // len(shares)] if evenly else race.blocks(games):
        for one in race.left:
            race.add(one, [[Part([float(chance.random() < shares[one]) for _ in range(each)], True)]], each)
    return race


def planted(run: int) -> tuple[list[float], int, Random]:
    """Return shares of which one is wanted, the second best is 4 points off, and the others are further off."""
    chance = Random(run)
    shares = [0.54 + 0.46 * at / SETTINGS for at in range(SETTINGS - 1)]
    at = chance.randrange(SETTINGS)
    shares.insert(at, 0.5)
    return shares, at, chance


def test_the_planted_setting_is_found_with_half_the_games_of_an_even_split() -> None:
    found = even = 0
    for run in range(RUNS):
        shares, at, chance = planted(run)
        found += raced(shares, EVENLY // 2, chance).nearest() == at
        even += raced(shares, EVENLY // 2, chance, evenly=True).nearest() == at
    assert found >= 0.9 * RUNS and even <= found


def test_settings_that_are_alike_are_neither_dropped_nor_said_to_meet_what_they_do_not() -> None:
    dropped = met = 0
    for run in range(RUNS):
        race = raced([0.53] * 20, 4_000, Random(run))
        dropped += 20 - len(race.left)
        met += sum(one.verdict == MET for one in race.results())
    assert dropped <= 4 * RUNS and met == 0


def test_the_last_games_are_fresh_where_some_dropped_out() -> None:
    race = raced([0.5, 0.5, 0.9], 3_000, Random(1))
    assert race.left == [0, 1] and race.fresh
    assert [one.measured[0].games < one.games for one in race.results()] == [True, True, False]
    alike = raced([0.5, 0.5], 3_000, Random(1))
    assert [one.measured[0].games for one in alike.results()] == [one.games for one in alike.results()]


def test_without_anything_wanted_all_play_evenly() -> None:
    race = Race(combinations([Swept("number", (1, 2, 3))]), [Target(UNFINISHED, -inf, inf)])
    assert [*race.blocks(100)] == [33] and race.left == [0, 1, 2]


# -- values


@pytest.mark.parametrize(
    ("text", "values"), [("3..6", (3, 4, 5, 6)), ("3,4,5", (3, 4, 5)), ("-1..1, 7", (-1, 0, 1, 7)), ("5", (5,))]
)
def test_values(text: str, values: tuple[int, ...]) -> None:
    assert typed_values(text) == values


# -- the command


def typed(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["sweep", TOSS, *words])
    return done.exit_code, " ".join(done.output.split())


SWEEP = (
    "--set",
    "chance=40,48,50,60",
    "--set",
    "prices for high=0,1",
    "--target",
    "seat spread < 30%",
    "--no-compiler",
)


@pytest.mark.slow
def test_the_document_is_the_same_on_two_cores() -> None:
    words = ["--set", "chance=0,50", "--target", "seat spread < 5%", "--target", "rounds 1 to 2", "--games", "400",
             "--no-compiler", "--format", "json"]  # fmt: skip
    one, two = (typed(*words, "--jobs", jobs) for jobs in "12")
    assert one == two and one[0] == 0
    assert [each["verdict"] for each in json.loads(one[1])["settings"]] == ["dropped", "not shown"]


@pytest.mark.slow
def test_a_sweep_goes_on_where_its_journal_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words, units = (*SWEEP, "--games", "1200", "--jobs", "1", "--out", "games.jsonl"), list[range]()
    (code, whole), games, journal = typed(*words), Path("games.jsonl"), Path("games.jsonl.journal")
    lines, play_rows = games.read_text("utf-8"), GamePlayer.play_rows

    def playing_on(player: GamePlayer, numbers: range) -> GameRows:
        units.append(numbers)
        if len(units) == 60:
            raise KeyboardInterrupt
        return play_rows(player, numbers)

    monkeypatch.setattr(GamePlayer, "play_rows", playing_on)
    stopped, said = typed(*words, "--force")
    assert stopped == INTERRUPTED and "The race is not over." in said and "repeat the command with --resume" in said
    kept = journal.read_text("utf-8").splitlines(keepends=True)
    journal.write_text("".join(kept[:-1]) + kept[-1][:30], "utf-8")
    assert (code, whole) == (0, typed(*words, "--resume")[1]) and games.read_text("utf-8") == lines
    assert len(kept) > 10 and not journal.exists()


@pytest.mark.slow
def test_ctrl_c_ends_a_sweep_within_two_seconds(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "rulewright.cli", "sweep", TOSS, *SWEEP, "--games", "900000", "--out", "games.jsonl"]
    with heard():
        sweep = subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (games := tmp_path / "games.jsonl").exists() or not games.stat().st_size:
        time.sleep(0.1)
    began = time.monotonic()
    sweep.send_signal(signal.SIGINT)
    said, errors = sweep.communicate(timeout=60)
    assert time.monotonic() - began < 2 + SLACK and sweep.returncode == INTERRUPTED
    assert "The race is not over." in said and "repeat the command with --resume" in " ".join(errors.split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "Missing option '--set'"),
        (("--set", "chance"), "--set chance: write NAME=VALUES, for instance first-money=3..9."),
        (("--set", "chance=5..3"), "5..3 begins with the larger number: write 3..5"),
        (("--set", "chance=3,x"), '"x" is neither a whole number nor a range: write 5, or 3..12, or 3,4,5'),
        (("--set", "chance=3,4,3"), "3 stands there twice"),
        (("--set", "chance=0..5000"), "0..5000 are 5,001 values, and at most 1,000 are tried"),
        (("--set", "chance=0..99", "--set", "rounds=1..11"), "these are 1,100 settings, and at most 1,000 are tried"),
        (("--set", "chance=1", "--set", "chance=2"), "--set says chance twice: write all its values behind one =."),
        (("--set", "chance=99..101"), "--set chance=101: chance goes from 0 to 100."),
        (("--set", "chanc=5"), 'toss has no figure "chanc". Did you mean "chance"?'),
        (("--set", "prices for hihg=5"), 'Did you mean "high"?'),
        (("--set", "phase.turn coins=5"), "phase.turn has no number in it."),
        (
            ("--set", "chance=5", "--target", "seat spreed < 5%"),
            '--target: column 1: there is no measure "seat spreed".',
        ),
        (("--set", "chance=5", "--measure", "seat spreed"), '--measure: column 1: there is no measure "seat spreed".'),
        (("--set", "chance=5", "--target", "rounds < 5%"), '"rounds" is no share. Write 5.'),
        (("--set", "chance=5", "--target", "rounds < 5", "--measure", "rounds"), "leave it out beside --target"),
        (("--set", "chance=5..9", "--games", "4"), "--games 4: these settings take 5 games at least."),
        (("--set", "chance=5", "--seat", "greedy", "--seat", "random"), "--seat is given once"),
        (("--set", "chance=5", "--seat", "cmd:true"), "--seat is given once"),
        (
            ("--set", "chance=5", "--target", "greedy above random > 50%", "--players", "1"),
            "nobody finishes above another",
        ),
    ],
)
def test_what_cannot_be_swept_is_told(words: tuple[str, ...], said: str) -> None:
    code, output = typed(*words)
    assert code == 2 and said in output, output


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--set", "chance=49,50", "--games", "2", "--target", "seat spread < 5%"), 0, "None of 2 settings is shown"),
        (("--set", "chance=49,50", "--games", "40", "--players", "1"), 0, "Seat spread: these games have none"),
        (("--set", "chance=49,50", "--games", "40", "--players", "1", "--target", "seat spread < 5%"), 0, "spread -."),
        (("--set", "chance=100", "--games", "40", "--target", "seat spread < 5%"), 0, "Not even that one does."),
        (("--set", "chance=0,100", "--games", "80", "--target", "rounds < 3"), 0, "Of 2 settings 2 meet rounds < 3"),
        (("--set", "rounds=1,9", "--games", "80", "--target", "games over 5 rounds < 5%"), 0, "1 dropped out after 12"),
        (("--set", "rounds=1..3", "--games", "60"), 0, "Decisions: from 2.0 (2.0 to 2.0) with rounds 1 to 6.0"),
        (("--set", "rounds=2", "--games", "20"), 0, "In all of them rounds is 2."),
        (("--set", "chance=50", "--games", "80", "--target", "greedy above random > 50%"), 0, "greedy above random"),
    ],
)  # fmt: skip
def test_what_follows_is_true_of_few_and_odd_games(words: tuple[str, ...], code: int, said: str) -> None:
    found, output = typed(*words, "--jobs", "1", "--no-compiler")
    assert found == code and said in output, output


# -- settings of each side of a comparison


def test_compare_has_settings_for_each_side() -> None:
    words = ["compare", TOSS, TOSS, "--games", "40", "--jobs", "1", "--no-compiler", "--format", "json"]
    sides = ("--set", "prices for high=1", "--set-a", "chance=0", "--set-b", "chance=100")
    done = CliRunner().invoke(cli, [*words, *sides])
    found = json.loads(done.output)
    assert found["a"].endswith("toss with prices for high 1 and chance 0") and found["b"].endswith("and chance 100")
    wins = found["effects"]["seats"]["Ann"]
    assert (wins["a"]["mean"], wins["b"]["mean"]) == (0, 1)
    refused = CliRunner().invoke(cli, [*words, "--set-b", "chance=101"])
    assert refused.exit_code == 2 and "--set-b chance=101: chance goes from 0 to 100." in refused.output
