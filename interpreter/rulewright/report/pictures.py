"""Pictures of declared things, in the units of an SVG view box: a grid with what lies on it, the face of a piece."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

from rulewright.report.table.model import Grid, Space
from rulewright.rulebook.model import GridPicture
from rulewright.rulebook.phrases import plain_text

CELL, EDGE = (96, 64), 22
"""Width and height of a space, and the room for the names of columns and rows."""

LETTERS, LINES = 15, 4
"""How many letters of a line, and how many lines, fit on a space."""


class Named(NamedTuple):
    """The name of a column or row, and where it stands."""

    at: int
    text: str


class Spot(NamedTuple):
    """A space: its corner, its name, the lines on it, the player whose it is."""

    x: int
    y: int
    label: str
    lines: tuple[str, ...]
    seat: int | None
    offered: bool
    changed: bool

    @property
    def bare(self) -> Spot:
        """The space with nothing on it."""
        return self._replace(lines=(), seat=None, offered=False, changed=False)


class Board(NamedTuple):
    """A grid as it is drawn."""

    title: str
    width: int
    height: int
    columns: tuple[Named, ...]
    rows: tuple[Named, ...]
    spots: tuple[Spot, ...]


def board(grid: Grid, seats: Sequence[str] = ()) -> Board:
    """Return a grid with what lies on its spaces; `seats` are the names of the players."""
    width, height = CELL
    spots = tuple(
        _spot_drawing(space, EDGE + x * width, EDGE + y * height, seats)
        for y, row in enumerate(grid.spaces) for x, space in enumerate(row) if space is not None
    )  # fmt: skip
    columns = tuple(Named(EDGE + x * width + width // 2, name) for x, name in enumerate(grid.columns))
    rows = tuple(Named(EDGE + y * height + height // 2 + 4, name) for y, name in enumerate(grid.rows))
    size = EDGE + len(grid.columns) * width + 2, EDGE + len(grid.rows) * height + 2
    return Board(grid.title, *size, columns, rows, spots)


def _spot_drawing(space: Space, x: int, y: int, seats: Sequence[str]) -> Spot:
    texts = [seats[seat] for seat in space.seats]
    texts += [piece.text for piece in space.markers]
    for cell in space.cells:
        texts += [piece.text for piece in cell.pieces] if cell.pieces is not None else [cell.text] * (not cell.empty)
    lines = [line for text in texts for line in wrap(text, LETTERS)]
    shown = lines if len(lines) <= LINES else [*lines[: LINES - 1], "…"]
    owner = space.seats[0] if space.seats else next((p.seat for p in space.markers if p.seat is not None), None)
    return Spot(x, y, space.label, tuple(shown), owner, space.offered, space.changed)


def grid_picture(picture: GridPicture) -> Board:
    """Return a declared grid with nothing but the names of its spaces."""
    table = picture.table
    columns, *rows = [
        [plain_text(cell) for cell in cells] for cells in (table.head, *(row.cells for row in table.rows))
    ]
    spaces = tuple(tuple(Space(name, name) if name else None for name in row[1:]) for row in rows)
    drawn = board(Grid(picture.title, picture.title, tuple(columns[1:]), tuple(row[0] for row in rows), spaces))
    return drawn._replace(spots=tuple(spot._replace(lines=(spot.label,)) for spot in drawn.spots))
