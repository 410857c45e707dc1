"""What lies open between walls, and how long walls are, against a search in the plane by the names of what is built."""

from __future__ import annotations

import random

import pytest
from probe_play import begin, probe, seen
from tests.check.test_edges import OUTLINES, Point
from tests.engine.test_grids import grid

OUTLINE = OUTLINES["hexagons"]
YARDS = grid(4, 3, shape="hexagons")
POINTS = {
    name: {how: (2 * x + y + across, 3 * y + down) for how, (across, down) in OUTLINE.items()}
    for name, (x, y) in zip(YARDS.members, YARDS.spots, strict=True)
}
"""The corners of each yard in the plane, by their directions from it."""


def points_of(name: str) -> set[Point]:
    """Return the ends of a side, or the corner as one point, by a name such as `a1-b1`, `a1-above-left` or `a1-top`."""
    yards = [part for part in name.split("-") if part in POINTS]
    where = name.removeprefix("-".join(yards)).strip("-").replace("top", "above").replace("bottom", "below")
    shared = set.intersection(*(set(POINTS[yard].values()) for yard in yards))
    if len(yards) > 1:
        others = {point for yard in POINTS.keys() - set(yards) for point in POINTS[yard].values()}
        return shared - others if where else shared
    how = f"{where.replace('-', ' ')} of" if "-" in where else where
    if "top" in name or "bottom" in name:
        return {POINTS[yards[0]][how]}
    hows = list(OUTLINE)
    at = ["above right of", "right", "below right of", "below left of", "left", "above left of"].index(how)
    return {POINTS[yards[0]][hows[at]], POINTS[yards[0]][hows[(at + 1) % 6]]}


def opened(walls: set[str]) -> set[str]:
    """Return the yards that no walls part from b2."""
    closed = [points_of(wall) for wall in walls]
    found, waiting = {"b2"}, ["b2"]
    while waiting:
        here = set(POINTS[waiting.pop()].values())
        for other, points in POINTS.items():
            border = here & set(points.values())
            if other not in found and len(border) == 2 and border not in closed:
                found.add(other)
                waiting.append(other)
    return found


def longest(walls: list[set[Point]], closed: set[Point], end: Point | None = None) -> int:
    """Return the length of the longest way along walls that passes through no closed point."""
    best = 0
    for at, wall in enumerate(walls):
        for point in wall:
            if end is None or point == end:
                (other,) = wall - {point}
                rest = walls[:at] + walls[at + 1 :]
                best = max(best, 1 if other in closed else 1 + longest(rest, closed, other))
    return best


@pytest.mark.slow
def test_walls_and_towers_are_where_their_names_say() -> None:
    cut = 0
    for seed in range(4):
        chance, game = random.Random(seed), begin(probe("walled-yards", 2), seed)
        walls: dict[str, set[str]] = {"Ash": set(), "Birch": set()}
        towers: dict[str, set[str]] = {"Ash": set(), "Birch": set()}
        while not game.over:
            names, answers = list(walls), game.names()
            grown = [one for one in answers if one.startswith("tower") and chance.random() < 0.5]
            answer = chance.choice(grown or answers)
            owner, (kind, _, built) = names[game.seat], answer.partition(" ")
            (walls if kind == "wall" else towers)[owner].add(built)
            game.choose(answer)
            assert set(str(seen(game, owner, "open")).split(", ")) == opened(walls["Ash"] | walls["Birch"])
            for one, other in (names, names[::-1]) if sum(map(len, walls.values())) < 15 else ():
                closed = {point for tower in towers[other] for point in points_of(tower)}
                own = [points_of(wall) for wall in walls[one]]
                assert seen(game, one, "longest") == (length := longest(own, closed))
                cut += length < longest(own, set())
    assert cut
