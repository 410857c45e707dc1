"""Boards whose spaces have sides and corners, as lines."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.known_games.lines import HERE

from rulewright.engine import Game
from rulewright.report.screen.drawing import draw
from rulewright.report.screen.spans import text_of
from rulewright.report.table import look
from rulewright.workspace import load

pytestmark = pytest.mark.slow


def drawn(game: str, seats: int, answers: Sequence[str], width: int = 80) -> list[str]:
    """Return the lines of a game after some answers."""
    started = Game.start(load(str(HERE / game)).program(seats), 1)
    for answer in answers:
        started.choose(answer)
    return [text_of(line).rstrip() for line in draw(look(started, started.seat), width)]


def test_walls_stand_between_squares() -> None:
    lines = drawn("quoridor", 2, ("lay c3", "stand e4"))
    assert lines[6:11] == [
        "3    >.      >.       .      >.      >.      >.      >.      >.       .",
        "  +       +       +===#===#===#===+       +       +       +       +       +",
        "4    >.      >.      >.      >.       .   #  >.      >.      >.       .",
        "  +       +       +       +       +       #       +       +       +       +",
        "5    >.      >.      >.      >.      >.   #  >.      >.      >.       .",
    ]


def test_sides_and_corners_of_hexagons_show_whose_they_are_and_what_can_be_chosen() -> None:
    lines = drawn("catan", 3, ("c3-c4-d3", "c3-d3"))
    assert "Rs" in lines[9]
    asked = drawn("catan", 3, ("c3-c4-d3",))
    marks = sum(line.count(">") for line in asked[: asked.index("")])
    assert marks == 2 + 2, "the upright one of three sides stands on both lines of its row"
    names = [
        f"{column}{row}" for row, columns in enumerate(("cde", "bcde", "abcde", "abcd", "abc"), 1) for column in columns
    ]
    assert all(any(name in line for line in lines) for name in names)


def test_no_line_is_longer_than_the_screen() -> None:
    for width in (60, 80, 140):
        for game, seats in (("quoridor", 2), ("catan", 4)):
            assert max(map(len, drawn(game, seats, (), width)[:19])) <= width
