"""The faces of pieces for paper: in rulebooks, and on sheets to cut out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from rulewright.report.drawing.boards import Board, bare_spot, grid_board
from rulewright.report.drawing.faces import Face, face
from rulewright.report.drawing.styles import PLAIN, Style
from rulewright.report.table.model import Grid, Space
from rulewright.rulebook.phrases import plain_text

if TYPE_CHECKING:
    from rulewright.report.drawing.styles import Styles
    from rulewright.rulebook import model

FOOT = 11
"""The room below the last line of a face that is cut out, for what stands at its foot."""
MILLIMETRES = 0.375
"""The size of a unit on paper, where a card is twice as many units wide as on a screen: 63 mm."""


class PrintedFace(NamedTuple):
    """The drawn face of a piece, how many there are, and what stands below."""

    face: Face
    number: int
    foot: str

    @property
    def width(self) -> float:
        """The width on paper, in millimetres."""
        return self.face.width * MILLIMETRES

    @property
    def height(self) -> float:
        """The height on paper, in millimetres."""
        return self.face.height * MILLIMETRES


def small(of: model.Face, styles: Styles | None = None) -> PrintedFace:
    """Return a face as a small picture, without the sentences of its rule."""
    return _printed_face(of, (), styles, 1)


def large(of: model.Face, styles: Styles | None = None) -> PrintedFace:
    """Return a face with all that belongs to it, as it is cut out."""
    return _printed_face(of, of.text, styles, 2)


def declared_grid(picture: model.GridPicture) -> Board:
    """Return a grid as it is declared, with nothing but the names of its spaces."""
    _, *columns = map(plain_text, picture.table.head)
    rows = [[plain_text(cell) for cell in row.cells] for row in picture.table.rows]
    spaces = tuple(tuple(Space(name, name) if name else None for name in row[1:]) for row in rows)
    names = tuple(row[0] for row in rows)
    grid = Grid(picture.title, picture.title, tuple(columns), names, spaces, picture.hexagons)
    return grid_board(grid, partial(bare_spot, hexagon=picture.hexagons))


def _printed_face(of: model.Face, text: tuple[str, ...], styles: Styles | None, scale: int) -> PrintedFace:
    style = styles.of_member(*of.piece.split(".", 1)) if styles is not None and of.piece else Style(PLAIN)
    said = [*(f"{name}: {value}" for name, value in of.facts), *text]
    drawn = face(of.title, said, style, scale)
    lowest = max((line.y for line in drawn.lines), default=0)
    drawn = drawn._replace(height=max(drawn.height, int(lowest) + FOOT)) if scale > 1 else drawn
    return PrintedFace(drawn, of.number, f"{of.kind}, assumed" if of.assumed else of.kind)
