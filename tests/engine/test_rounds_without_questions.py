"""Rules that go round without asking anybody come to an end with a message, whichever way they are built."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from tests.compile.agreement import Agreement

from rulewright.backends.native import compiler
from rulewright.engine import Game, LimitExceeded
from rulewright.workspace import compiled_program

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
    side: 0 to 1

game "Dice":
    in laps for each player in players until luck is 6:
        ask player "Roll?":
            option roll "Roll":
                set side to 1 - side
            option leave "Leave" when luck is above 0:
                set luck to 6
"""


def dice(folder: Path, high: int) -> str:
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules/dice.rules").write_text(RULES.replace("HIGH", str(high)))
    return str(folder)


@pytest.mark.slow
@pytest.mark.parametrize("traced", [False, True])
def test_laps_that_chance_never_ends_are_told(traced: bool, tmp_path: Path) -> None:
    with pytest.raises(LimitExceeded, match="go round without asking anybody"):
        Game.start(compiled_program(dice(tmp_path, 5), 1, traced=traced))


@pytest.mark.parametrize("traced", [False, True])
def test_laps_that_chance_ends_are_not(traced: bool, tmp_path: Path) -> None:
    assert Game.start(compiled_program(dice(tmp_path, 6), 1, traced=traced)).over


def test_a_dictated_die_counts_like_a_thrown_one(tmp_path: Path) -> None:
    program = compiled_program(dice(tmp_path, 6), 1, traced=True)
    program.dictated["roll die"] = [4, 4, 6]
    assert "The die shows 6." in [line.text for line in Game.start(program).log]
    assert program.dictated["roll die"] == []


@pytest.mark.parametrize("traced", [False, True])
def test_questions_with_one_answer_that_never_end_are_told_with_their_place(traced: bool, tmp_path: Path) -> None:
    folder = dice(tmp_path, 6)
    (tmp_path / "rules/dice.rules").write_text(ONE_ANSWER)
    with pytest.raises(
        LimitExceeded, match=r"only one answer to every question, such as this one \(.*dice\.rules:7:9\)$"
    ):
        Game.start(compiled_program(folder, 1, traced=traced))


LAPS = """\
each player has:
    amount coin / coins

game "Dice":
    in laps for each player in players:
"""
DIRECT = """\
        ask player "Buy?":
            option buy "Buy" when player's coins is at least 5:
                pay 5 coins
            option leave "Pass"
"""
IN_STEP = """\
        do turn

step turn:
    let price be 5
    if price is above player's coins:
        offer deals

menu deals "Deal"

option buy "Buy" on deals when player's coins is at least 5:
    pay 5 coins

option leave "Pass" on deals
"""
TURNS = (DIRECT, IN_STEP)


def with_laps(folder: Path, turn: str, at: str = "at least 5", what: str = "pay 5 coins") -> str:
    """Write rules of one player who may buy where his coins are so many, or pass."""
    made = dice(folder, 6)
    rules = LAPS + turn.replace("at least 5", at).replace("pay 5 coins", what)
    (folder / "rules/dice.rules").write_text(rules)
    return made


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("turn", TURNS)
def test_laps_end_where_everybody_can_only_pass(turn: str, traced: bool, tmp_path: Path) -> None:
    assert Game.start(compiled_program(with_laps(tmp_path, turn), 1, traced=traced)).over


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("turn", TURNS)
def test_laps_go_on_while_somebody_has_a_choice(turn: str, traced: bool, tmp_path: Path) -> None:
    folder = with_laps(tmp_path, turn, "at most 4", "take 1 coin")
    game = Game.start(compiled_program(folder, 1, traced=traced))
    for _ in range(6):
        game.choose(game.codes[-1])  # to pass is a decision, though it changes nothing
        assert not game.over
    for _ in range(5):
        game.choose(game.codes[0])
    assert game.over


@pytest.mark.slow
@pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
@pytest.mark.parametrize("turn", TURNS)
def test_laps_end_in_c_where_everybody_can_only_pass(turn: str, tmp_path: Path) -> None:
    with_laps(tmp_path, turn, "at most 2", "take 1 coin")
    agreement = Agreement(tmp_path)
    for number in range(1, 4):
        agreement.play(number)
    assert agreement.quick.machine is not None
    assert list(agreement.quick.machine.play_many(range(1, 50), 1_000, True, array("q"))) == []


REPEATED = """\
the game has:
    luck: 0 to 6

game "Dice":
    repeat until luck is 6:
        roll die from 1 to HIGH
        set luck to die
        if luck is 0:
            ask first of players "Go?":
                option go "Go"
                option stay "Stay"
"""


@pytest.mark.slow
@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize("asks", [False, True])
def test_what_is_repeated_until_something_is_named_where_it_never_ends(
    traced: bool, asks: bool, tmp_path: Path
) -> None:
    folder = dice(tmp_path, 6)
    text = REPEATED if asks else REPEATED.split("        if", maxsplit=1)[0]
    (tmp_path / "rules/dice.rules").write_text(text.replace("HIGH", "5"))
    with pytest.raises(LimitExceeded) as broken:
        Game.start(compiled_program(folder, 1, traced=traced))
    assert (broken.value.findings[0].span.line, broken.value.findings[0].span.column) == (5, 5)
