"""What the API refuses, with one family of errors."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from tests.compile.side_by_side import needs_compiler

import rulewright as rw

FOUR = os.path.relpath(Path(__file__).parent.parent.parent / "examples" / "hearts")
EXAMPLE = os.path.relpath(Path(__file__).parent.parent.parent / "examples" / "kuhn-poker")


@pytest.mark.parametrize("play", [rw.simulate, lambda game, seats: rw.compare(game, game, seats=seats)])
def test_more_kinds_of_seats_than_players_are_refused(play: object) -> None:
    assert callable(play)
    with pytest.raises(rw.RulesError, match="3 kinds of seats are given, for 2 players"):
        play(f"./{EXAMPLE}", seats=["greedy", "random", "random"])


def test_a_choice_that_is_not_offered_is_refused_with_those_that_are() -> None:
    game = rw.load(f"./{EXAMPLE}").start(seed=1)
    with pytest.raises(rw.RulesError) as refused:
        game.choose("bett")
    assert refused.value.findings[0].remedy == ('Did you mean "bet"?', "The choices are bet, pass.")


def test_a_path_is_a_folder_even_if_it_looks_like_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(EXAMPLE).parent)
    assert rw.load(Path("kuhn-poker")).name == "kuhn-poker"
    with pytest.raises(rw.RulesError, match="there is no folder"):
        rw.load(Path("kun-poker"))


@pytest.mark.parametrize(
    ("settings", "refused"),
    [
        ({"first-ducat": 3}, 'has no figure "first-ducat"'),
        ({"nonsense": 3}, 'has no figure "nonsense"'),
        ({"ships-built": 3}, "ships-built is a table"),
        ({"first-symbol": 1}, "first-symbol is no number"),
        ({"first-ducats": 9999}, "first-ducats goes from 0 to 99"),
        ({"first-ducats": -1}, "first-ducats goes from 0 to 99"),
        ({"first-ducats": "x"}, "'x' is not a whole number"),
        ({"first-ducats": True}, "True is not a whole number"),
        ({"first-ducats": 2.5}, "2.5 is not a whole number"),
    ],
)
def test_settings_that_the_rules_do_not_allow_are_refused(settings: dict[str, int], refused: str) -> None:
    with pytest.raises(rw.RulesError, match=refused):
        rw.load("goa").start(settings=settings)


def test_games_of_a_match_are_refused_settings_as_a_single_one_is() -> None:
    for play in (rw.simulate, lambda game, settings: rw.load(game).with_settings(settings)):
        with pytest.raises(rw.RulesError, match='has no figure "first-ducat"'):
            play("goa", settings={"first-ducat": 3})


def test_an_object_that_cannot_choose_is_refused_with_what_to_write() -> None:
    with pytest.raises(rw.RulesError, match="object is neither a kind of seat nor has a method") as refused:
        rw.simulate(f"./{EXAMPLE}", seats=[object()])  # type: ignore[list-item]
    assert refused.value.findings[0].remedy[0].endswith("give an object with choose(question, view).")


@needs_compiler
def test_c_plays_the_same_games_if_it_is_wanted() -> None:
    numbers = [
        [(game.game, game.totals) for game in rw.simulate("goa", 2, 3, seed=5, compiler=compiler).games]
        for compiler in (True, False)
    ]
    assert numbers[0] == numbers[1]


def test_what_is_played_prints_shortly() -> None:
    assert len(repr(rw.simulate(f"./{EXAMPLE}", games=50))) < 500


def test_a_misspelt_setting_is_refused_with_the_right_name() -> None:
    with pytest.raises(rw.RulesError) as refused:
        rw.load("goa").start(settings={"first-ducat": 3})
    assert refused.value.findings[0].remedy == ('Did you mean "first-ducats"?',)


@pytest.mark.parametrize("play", [rw.simulate, lambda game, **given: rw.compare(game, game, **given)])
@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"games": -1}, "-1 is no number of games"),
        ({"seed": -1}, "-1 is not the number of the first of 100"),
        ({"seed": (1 << 64) - 1}, "is not the number of the first of 100"),
        ({"jobs": 0}, "0 is no number of cores"),
        ({"players": 0}, "(not for 0|0 cannot play both)"),
        ({"players": 4, "seats": ["greedy", "random"]}, "2 kinds of seats are given, for 4 players"),
    ],
)
def test_numbers_that_cannot_be_are_refused(play: object, given: dict[str, Any], refused: str) -> None:
    assert callable(play)
    with pytest.raises(rw.RulesError, match=refused):
        play(f"./{FOUR}" if given.get("players") else f"./{EXAMPLE}", **given)


@pytest.mark.parametrize("choice", [5, None, ["bet"]])
def test_what_is_no_choice_is_refused(choice: Any) -> None:
    game = rw.load(f"./{EXAMPLE}").start(seed=1)
    with pytest.raises(rw.RulesError, match="is neither a choice of the question nor its name"):
        game.choose(choice)


@pytest.mark.parametrize("seat", [2, 7, -1, "red"])
def test_the_view_of_a_seat_that_is_not_there_is_refused_at_once(seat: Any) -> None:
    with pytest.raises(rw.RulesError, match="there is no seat") as refused:
        rw.load(f"./{EXAMPLE}").start(seed=1).view(seat)
    assert refused.value.findings[0].remedy == ("Seats are 0 to 1.",)


@pytest.mark.parametrize("seed", [-1, 1 << 64, "1", 1.5])
def test_a_number_that_no_game_has_is_refused(seed: Any) -> None:
    rules = rw.load(f"./{EXAMPLE}")
    for call in (lambda: rules.start(seed=seed), lambda: rules.start(seed=1).playout(seed)):
        with pytest.raises(rw.RulesError, match="is not the number of the first of 1"):
            call()
