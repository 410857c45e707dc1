"""The parts of a drawn table besides its boards: a mat for each player, places with their pieces, facts of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rulewright.report.drawing.boards import Board, board_artist
from rulewright.report.drawing.faces import Face, Token, face
from rulewright.report.drawing.styles import PLAIN, Style, Styles
from rulewright.report.table.model import Cell, Column, Facts, Grid, Path, Piece, Place, Row, Rows, Table
from rulewright.report.wording import word


class Pictured(NamedTuple):
    """A piece in a place: its face, how many there are, and whether it can be chosen now."""

    key: str
    """Stable from one table to the next, also where the piece lies somewhere else."""
    about: str
    label: str
    """Says all of it in words, also whether it can be chosen now."""
    face: Face
    number: int
    known: bool
    offered: bool
    changed: bool


class Stat(NamedTuple):
    """A value with its heading, and the icon of an amount."""

    about: str
    title: str
    text: str
    icon: str
    token: Token | None
    """The marker of the player whom it names."""
    soft: bool
    changed: bool
    offered: bool = False


class StatGroup(NamedTuple):
    """Values of one fact, by their keys."""

    title: str
    stats: tuple[Stat, ...]


@dataclass(frozen=True, slots=True)
class PlacePicture:
    """A place with its pieces as they are drawn; `total` counts all of them."""

    about: str
    title: str
    kind: str
    total: int
    pieces: tuple[Pictured, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class Mat:
    """All that belongs to one player, with the player's marker, or to another thing in its own style."""

    about: str
    label: str
    token: Token | None
    style: Style
    asked: bool
    mine: bool
    offered: bool
    groups: tuple[StatGroup, ...]
    places: tuple[PlacePicture, ...]


class Mats(NamedTuple):
    """Mats side by side: those of players begin with the reader's, and go on round the table."""

    about: str
    title: str
    mats: tuple[Mat, ...]


class GameFacts(NamedTuple):
    """Values of the game itself."""

    title: str
    stats: tuple[Stat, ...]


Part = Board | Mats | PlacePicture | GameFacts


class TableArtist:
    """Draws the parts of one table."""

    def __init__(self, styles: Styles, table: Table) -> None:
        self.styles, self.table = styles, table
        self.choosable = word("choosable")
        names = tuple(seat.name for seat in table.seats)
        self.targets = table.asked.targets if table.asked is not None else frozenset[str]()
        self.boards = board_artist(styles, names, self.choosable)
        self.tokens = [self.boards.of_seat(seat) for seat in range(len(names))]
        self._drawn = Counter[str]()

    def parts(self) -> Iterator[Part]:
        """Yield the parts in the order of the table's sections; what players have is drawn on their mats."""
        of_seats = [one for one in self.table.sections if isinstance(one, Place) and one.seat is not None]
        for section in self.table.sections:
            match section:
                case Grid() | Path():
                    yield self.boards.board(section)
                case Rows(about="player"):
                    yield Mats(section.about, section.title, tuple(self._player_mats(section, of_seats)))
                case Rows():
                    yield Mats(
                        section.about, section.title, tuple(self._thing_mat(section, row) for row in section.rows)
                    )
                case Place(seat=None):
                    yield self._place(section)
                case Facts():
                    yield GameFacts(section.title, tuple(self._stat(one.cell, one.title) for one in section.facts))

    # -- mats

    def _player_mats(self, section: Rows, places: Sequence[Place]) -> Iterator[Mat]:
        reader, seats = self.table.reader or 0, len(self.table.seats)
        for row in sorted(section.rows, key=lambda row: ((row.seat or 0) - reader) % seats):
            assert row.seat is not None, "these are the players"
            own = tuple(self._place(place) for place in places if place.seat == row.seat)
            yield Mat(
                row.about, row.label, self.tokens[row.seat], self.styles.of_seat(row.seat), row.asked,
                row.seat == self.table.reader, row.about in self.targets, self._groups(section.columns, row), own,
            )  # fmt: skip

    def _thing_mat(self, section: Rows, row: Row) -> Mat:
        places = tuple(
            PlacePicture(cell.about, column.full, "place", cell.number or 0, self._pictured_in(cell), cell.changed)
            for column, cell in zip(section.columns, row.cells, strict=True) if cell is not None and cell.pieces
        )  # fmt: skip
        style, offered = self.styles.of_thing(row.about), row.about in self.targets
        return Mat(row.about, row.label, None, style, False, False, offered, self._groups(section.columns, row), places)

    def _groups(self, columns: Sequence[Column], row: Row) -> tuple[StatGroup, ...]:
        """Return the values of a player or thing, those of one fact together, without the places: they are drawn."""
        found: dict[str, list[Stat]] = {}
        for column, cell in zip(columns, row.cells, strict=True):
            if cell is not None and cell.pieces is None:
                found.setdefault(column.group, []).append(self._stat(cell, column.title))
        return tuple(StatGroup(title, tuple(stats)) for title, stats in found.items())

    # -- values

    def _stat(self, cell: Cell, title: str) -> Stat:
        style = self.styles.of_thing(cell.about.partition(" ")[0])
        soft = cell.hidden or cell.empty
        offered, token = cell.about in self.targets, None if cell.seat is None else self.tokens[cell.seat]
        return Stat(cell.about, title, cell.text, style.icon, token, soft, cell.changed, offered)

    # -- pieces

    def _pictured_in(self, cell: Cell) -> tuple[Pictured, ...]:
        return tuple(self._pictured(cell.about, piece) for piece in cell.pieces or ())

    def _place(self, place: Place) -> PlacePicture:
        pieces = place.pieces if place.listed else ()
        if not pieces and place.kind in ("deck", "hand") and place.total:
            pieces = (Piece(word("number-hidden", number=str(place.total)), number=place.total, known=False),)
        drawn = tuple(self._pictured(place.about, piece) for piece in pieces)
        return PlacePicture(place.about, place.title, place.kind, place.total, drawn, place.changed)

    def _pictured(self, where: str, piece: Piece) -> Pictured:
        name = piece.about or where
        self._drawn[name] += 1
        key = f"{name} {self._drawn[name]}"
        drawn = face_of(self.styles, piece)
        offered = piece.about in self.targets
        label = self._label_of(drawn, piece, offered)
        return Pictured(key, piece.about, label, drawn, piece.number, piece.known, offered, piece.changed)

    def _label_of(self, drawn: Face, piece: Piece, offered: bool) -> str:
        if not piece.known:
            return drawn.title
        said = " ".join(line.text for line in drawn.lines)
        said = f"{piece.number} × {said}" if piece.number > 1 else said
        return f"{said}, {self.choosable}" if offered else said


@lru_cache(maxsize=4096)
def face_of(styles: Styles, piece: Piece) -> Face:
    """Return the face of a piece, or the back of one that is not known."""
    if not piece.known:
        return face(piece.label, (), Style(PLAIN, shape="card"))
    return face(piece.label, (*piece.printed, *piece.notes), styles.of_piece(piece))
