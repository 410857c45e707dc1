"""Boards as drawings: where each space is, and what is drawn on it.

A grid is drawn as a grid, in one of hexagons each row half a space further than the one above, a path in rows that turn
back like a street, and all may have a picture behind them with the positions that the look of a ruleset gives.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from rulewright.report.drawing.faces import TextLine, Token
from rulewright.report.drawing.fitting import LEADING, Fitted, fitted
from rulewright.report.drawing.styles import BACK
from rulewright.report.table.cropping import cropped
from rulewright.report.table.model import Cell, Grid, Path, Piece, Space

if TYPE_CHECKING:
    from rulewright.engine.table_rules import BoardLook
    from rulewright.report.drawing.styles import Styles

SIDE, EDGE, GAP, ICON = 72, 20, 4, 18
"""The width of a space, the room for the names of columns and rows, the gap between spaces, the width of an icon."""
ACROSS = 9
"""How many stops of a path lie side by side."""
ROW = 66
"""How far it is from one row of hexagons to the next."""
SQUARE_BAR, HEXAGON_BAR, THICKNESS, DOT = 54, 22, 12, 20
"""How long the sides of squares and of hexagons are drawn, and how thick; and how broad a corner."""


class Tile(NamedTuple):
    """A piece that lies on a space: where it begins and how high it is, its colours, and its text."""

    y: float
    height: float
    colour: str
    ink: str
    icon: str
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """A space as it is drawn, with its corner; `label` says in words what is there."""

    about: str
    name: str
    label: str
    """Also says whether it can be chosen now."""
    x: int
    y: int
    side: int
    tile: Tile | None
    owner: Token | None
    """The player who has the space, where nothing else lies there: drawn large."""
    tokens: tuple[Token, ...]
    lines: tuple[TextLine, ...]
    offered: bool
    changed: bool
    hexagon: bool = False


class Bar(NamedTuple):
    """A side, a link or, round, a corner as it is drawn around its middle; `label` says what is there."""

    about: str
    label: str
    x: float
    y: float
    width: int
    height: int
    angle: int
    token: Token | None
    """Whoever has it, or what is there."""
    offered: bool
    changed: bool
    shown: bool = False
    """Whether it is drawn also while nobody has it."""


class Board(NamedTuple):
    """A grid or path as it is drawn: its size, the names of columns and rows, its spaces, the picture behind it."""

    about: str
    title: str
    width: int
    height: int
    names: tuple[TextLine, ...]
    spots: tuple[Spot, ...]
    picture: str = ""
    legend: tuple[str, ...] = ()
    """What the letters of marks mean."""
    bars: tuple[Bar, ...] = ()


class BoardArtist:
    """Draws the boards of one program."""

    def __init__(self, styles: Styles, seats: Sequence[str], choosable: str = "") -> None:
        self.styles, self.seats, self.choosable = styles, seats, choosable
        self.spot = lru_cache(maxsize=4096)(self._spot)  # most spaces look the same from one table to the next

    def board(self, section: Grid | Path) -> Board:
        """Return a board of a table."""
        return self.grid(section) if isinstance(section, Grid) else self.path(section)

    def grid(self, grid: Grid, named: bool = False) -> Board:
        """Return a grid with what lies on it; `named` writes the names of spaces on them."""
        if (look := self._look_of(grid)) is not None:
            return self._placed(grid, look)
        grid = cropped(grid)
        board = grid_board(grid, partial(self.spot, named=named and not grid.hexagons, hexagon=grid.hexagons))
        return board._replace(bars=tuple(self._bars(grid, board.spots[0])))

    def path(self, path: Path) -> Board:
        """Return a path: from left to right, back below from right to left, and so on."""
        if (look := self._look_of(path)) is not None:
            return self._placed(path, look)
        step, across = SIDE + GAP, min(ACROSS, len(path.stops))
        spots = []
        for at, stop in enumerate(path.stops):
            y, x = divmod(at, across)
            spots.append(self.spot(stop, (across - 1 - x if y % 2 else x) * step + GAP, y * step + GAP, named=True))
        rows = -(-len(path.stops) // across)
        return Board(path.about, path.title, across * step + GAP, rows * step + GAP, (), tuple(spots))

    def _look_of(self, board: Grid | Path) -> BoardLook | None:
        return self.styles.boards.get(board.about.partition(" ")[0])

    def _placed(self, board: Grid | Path, look: BoardLook) -> Board:
        """Return a board whose spaces are where its look puts them; those that it does not place are not drawn."""
        spots = [
            self.spot(space, at[0] - SIDE // 2, at[1] - SIDE // 2, named=isinstance(board, Path),
                      hexagon=isinstance(board, Grid) and board.hexagons)
            for space in board.spaces_on if (at := look.at.get(space.about.partition(" ")[2]))
        ]  # fmt: skip
        size = look.size or [max(at[axis] for at in look.at.values()) + SIDE // 2 + GAP for axis in (0, 1)]
        return Board(board.about, board.title, size[0], size[1], (), tuple(spots), look.picture)

    # -- sides and corners

    def _bars(self, grid: Grid, first: Spot) -> Iterator[Bar]:
        """Yield the sides and corners of a grid, of which the first space that is drawn says where all are."""
        column, row = next(
            (x, y) for y, each in enumerate(grid.spaces) for x, space in enumerate(each)
            if space is not None and space.about == first.about
        )  # fmt: skip
        side = HEXAGON_BAR if grid.hexagons else SQUARE_BAR
        for width, edge in [*((side, edge) for edge in grid.sides), *((DOT, edge) for edge in grid.corners)]:
            across, down = edge.x / 6 - column, edge.y / 6 - row
            x, y = across * (SIDE + GAP), down * (SIDE + GAP)
            if grid.hexagons:
                x, y = (across + down / 2) * (SIDE + GAP), down * ROW
            middle = round(first.x + SIDE / 2 + x, 1), round(first.y + SIDE / 2 + y, 1)
            angle = 90 if edge.y % 6 == 0 else 0 if not grid.hexagons else 30 if edge.x % 6 else -30
            yield self.bar(edge.space, *middle, width, 0 if width == DOT else angle)

    def bar(self, space: Space, x: float, y: float, width: int, angle: int) -> Bar:
        """Return a side or a corner with what is there."""
        tokens = [self.of_seat(seat) for seat in space.seats]
        pieces = [piece for cell in space.cells for piece in cell.pieces or ()]
        tokens += [self.of_marker(piece) for piece in (*space.markers, *pieces)]
        tokens += [
            Token("disc", BACK, "#ffffff", cell.text[:2], cell.text)
            for cell in space.cells if cell.pieces is None and not cell.empty
        ]  # fmt: skip
        token = tokens[0] if tokens else None
        height = DOT if width == DOT else THICKNESS
        return Bar(space.about, self.words_of(space), x, y, width, height, angle, token, space.offered, space.changed)

    # -- spaces

    def _spot(self, space: Space, x: int, y: int, named: bool = False, hexagon: bool = False) -> Spot:
        """Return a space with its corner; `named` writes its name on it. Hexagons always have theirs."""
        pieces = [piece for cell in space.cells for piece in cell.pieces or ()]
        values = [cell for cell in space.cells if cell.pieces is None and not cell.empty]
        tokens = [self.of_seat(seat) for seat in space.seats]
        owner = tokens.pop() if len(tokens) == 1 and not (pieces or values or space.markers or named) else None
        tokens += [self.of_marker(piece) for piece in (*space.markers, *pieces[1:])]
        tokens += [
            self.of_seat(cell.seat)._replace(letters=str(cell.number))
            for cell in values if cell.seat is not None and cell.number is not None
        ]  # fmt: skip
        values = [cell for cell in values if cell.seat is None or cell.number is None]
        top = 4 + (10 if named else 0)
        tile = self._tile(pieces[0], top, SIDE - top - (24 if tokens else 4)) if pieces else None
        lines = [*self._name_lines(space, named), *self._value_lines(values, bool(tile), named)]
        return Spot(
            space.about, space.label, self.words_of(space), x, y, SIDE, tile, owner, tuple(tokens), tuple(lines),
            space.offered, space.changed, hexagon,
        )  # fmt: skip

    def words_of(self, space: Space) -> str:
        """Return what is on a space in words: `d4: Pepper x2, Marker 5 (Green)`."""
        there = [self.seats[seat] for seat in space.seats] + [piece.text for piece in space.markers]
        there += [cell.text for cell in space.cells if not cell.empty]
        said = f"{space.label}: {', '.join(there)}" if there else space.label
        return f"{said}, {self.choosable}" if space.offered else said

    def of_seat(self, seat: int) -> Token:
        """Return the marker of a player."""
        style = self.styles.of_seat(seat)
        return Token(style.shape, style.colour, style.ink, style.letters, self.seats[seat])

    def of_marker(self, piece: Piece) -> Token:
        """Return a thing that lies on a space beside others; that of a player has the player's sign and colour."""
        style = self.styles.of_seat(piece.seat) if piece.seat is not None else self.styles.of_piece(piece)
        number = piece.label.rpartition(" ")[2]
        letters = number if number.isdecimal() else piece.label[:1].upper()
        return Token(style.shape if piece.seat is not None else "disc", style.colour, style.ink, letters, piece.text)

    def _tile(self, piece: Piece, top: float, height: float) -> Tile:
        if not piece.known:
            number = TextLine(SIDE / 2, top + height / 2 + 5, 14, str(piece.number), "middle")
            return Tile(top, height, BACK, "#ffffff", "", (number,) * (piece.number > 1))
        style = self.styles.of_piece(piece)
        said = [piece.counted, *piece.notes, *piece.printed]
        icon = ICON + 2 if style.icon else 0
        texts = [fitted(text, SIDE - 12, 30 if at == 0 else 20, 12 if at == 0 else 9) for at, text in enumerate(said)]
        shown = _fitting_texts(texts, height - icon - 4)
        above = (height - icon - sum(text.height for text in shown)) / 2
        return Tile(top, height, style.colour, style.ink, style.icon, tuple(_centred(shown, top + above + icon)))

    def _name_lines(self, space: Space, named: bool) -> Iterator[TextLine]:
        bare = not (space.cells or space.markers or space.seats)
        if named and bare:
            name = fitted(space.label, SIDE - 6, 30, 13)
            yield from (line._replace(style="middle soft") for line in _centred([name], (SIDE - name.height) / 2))
        elif named:
            yield TextLine(SIDE / 2, 11, 8, space.label, "middle soft")

    def _value_lines(self, values: Sequence[Cell], covered: bool, named: bool) -> Iterator[TextLine]:
        if not covered:
            texts = [fitted(cell.text, SIDE - 10, 30, 11) for cell in values]
            yield from _centred(_fitting_texts(texts, SIDE - 16), 16 if named else 8)


def grid_board(grid: Grid, spot: Callable[[Space, int, int], Spot]) -> Board:
    """Return a grid whose spaces are drawn by a function, from the space and its corner."""
    step, columns, rows = SIDE + GAP, grid.columns, grid.rows
    spaces = [
        (x, y, space) for y, row in enumerate(grid.spaces) for x, space in enumerate(row) if space is not None
    ]  # fmt: skip
    if grid.hexagons:
        return _hexagon_board(grid, spaces, spot)
    spots = [spot(space, EDGE + x * step, EDGE + y * step) for x, y, space in spaces]
    names = [TextLine(EDGE + x * step + SIDE / 2, 14, 12, name, "middle") for x, name in enumerate(columns)]
    names += [TextLine(EDGE / 2, EDGE + y * step + SIDE / 2 + 4, 12, name, "middle") for y, name in enumerate(rows)]
    rim = DOT // 2 if grid.sides else 0
    size = EDGE + len(columns) * step + rim, EDGE + len(rows) * step + rim
    return Board(grid.about, grid.title, *size, tuple(names), tuple(spots), legend=_legend(grid))


def _hexagon_board(
    grid: Grid, spaces: Sequence[tuple[int, int, Space]], spot: Callable[[Space, int, int], Spot]
) -> Board:
    """Return a grid of hexagons, which have their names on them."""
    half, first, rim = (SIDE + GAP) // 2, min(2 * x + y for x, y, _ in spaces), DOT // 2 + GAP if grid.sides else GAP
    spots = [spot(space, rim + (2 * x + y - first) * half, 2 * GAP + rim + y * ROW) for x, y, space in spaces]
    width, height = max(one.x for one in spots) + SIDE + rim, max(one.y for one in spots) + SIDE + 2 * GAP + rim
    return Board(grid.about, grid.title, width, height, (), tuple(spots), legend=_legend(grid))


def bare_spot(space: Space, x: int, y: int, hexagon: bool = False) -> Spot:
    """Return a space with nothing but its name."""
    name = () if hexagon else (TextLine(SIDE / 2, SIDE / 2 + 4, 11, space.label, "middle"),)
    return Spot(space.about, space.label, space.label, x, y, SIDE, None, None, (), name, False, False, hexagon)


@lru_cache(maxsize=64)
def board_artist(styles: Styles, seats: tuple[str, ...], choosable: str) -> BoardArtist:
    """Return the artist for a program's boards and these players; `choosable` is said of what can be chosen."""
    return BoardArtist(styles, seats, choosable)


def _legend(grid: Grid) -> tuple[str, ...]:
    """Return what the marks of facts mean; things have their names on them."""
    marks = [piece.label for space in grid.spaces_on for piece in space.markers if "." in piece.about.partition(" ")[0]]
    return tuple(f"{label[:1].upper()} {label}" for label in sorted(set(marks)))


def _fitting_texts(texts: Sequence[Fitted], room: float) -> list[Fitted]:
    """Return the texts that find room, the first one in any case; the label of a space says all of them."""
    found, used = list(texts[:1]), texts[0].height if texts else 0
    for text in texts[1:]:
        used += text.height
        if used > room:
            break
        found.append(text)
    return found


def _centred(texts: Sequence[Fitted], top: float) -> Iterator[TextLine]:
    for text in texts:
        for at, line in enumerate(text.lines):
            y = round(top + (at * LEADING + 0.92) * text.size, 1)
            yield TextLine(SIDE / 2, y, text.size, line, "middle")
        top += text.height
