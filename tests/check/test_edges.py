"""The sides and corners of grids, against the points of their spaces' outlines in the plane."""

from __future__ import annotations

import pytest
from tests.engine.test_grids import grid

from rulewright.check.core import Figure
from rulewright.check.core.things import Domain
from rulewright.check.declare.edges import add_edges
from rulewright.check.declare.table import SymbolTable
from rulewright.diagnostics import NOWHERE, Findings
from rulewright.syntax.expressions import Word

OUTLINES = {
    "": {"above left of": (-1, -1), "above right of": (1, -1), "below right of": (1, 1), "below left of": (-1, 1)},
    "hexagons": {"above": (0, -2), "above right of": (1, -1), "below right of": (1, 1), "below": (0, 2),
                 "below left of": (-1, 1), "above left of": (-1, -1)},
}  # fmt: skip
"""By shape, the corners of a space clockwise, away from its middle."""
GRIDS = [grid(1, 1), grid(4, 3), grid(9, 9), grid(1, 4), grid(5, 1), grid(1, 5, shape="hexagons"),
         grid(5, 1, shape="hexagons"), grid(4, 3, shape="hexagons")]  # fmt: skip

Point = tuple[int, int]


def declared(spaces: Domain, language: str = "en") -> SymbolTable:
    """Return a symbol table with a grid, its sides and its corners."""
    table = SymbolTable(Findings(), "Test", 2, ["Ann", "Ben"], language=language)
    table.add_domain(spaces)
    add_edges(table, (Word(NOWHERE, "corners"), Word(NOWHERE, "sides")), spaces)
    return table


def outline(spaces: Domain, number: int) -> dict[str, Point]:
    """Return the points of a space by the direction in which they lie."""
    x, y = spaces.spots[number]
    middle = (2 * x + y, 3 * y) if spaces.shape else (2 * x, 2 * y)
    return {how: (middle[0] + across, middle[1] + down) for how, (across, down) in OUTLINES[spaces.shape].items()}


def things(figure: Figure, owner: int) -> set[int]:
    return {number for number in range(figure.values[owner].bit_length()) if figure.values[owner] >> number & 1}


def points_of(table: SymbolTable, spaces: Domain) -> dict[int, Point]:
    """Return where each corner is, which has to be the same seen from each of its spaces."""
    found: dict[int, Point] = {}
    for space in range(spaces.size):
        for how, point in outline(spaces, space).items():
            (corner,) = things(table.led_by_links[spaces.name, f"corners {how}"], space)
            assert found.setdefault(corner, point) == point
    return found


@pytest.mark.parametrize("spaces", GRIDS)
def test_sides_and_corners_are_those_of_the_outlines(spaces: Domain) -> None:
    table = declared(spaces)
    points, led = points_of(table, spaces), table.led_by_links
    assert len(set(points.values())) == len(points) == table.domains["corners"].size
    expected: dict[frozenset[Point], set[int]] = {}
    for space in range(spaces.size):
        around = list(outline(spaces, space).values())
        for one, other in zip(around, [*around[1:], around[0]], strict=True):
            expected.setdefault(frozenset((one, other)), set()).add(space)
        assert {points[corner] for corner in things(led[spaces.name, "corners"], space)} == set(around)
    sides = range(table.domains["sides"].size)
    ends = [frozenset(points[corner] for corner in things(led["side", "corners"], side)) for side in sides]
    assert {ends[side]: things(led["side", spaces.plural], side) for side in sides} == expected
    for corner, point in points.items():
        assert things(led["corner", "sides"], corner) == {side for side in sides if point in ends[side]}


@pytest.mark.parametrize("spaces", GRIDS)
def test_each_has_a_name_of_its_own(spaces: Domain) -> None:
    table = declared(spaces)
    names = [*table.domains["sides"].members, *table.domains["corners"].members, *spaces.members]
    labels = [*table.domains["sides"].labels, *table.domains["corners"].labels]
    assert len(set(names)) == len(names) and len(set(labels)) == len(labels)


def test_they_are_called_by_their_spaces() -> None:
    table = declared(grid(4, 3, shape="hexagons"))
    sides, corners = table.domains["sides"], table.domains["corners"]
    called = dict(zip([*sides.members, *corners.members], [*sides.labels, *corners.labels], strict=True))
    assert called["b2-c2"] == "the side between b2 and c2"
    assert called["a1-above-left"] == "the side above left of a1"
    assert called["b2-b3-c2"] == "the corner of b2, b3 and c2"
    assert called["b1-c1-top"] == "the top corner of b1 and c1"
    assert called["a2-a3-left"] == "the left corner of a2 and a3"
    assert called["a1-top-left"] == "the top left corner of a1"
    polish = declared(grid(4, 3), "pl").domains
    assert "bok między b2 i c2" in polish["sides"].labels and "prawy górny róg d1" in polish["corners"].labels


@pytest.mark.slow
@pytest.mark.parametrize(("spaces", "sides", "corners"), [(grid(9, 9), 180, 100), (grid(26, 99), 5273, 2700)])
def test_there_are_as_many_as_there_have_to_be(spaces: Domain, sides: int, corners: int) -> None:
    domains = declared(spaces).domains
    assert (domains["sides"].size, domains["corners"].size) == (sides, corners)
