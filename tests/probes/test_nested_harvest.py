"""A harvest within a harvest: what the outer one keeps is there again after the inner one, and no third is begun."""

from __future__ import annotations

import re

import pytest
from probe_play import begin, offered, play, probe, seen

from rulewright.backends.python.loading import load_program
from rulewright.engine import Game


def turn(*answers: str) -> Game:
    """Anna, whose row is 2, begins: 2 sacks of her own, 3 like Ben."""
    return play(begin(probe("nested-harvest", 2, traced=True)), *answers)


def sacks(game: Game) -> int:
    return 12 - room(game)


def room(game: Game) -> int:
    held = game.view()
    lands = [value for owner, facts in held for name, value in facts if owner == "Anna" and name == "fields"]
    texts = [text for listed in lands for text in listed]
    return sum(3 - int(re.findall(r"\bsacks (\d)", text)[0]) if "(" in text else 3 for text in texts)


def sack(game: Game) -> Game:
    """Place one sack on the first land that is offered."""
    return play(game, next(name for name in offered(game) if name.startswith(("place", "hill"))))


def menu(game: Game) -> list[str]:
    return [name for name in offered(game) if name in ("espionage", "raid", "ship")]


def test_the_prompt_counts_what_is_left() -> None:
    game = turn("stop", "harvest")
    assert game.question is not None
    assert game.question.prompt == "Harvest: 2 to place."


@pytest.mark.parametrize("tile", ["espionage", "raid"])
def test_the_outer_harvest_goes_on_where_it_was(tile: str) -> None:
    game = sack(turn("stop", "harvest"))
    assert sacks(game) == 1
    play(game, tile)
    for placed in (2, 3, 4):
        sack(game)
        assert sacks(game) == placed
    assert game.question is not None
    assert game.question.prompt == "Harvest: 1 to place."
    sack(game)
    assert sacks(game) == 5
    assert offered(game)[-1] == "stop"


@pytest.mark.parametrize("tile", ["espionage", "raid"])
def test_a_repeat_goes_on_where_it_was(tile: str) -> None:
    game = sack(turn("stop", "gather"))
    play(game, tile)
    for _ in range(3):
        sack(game)
    assert sacks(game) == 4
    sack(game)
    assert sacks(game) == 5
    assert "stop" in offered(game)


def test_the_harvest_within_one_begun_by_an_effect() -> None:
    game = turn("espionage")
    sack(game)
    play(game, "raid")
    for _ in range(3):
        sack(game)
    assert sacks(game) == 4
    assert game.question is not None
    assert game.question.prompt == "Harvest: 2 to place."
    sack(sack(game))
    assert sacks(game) == 6
    assert "stop" in offered(game)


def test_no_third_within_the_second_but_what_does_not_nest() -> None:
    game = turn("espionage", "raid")
    assert menu(game) == ["ship"]
    play(game, "ship")
    assert seen(game, "Anna", "ships") == 1
    assert menu(game) == []
    for _ in range(3):
        sack(game)
    assert menu(game) == ["espionage", "raid"]


def test_a_turn_that_ends_within_both_leaves_nothing_open() -> None:
    game = turn("espionage", "raid", "home")
    assert game.seat == 1
    play(game, "stop", "skip", "stop")
    assert game.seat == 0
    assert menu(game) == ["espionage", "raid", "ship"]
    play(game, "raid")
    assert menu(game) == ["espionage", "raid", "ship"]
    play(game, "espionage")
    assert menu(game) == ["ship"]
    for placed in range(3):
        assert sacks(game) == placed
        sack(game)
    assert menu(game) == ["espionage", "raid", "ship"]


def test_each_remembers_its_own_tile_and_rival() -> None:
    game = turn("espionage", "espionage")
    assert seen(game, "the game", "box") == ["Espionage", "Espionage"]
    for _ in range(6):
        sack(game)
    told = [line.text for line in game.log if "like" in line.text]
    assert told == ["Anna has harvested 3 like Ben with Espionage"] * 2


def test_a_vector_in_the_middle_of_two_goes_on_in_another_process() -> None:
    program = probe("nested-harvest", 2)
    game = play(begin(program), "stop", "harvest", "espionage", "raid")
    other = load_program(program.compiled)
    state = list(game.state)
    while not game.over:
        code = game.codes[0]
        assert other.choices(state) == game.codes
        other.take(state, code)
        game.choose(code)
        assert state == game.state
