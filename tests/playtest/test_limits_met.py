"""An amount that stops at its highest number is told: a seat that tries its options leaves out what would exceed it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.backends.native import compiler, native
from rulewright.comparison.statistics.outcome import play_watched
from rulewright.players.seats import deciders_of
from rulewright.playtest.game import play_one
from rulewright.workspace import compiled_program

MANIFEST = """\
ruleset: greed
title: Greed
players: {from: 2, to: 2, names: [Anna, Ben]}
sources:
  common: {title: Made up for the tests, passages: [The rules]}
"""
RULES = """\
each player has:
    amount coin / coins: 0 to 49

game "Greed":
    for each player in players:
        keep asking player "What now?":
            option return "Return":
                take 4 coins
            option leave "End":
                stop

scoring coins "Coins":
    score player's coins points
"""
SAID = "an amount stopped at its limit: coin at 49 (rules/greed.rules:8:17)"


def greed(folder: Path, rules: str = RULES) -> str:
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules/greed.rules").write_text(rules)
    return str(folder)


def faults(program: Program, seat: str = "greedy") -> list[str]:
    record = play_one(program, 1, deciders=deciders_of(program, (seat, seat)))
    assert not record.failure
    return [fault.replace(str(fault.partition("(")[2].partition("rules/")[0]), "") for fault in record.faults]


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["greedy", "search:30"])
@pytest.mark.parametrize("in_c", [False, pytest.param(True, marks=pytest.mark.skipif(not compiler(), reason="no C"))])
def test_a_seat_that_leaves_out_what_would_exceed_a_limit_is_told(seat: str, in_c: bool, tmp_path: Path) -> None:
    program = compiled_program(greed(tmp_path), 2)
    assert faults(native(program) if in_c else program, seat) == [SAID]


def test_what_is_left_of_a_supply_is_no_limit(tmp_path: Path) -> None:
    rules = RULES.replace(": 0 to 49", ", 40 in all").replace("stop", "take 1 coin\n                stop")
    rules = rules.replace('"Return":', '"Return" when player\'s coins is at most 20:')
    assert faults(compiled_program(greed(tmp_path, rules), 2)) == []


@pytest.mark.slow
@pytest.mark.parametrize("command", sampled(2, ["simulate", "try"]))
def test_commands_say_in_how_many_games(command: str, tmp_path: Path) -> None:
    given = [sys.executable, "-m", "rulewright.cli", command, greed(tmp_path), "--games", "3", "--seat", "greedy"]
    said = subprocess.run(given, capture_output=True, text=True, check=False).stdout
    assert "In 3 games an amount stopped at its limit: coin at 49" in " ".join(said.split())


def test_a_comparison_tells_it_as_well(tmp_path: Path) -> None:
    program = compiled_program(greed(tmp_path), 2)
    outcome = play_watched(program, 0, 1, deciders_of(program, ("greedy", "greedy")))
    assert not outcome.failure and [fault.partition("(")[0] for fault in outcome.faults] == [SAID.partition("(")[0]]
