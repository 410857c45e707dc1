"""Directions, distances and rows on rings of hexagons, compared with their positions in the plane."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from probe_play import begin, play, probe, seen

from rulewright.engine import Game

ROWS = {1: "cde", 2: "bcde", 3: "abcde", 4: "abcd", 5: "abc"}
MIDDLES = {
    f"{column}{row}": (2 * "abcde".index(column) + row, row) for row, columns in ROWS.items() for column in columns
}
"""Halves of a hexagon to the right, and rows down."""


def camps(game: Game, owner: str) -> set[str]:
    """Return where somebody's camps are."""
    found = seen(game, owner, "camps")
    return set(str(found).split(", ")) if found != "nothing" else set()


def away(start: str, end: str) -> int:
    """Return how many steps it is from one to another."""
    (x, y), (to_x, to_y) = MIDDLES[start], MIDDLES[end]
    across, down = abs(x - to_x), abs(y - to_y)
    return down + max(0, across - down) // 2


def is_row(three: tuple[str, ...]) -> bool:
    """Tell whether three lie side by side in a line."""
    (x, y), (mid_x, mid_y), (to_x, to_y) = sorted(MIDDLES[one] for one in three)
    way = (mid_x - x, mid_y - y)
    return way == (to_x - mid_x, to_y - mid_y) and way in ((2, 0), (1, 1), (1, -1))


@pytest.mark.slow
def test_it_goes_as_in_the_plane() -> None:
    chance, climbed, rows = random.Random(7), 0, 0
    for number in range(12):
        game = begin(probe("ring-camps", 2), number)
        while not game.over:
            seat = game.question.seat
            name = ("Ash", "Birch")[seat]
            herd = str(seen(game, name, "herd"))
            offered = {choice.name.split()[1] for choice in game.question.choices if choice.name[:4] != "camp"}
            x, y = MIDDLES[herd]
            assert offered == {one for one, at in MIDDLES.items() if abs(at[0] - x) == 1 and abs(at[1] - y) == 1}
            choice = chance.choice(game.question.choices)
            climbed += choice.name.startswith("climb")
            play(game, choice.name)
            found = any(map(is_row, combinations(sorted(camps(game, name)), 3)))
            assert found == game.over or len(camps(game, "Ash") | camps(game, "Birch")) == len(MIDDLES)
            rows += found
    assert climbed > 10 and rows > 3


def test_points_are_counted_as_in_the_plane() -> None:
    game = begin(probe("ring-camps", 2), 3)
    chance = random.Random(3)
    while not game.over:
        play(game, chance.choice(game.question.choices).name)
    for seat, name in enumerate(("Ash", "Birch")):
        herd, near = str(seen(game, name, "herd")), camps(game, name)
        parts = game.scores()[seat]
        assert parts["Near the herd"] == sum(away(herd, one) == 1 for one in near)
        assert parts["From the herd to the middle"] == 4 - away(herd, "c3")
        assert parts["Level with the herd"] == sum(
            away(herd, one) == 1 and MIDDLES[one][1] == MIDDLES[herd][1] for one in near
        )
