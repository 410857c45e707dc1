"""Random games for every number of players: no dead end, every `always` rule holds, and every vector fits together."""

from __future__ import annotations

import pytest
from random_games import EVERY_TABLE, example, games, positions, program
from standing import Standing
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.engine import Game
from rulewright.engine.words import choice_names
from rulewright.players.seats import random_choice

EXAMPLES = ("tic-tac-toe", "kuhn-poker", "connect-four", "breakthrough")


def play_and_look(played: Program, numbers: range, every: int = 1) -> None:
    """Play games; at every decision nothing is wrong with the vector, and what must always hold does."""
    standing = Standing(played)
    for number in numbers:
        for asked, (state, codes) in enumerate(positions(played, number), 1):
            broken = [i for i, holds in enumerate(played.always) if not holds(state)]
            assert not broken, f"game {number}, decision {asked}: {played.tables.invariants[broken[0]].name}"
            assert len(codes) == len(set(codes)) != 1
            if asked % every == 0 or not codes:
                assert standing.problems(state) == [], f"game {number}, decision {asked}"


@pytest.mark.slow
@pytest.mark.parametrize("seats", sampled(3, EVERY_TABLE))
def test_random_games_keep_what_must_always_hold(seats: int) -> None:
    play_and_look(program(seats), games(25))


@pytest.mark.parametrize("name", EXAMPLES)
def test_so_do_the_examples(name: str) -> None:
    play_and_look(example(name), games(25))


@pytest.mark.slow
@pytest.mark.parametrize("seats", sampled(3, EVERY_TABLE))
def test_the_end_has_points_and_places(seats: int) -> None:
    """Every seat has a place, and who has more points never stands behind who has fewer."""
    for number in games(10, 200):
        game = Game.start(program(seats), seed=number)
        while (question := game.question) is not None:
            assert 0 <= question.seat < seats and len(question.choices) > 1
            game.choose(random_choice(question, number, len(game.decisions)))
        totals, places = game.totals(), game.ranking()
        assert sorted(seat for together in places for seat in together) == list(range(seats))
        best = [max(totals[seat] for seat in together) for together in places]
        assert best == sorted(best, reverse=True)


@pytest.mark.parametrize("seats", EVERY_TABLE)
def test_choices_of_a_question_have_different_names(seats: int) -> None:
    """A save and a scenario name their choices, so one name never means two of them."""
    played = program(seats)
    for number in games(5, 100):
        for _, codes in positions(played, number):
            names = choice_names(played, codes)
            assert len(names) == len(set(names))


def test_the_look_finds_what_is_wrong() -> None:
    """A vector that was changed is found out: a lost piece, a piece twice, a number out of range, a wrong mark."""
    played = program(4)
    standing = Standing(played)
    state = next(state for state, _ in positions(played, 1))
    for entry in played.entries:
        if entry.what in ("place", "location", "derived") and entry.name != "seed":
            changed = list(state)
            changed[entry.start] ^= 1
            assert standing.problems(changed), entry.name
        if entry.what == "fact":
            changed = list(state)
            changed[entry.start] = entry.high + 1
            assert standing.problems(changed), entry.name
