"""What is reached on a grid: captures, areas and parts, compared with a flood fill of single points."""

from __future__ import annotations

import random

from probe_play import begin, play, probe, seen

from rulewright.engine import Game

POINTS = [(column, row) for column in range(5) for row in range(5)]


def stones(game: Game, owner: str) -> set[tuple[int, int]]:
    """Return where somebody's stones lie."""
    found = seen(game, owner, "stones")
    return {(ord(name[0]) - ord("a"), int(name[1:]) - 1) for name in str(found).split(", ") if found != "nothing"}


def joined(start: tuple[int, int], within: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Return what is joined to a point within some."""
    found, waiting = {start}, [start]
    while waiting:
        x, y = waiting.pop()
        new = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & within - found
        found |= new
        waiting += new
    return found


def parts(points: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    """Return the connected parts of some points."""
    found: list[set[tuple[int, int]]] = []
    for point in sorted(points):
        if not any(point in part for part in found):
            found.append(joined(point, points))
    return found


def area(own: set[tuple[int, int]], other: set[tuple[int, int]]) -> int:
    """Return how many points are somebody's, or empty and joined to them."""
    empty = set(POINTS) - own - other
    touched = {
        part for part in map(frozenset, parts(empty)) if any(joined(stone, {stone} | part) & part for stone in own)
    }
    return len(own) + sum(map(len, touched))


def test_a_chain_without_liberties_is_captured() -> None:
    game = play(begin(probe("stone-chains", 2)), "lay b1", "lay a1", "lay a2")
    assert stones(game, "White") == set()


def test_random_games_agree_with_a_flood_fill() -> None:
    for seed in range(30):
        chance, game = random.Random(seed), begin(probe("stone-chains", 2), seed)
        while not game.over:
            game.choose(chance.choice(game.codes))
        black, white = stones(game, "Black"), stones(game, "White")
        pairs = [sum(len(part) == 2 for part in parts(own)) for own in (black, white)]
        assert game.totals() == [area(black, white) + pairs[0], area(white, black) + pairs[1]]
