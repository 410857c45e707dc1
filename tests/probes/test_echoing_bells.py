"""Steps that do themselves: one that asks goes on where it was, one that does not goes as far as a search by hand."""

from __future__ import annotations

import itertools

import pytest
from probe_play import begin, offered, play, probe, seen

from rulewright.backends.python.loading import load_program
from rulewright.engine import Game
from rulewright.engine.position import Position

FIELDS = [(column, row) for column in range(4) for row in range(3)]


def turn(*answers: str) -> Game:
    """Anna begins and rings a bell; each echo asks which other one it rings twice."""
    return ring(begin(probe("echoing-bells", 2, traced=True)), *answers)


def ring(game: Game, bell: str, *answers: str) -> Game:
    return play(game, f"ring {bell}", *answers)


def told(game: Game) -> list[str]:
    return [line.text.removeprefix("Anna has rung ") for line in game.log if "has rung" in line.text]


@pytest.mark.parametrize(
    ("answers", "coins", "rung"),
    [
        (["gift"], 2, ["Gift."]),
        (["echo", "gift"], 2 * 2 + 2 + 4, ["Gift.", "Gift.", "Echo."]),
        (["echo", "echo", "gift", "gift"], 4 * 2 + 2 * (2 + 4) + 2 + 4, ["Gift.", "Gift.", "Echo."] * 2 + ["Echo."]),
    ],
)
def test_each_run_of_a_step_has_its_own_names(answers: list[str], coins: int, rung: list[str]) -> None:
    game = turn(*answers)
    assert seen(game, "Anna", "coins") == coins
    assert told(game) == rung
    assert offered(game)[-1] == "enough"


def test_the_end_of_a_step_ends_the_innermost_run() -> None:
    game = turn("echo", "rest", "off")
    assert seen(game, "Anna", "coins") == 2
    assert offered(game) == ["on", "off", "home"]
    play(game, "on")
    assert seen(game, "Anna", "coins") == 2 + 1 + 4
    assert told(game) == ["Rest.", "Echo."]


def test_the_end_of_a_turn_leaves_nothing_open() -> None:
    game = turn("echo", "echo", "rest", "on", "home")
    assert game.seat == 1 and told(game) == ["Rest."]
    ring(game, "echo", "rest", "on", "on")
    assert seen(game, "Ben", "coins") == 1 + 2 + 1 + 4
    assert offered(game)[-1] == "enough"


def test_what_is_under_way_is_known_in_the_middle_of_it() -> None:
    game = turn("echo", "echo", "rest")
    under_way = Position(game.program, game.state).rules_under_way
    assert [name for name in under_way if name.startswith(("phase.", "step.", "bell."))] == [
        "phase.turn", "step.ring", "bell.echo.ring", "bell.rest.ring",
    ]  # fmt: skip


def test_a_vector_in_the_middle_goes_on_in_another_process() -> None:
    game = ring(begin(probe("echoing-bells", 2)), "echo", "echo", "rest")
    other, state = load_program(game.program.compiled), list(game.state)
    while not game.over:
        code = game.codes[0]
        assert other.choices(state) == game.codes
        other.take(state, code)
        game.choose(code)
        assert state == game.state


@pytest.mark.parametrize("start", ["a1", "b2", "d3"])
def test_a_sound_is_heard_as_far_as_it_carries(start: str) -> None:
    game = turn("drum", start)
    column, row = ord(start[0]) - ord("a"), int(start[1:]) - 1
    for (x, y), letter in itertools.product(FIELDS, "abcd"):
        if x == ord(letter) - ord("a"):
            heard = max(0, 4 - abs(x - column) - abs(y - row))
            assert seen(game, f"{letter}{y + 1}", "loudness") == heard
