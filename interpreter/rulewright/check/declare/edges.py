"""The sides and corners of a grid's spaces as things: what they are called, and what lies where."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.check.core import Axis, Figure
from rulewright.check.core.things import Domain, Type
from rulewright.check.declare.links import add_links
from rulewright.check.declare.table import SymbolTable
from rulewright.source.languages import phrases
from rulewright.syntax.expressions import Word

_WAYS = {
    "": {"above": (0, -1), "right of": (1, 0), "below": (0, 1), "left of": (-1, 0)},
    "hexagons": {
        "above right of": (1, -1), "right of": (1, 0), "below right of": (0, 1),
        "below left of": (-1, 1), "left of": (-1, 0), "above left of": (0, -1),
    },
}  # fmt: skip
"""By shape of the spaces, the directions of their sides clockwise, and how many columns and rows it is across them."""
_CORNERS = {
    "": ("above left of", "above right of", "below right of", "below left of"),
    "hexagons": ("above", "above right of", "below right of", "below", "below left of", "above left of"),
}
"""The directions of the corners where these sides begin."""
_MEETING = {"": 4, "hexagons": 3}
"""How many spaces meet at a corner."""

Spot = tuple[int, int]
Edges = dict[Spot, dict[int, str]]
"""Sides or corners by their spots: the number of each space there, and the direction in which it has them."""


def add_edges(table: SymbolTable, words: Iterable[Word], grid: Domain) -> None:
    """Add the sides and corners that a grid has as things, and the tables of what lies at them."""
    sides, corners, ends = _edges_of(grid)
    made = {word.text: _domain(table, word, grid, sides if word.text == "sides" else corners) for word in words}
    if "corners" in made:
        number = {spot: at for at, spot in enumerate(corners)}
        add_links(table, made["sides"], made["corners"], [1 << number[a] | 1 << number[b] for a, b in ends.values()])
        _lead(table, made["corners"], grid, corners)
    if made:
        add_links(table, made["sides"], grid, [sum(1 << space for space in spaces) for spaces in sides.values()])
        _lead(table, made["sides"], grid, sides)


def _edges_of(grid: Domain) -> tuple[Edges, Edges, dict[Spot, tuple[Spot, Spot]]]:
    """Return the sides and the corners of the spaces of a grid, and which corners are the ends of each side."""
    sides, corners, ends = Edges(), Edges(), dict[Spot, tuple[Spot, Spot]]()
    for number, (x, y) in enumerate(grid.spots):
        around = _spots_around(grid.shape, x, y)
        hows = zip(_WAYS[grid.shape], _CORNERS[grid.shape], strict=True)
        for at, (by_side, by_corner) in enumerate(hows):
            side, corner = around[at]
            sides.setdefault(side, {})[number] = by_side
            corners.setdefault(corner, {})[number] = by_corner
            ends[side] = corner, around[at + 1 - len(around)][1]
    return sides, corners, ends


def _spots_around(shape: str, x: int, y: int) -> list[tuple[Spot, Spot]]:
    """Return clockwise where the sides of a space are, each with the corner where it begins, in sixths of a space."""
    ways, part = list(_WAYS[shape].values()), 2 if shape else 3
    return [
        ((6 * x + 3 * across, 6 * y + 3 * down), (6 * x + part * (across + last[0]), 6 * y + part * (down + last[1])))
        for last, (across, down) in zip([ways[-1], *ways[:-1]], ways, strict=True)
    ]


def _domain(table: SymbolTable, word: Word, grid: Domain, edges: Edges) -> Domain:
    """Add the sides or corners of a grid as a list of things."""
    name, said = word.text.removesuffix("s"), phrases(table.language)
    members, labels = [], []
    for spaces in edges.values():
        at = [grid.members[space] for space in sorted(spaces)]
        inside = len(spaces) == (2 if name == "side" else _MEETING[grid.shape])
        where = "" if inside else _rim_direction(name, spaces.values())
        spaces_named = f" {said['and']} ".join([", ".join(at[:-1])] * (len(at) > 1) + at[-1:])
        members.append("-".join([*at, where] if where else at))
        labels.append(said[f"{name}-{where or 'between'}"].format(spaces=spaces_named))
    made = Domain(
        name, word.text, "names", members, labels, word.span, shape=grid.shape, spots=list(edges), grid=grid.name
    )
    table.add_domain(made)
    return made


def _rim_direction(name: str, hows: Iterable[str]) -> str:
    """Return on which side of its spaces something at the rim lies: `above-left` of a side, `top-left` of a corner."""
    words = {word for how in hows for word in how.split() if word != "of"}
    for one, other in (("above", "below"), ("left", "right")):
        words -= {one, other} if {one, other} <= words else set()
    called = {"above": "top", "below": "bottom"} if name == "corner" else {}
    return "-".join(called.get(word, word) for word in ("above", "below", "left", "right") if word in words)


def _lead(table: SymbolTable, edges: Domain, grid: Domain, found: Edges) -> None:
    """Declare which spaces lie at each side or corner, which of these each space has, and which in each direction."""
    of_edge, of_space = (Axis(edges, 0, edges.size),), (Axis(grid, 0, grid.size),)
    there, spaces = dict[str, list[int]](), [sum(1 << space for space in hows) for hows in found.values()]
    for number, hows in enumerate(found.values()):
        for space, how in hows.items():
            for key in (edges.plural, f"{edges.plural} {how}"):  # the latter is no name that rules could say
                there.setdefault(key, [0] * grid.size)[space] |= 1 << number
    table.led_by_links[edges.name, grid.plural] = Figure(
        f"{edges.name}.{grid.plural}", of_edge, Type("set", grid), spaces, edges.span, True
    )
    for key, values in there.items():
        figure = Figure(f"{grid.name}.{key}", of_space, Type("set", edges), values, edges.span, True)
        table.led_by_links[grid.name, key] = figure
