"""Ways that are walled in, and ways along links, compared with a search that looks at one thing at a time."""

from __future__ import annotations

import random

import pytest
from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game

COLUMNS = "abcdefghi"
KNOTS = {column + str(row) for column in COLUMNS[:-1] for row in range(1, 9)}


def spaces(game: Game, fact: str) -> set[str]:
    """Return a set of spaces of the game."""
    return {name for name in str(seen(game, "the game", fact)).split(", ") if name != "nothing"}


def moved(space: str, across: int, down: int) -> str:
    """Return the space so many columns and rows away."""
    return chr(ord(space[0]) + across) + str(int(space[1:]) + down)


def steps(space: str, below: set[str], right: set[str]) -> list[str]:
    """Return the spaces that no hedge parts from a space."""
    down, up = moved(space, 0, 1), moved(space, 0, -1)
    east, west = moved(space, 1, 0), moved(space, -1, 0)
    found = [(down, space not in below), (up, up not in below), (east, space not in right), (west, west not in right)]
    return [to for to, is_open in found if is_open and to[0] in COLUMNS and to[1:] in "123456789" and to[1:]]


def crosses(start: str, row: str, below: set[str], right: set[str]) -> bool:
    """Return whether a way leads to a row."""
    found, waiting = {start}, [start]
    while waiting:
        new = set(steps(waiting.pop(), below, right)) - found
        found |= new
        waiting += new
    return any(space[1:] == row for space in found)


@pytest.mark.slow
def test_hedges_leave_everybody_a_way() -> None:
    refused = 0
    for seed in range(3):
        chance, game = random.Random(seed), begin(probe("hedge-race", 2), seed)
        while not game.over and len(game.decisions) < 24:
            flat = [name for name in offered(game) if name.startswith("flat ")]
            below, right = spaces(game, "hedged below"), spaces(game, "hedged right")
            knots, standing = spaces(game, "flat knots"), spaces(game, "upright knots")
            free = KNOTS - knots - standing - {moved(knot, by, 0) for knot in knots for by in (-1, 1)}
            runners = [(str(seen(game, "White", "stands on")), "1"), (str(seen(game, "Black", "stands on")), "9")]
            with_it = {knot: below | {knot, moved(knot, 1, 0)} for knot in free}
            fair = {knot for knot in free if all(crosses(*runner, with_it[knot], right) for runner in runners)}
            refused += len(free - fair)
            if flat:
                assert {name.removeprefix("flat ") for name in flat} == fair
            game.choose(chance.choice(game.codes))
    assert refused


def test_lines_join_towns() -> None:
    lines = ("north-bend", "north-mill", "bend-port", "hill-lake", "port-lake", "mill-hill", "lake-isle")
    game = play(begin(probe("railways", 2)), *lines)
    # Red: lines of 2, 4, 2 and 3, four steps from North bay to Lost isle, five towns, a path of 11, or of 4 lines.
    # Blue: lines of 3, 1 and 2, four towns, a path of 6, or of the 2 lines on one side of Old mill.
    assert game.totals() == [11 + (10 - 4) + 5 + 11 + 4, 6 + 4 + 6 + 2]


def test_a_longest_path_uses_each_line_once() -> None:
    lines = ("bend-mill", "hill-port", "mill-hill", "bend-port", "north-bend", "hill-lake", "north-mill")
    game = play(begin(probe("railways", 2)), *lines)
    # Red has a triangle of 1, 2 and 3 with a tail of 2 at Old mill: one path of all four lines; three are one from
    # Old mill round to Old mill, past which none goes on.
    assert game.scores()[0]["Longest path"] == 8 + 3


def test_no_two_lines_join_the_same_towns_for_one_player() -> None:
    game = play(begin(probe("railways", 2)), "bend-mill", "north-bend")
    assert "bend-mill-slow" not in offered(game)
    assert "bend-mill-slow" in offered(play(game, "mill-hill"))


def test_on_hexagons_exactly_one_player_joins_the_sides() -> None:
    winners = set()
    for seed in range(20):
        chance, game = random.Random(seed), begin(probe("joined-sides", 2), seed)
        while not game.over:
            game.choose(chance.choice(game.codes))
        assert sum(game.totals()) == 1
        winners.add(tuple(game.totals()))
    assert len(winners) == 2
