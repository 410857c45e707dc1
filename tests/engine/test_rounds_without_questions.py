"""Rules that go round without asking anybody come to an end with a message, whichever way they are built."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine import Game, LimitExceeded
from rulewright.workspace import compiled

MANIFEST = """\
ruleset: dice
title: Dice
players: {from: 1, to: 1, names: [Anna]}
sources:
  common: {title: Made up for the tests, passages: [The rules]}
"""
RULES = """\
the game has:
    luck: 0 to 6

game "Dice":
    in laps for each player in players until luck is 6:
        roll die from 1 to HIGH
        set luck to die
"""


ONE_ANSWER = """\
the game has:
    luck: 0 to 6

game "Dice":
    in laps for each player in players until luck is 6:
        ask player "Roll?":
            option roll "Roll":
                set luck to 0
            option leave "Leave" when luck is above 0:
                set luck to 6
"""


def dice(folder: Path, high: int) -> str:
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules/dice.rules").write_text(RULES.replace("HIGH", str(high)))
    return str(folder)


@pytest.mark.parametrize("traced", [False, True])
def test_laps_that_chance_never_ends_are_told(traced: bool, tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded, match="go round without asking anybody"):
        Game.start(compiled(dice(tmp_path, 5), 1, traced=traced))


@pytest.mark.parametrize("traced", [False, True])
def test_laps_that_chance_ends_are_not(traced: bool, tmp_path: Path) -> None:
    assert Game.start(compiled(dice(tmp_path, 6), 1, traced=traced)).over


def test_a_dictated_die_counts_like_a_thrown_one(tmp_path: Path) -> None:
    program = compiled(dice(tmp_path, 6), 1, traced=True)
    program.dictated["roll die"] = [4, 4, 6]
    assert "The die shows 6." in [line.text for line in Game.start(program).log]
    assert program.dictated["roll die"] == []


@pytest.mark.parametrize("traced", [False, True])
def test_questions_with_one_answer_that_never_end_are_told_with_their_place(traced: bool, tmp_path: Path) -> None:
    folder = dice(tmp_path, 6)
    (tmp_path / "rules/dice.rules").write_text(ONE_ANSWER)
    with pytest.raises(
        LimitExceeded, match=r"only one answer to every question, such as this one \(.*dice\.rules:6\)$"
    ):
        Game.start(compiled(folder, 1, traced=traced))
