"""Marks what has changed since the reader's last decision, by comparing two tables of the same seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulewright.report.table.model import Cell, Facts, Grid, Path, Piece, Pieces, Place, Row, Rows, Section, Space


def marked(now: Iterable[Section], before: Iterable[Section]) -> tuple[Section, ...]:
    """Return the sections with every cell, piece and space marked that the reader saw differently before."""
    old = Old(before)
    return tuple(old.section(section) for section in now)


class Old:
    """What a table showed, by what it was about."""

    def __init__(self, sections: Iterable[Section]) -> None:
        self.texts: dict[str, str] = {}
        self.pieces: dict[str, Pieces] = {}
        self.totals: dict[str, int] = {}
        for section in sections:
            for cell in _cells_in(section):
                self.texts[cell.about] = cell.text
                if cell.pieces is not None:
                    self.pieces[cell.about] = cell.pieces
            for space in _spaces_of(section):
                self.texts[space.about] = _standing_text(space)
            if isinstance(section, Place):
                self.pieces[section.about], self.totals[section.about] = section.pieces, section.total

    def section(self, section: Section) -> Section:
        """Return a section with its changes marked."""
        match section:
            case Rows():
                return replace(section, rows=tuple(self._marked_row(row) for row in section.rows))
            case Grid():
                rows = (tuple(space and self._marked_space(space) for space in row) for row in section.spaces)
                return replace(section, spaces=tuple(rows))
            case Path():
                return replace(section, stops=tuple(map(self._marked_space, section.stops)))
            case Place():
                pieces = self._marked_pieces(section.about, section.pieces)
                changed = self.totals.get(section.about, 0) != section.total or any(p.changed for p in pieces)
                return replace(section, pieces=pieces, changed=changed)
            case Facts():
                return replace(section, facts=tuple(replace(f, cell=self._marked_cell(f.cell)) for f in section.facts))

    def _marked_row(self, row: Row) -> Row:
        cells = tuple(cell and self._marked_cell(cell) for cell in row.cells)
        return replace(row, cells=cells, changed=any(cell is not None and cell.changed for cell in cells))

    def _marked_cell(self, cell: Cell) -> Cell:
        pieces = cell.pieces if cell.pieces is None else self._marked_pieces(cell.about, cell.pieces)
        return replace(cell, pieces=pieces, changed=self.texts.get(cell.about, "") != cell.text)

    def _marked_space(self, space: Space) -> Space:
        cells = tuple(map(self._marked_cell, space.cells))
        moved = self.texts.get(space.about, "") != _standing_text(space)
        return replace(space, cells=cells, changed=moved or any(cell.changed for cell in cells))

    def _marked_pieces(self, about: str, pieces: Pieces) -> Pieces:
        """Mark the pieces of which there were fewer before; of pieces in a row, the last ones are the new ones."""
        left = Counter[str]()
        for piece in self.pieces.get(about, ()):
            left[_look_of(piece)] += piece.number
        found: list[Piece] = []
        for piece in pieces:
            had = left[_look_of(piece)]
            left[_look_of(piece)] -= min(had, piece.number)
            found.append(replace(piece, changed=had < piece.number))
        return tuple(found)


def _look_of(piece: Piece) -> str:
    return piece.text if piece.known else ""


def _standing_text(space: Space) -> str:
    """Return who and what is on a space, apart from its places and facts, as a text to compare."""
    return " ".join([*map(str, space.seats), *(piece.text for piece in space.markers)])


def _spaces_of(section: Section) -> Iterator[Space]:
    if isinstance(section, Grid):
        yield from (space for row in section.spaces for space in row if space is not None)
    elif isinstance(section, Path):
        yield from section.stops


def _cells_in(section: Section) -> Iterator[Cell]:
    match section:
        case Rows():
            yield from (cell for row in section.rows for cell in row.cells if cell is not None)
        case Facts():
            yield from (fact.cell for fact in section.facts)
        case Grid() | Path():
            yield from (cell for space in _spaces_of(section) for cell in space.cells)
        case _:
            pass
