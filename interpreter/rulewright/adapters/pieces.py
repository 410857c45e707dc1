"""What a seat may know of pieces, as numbers: where they are, and their own facts."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from rulewright.adapters.reading import Numbers, number_array, written_number
from rulewright.engine.bare_games import BareGames
from rulewright.engine.cells import rows_of
from rulewright.engine.number_layout import (
    NumberSlot,
    OrderReader,
    PieceNumbers,
    SlotReader,
    piece_numbers,
    seers_by_place,
)


class PieceColumns:
    """Where each piece is, at which place in a stack or row, and its facts; before that how many are in every place.

    The pieces of a domain are in the order of their looks: those of one look are interchangeable, and sorted by what is
    known of them, so that nothing tells which of them is where. Of two cards that look alike, in places 3 and 1,

        card a: place  card a: index  card b: place  card b: index
              3              0              1              2            read
              1              2              3              0            sorted

    and so it is if a lies in place 1 and b in place 3. `columns` are read from a vector; `fill_columns` does the rest.
    """

    def __init__(self, games: BareGames, hidden: int, reader: SlotReader) -> None:
        self.hidden, places = np.array(hidden), rows_of(games.program).places  # converted at each use otherwise
        pieces = piece_numbers(games.program)
        self.places, index = len(places), written_number(len(pieces))
        columns = [[piece.place, index, *piece.facts.values()] for piece in pieces]
        self.lies = number_array(reader.index_of(piece.place.slot) for piece in pieces)
        self.known = number_array(reader.index_of(piece.known.slot) for piece in pieces)
        self.sees = number_array(seers_by_place(games.program))
        self.viewers = [np.array(1 << seat) for seat in range(games.seats)]
        self.names = [f"{place.name}: pieces" for place in places]
        self.names += [f"{piece.name}: {name}" for piece in pieces for name in ("place", "index", *piece.facts)]
        self.columns = [index] * self.places + [column for own in columns for column in own]
        starts = np.cumsum([self.places, *map(len, columns)])
        self.of_piece: Numbers = np.repeat(np.arange(len(pieces)), np.diff(starts))
        self.alike = _Interchangeable(pieces, columns, starts, hidden)
        at = {(piece.domain, piece.number): start + 1 for piece, start in zip(pieces, starts.tolist(), strict=False)}
        self.orders = [OrderReader(games.program, seat, at) for seat in range(games.seats)]

    def fill_columns(self, found: Numbers, read: Numbers, vector: Sequence[int], seat: int) -> None:
        """Complete what has been read of a vector to what a seat knows of the pieces."""
        lies = read.take(self.lies)
        found[: self.places] = np.bincount(lies, minlength=self.places)
        columns, indexes = self.orders[seat].read_orders(vector)
        if columns:
            found[columns] = indexes
        known = self.sees.take(lies)
        known |= read.take(self.known)
        known &= self.viewers[seat]
        found[self.places :][np.logical_not(known).take(self.of_piece)] = self.hidden
        self.alike.sort_rows(found)


class _Interchangeable:
    """The interchangeable pieces: of each its columns, filled up with one that is the same for all, the first."""

    def __init__(
        self, pieces: list[PieceNumbers], columns: list[list[NumberSlot]], starts: Numbers, hidden: int
    ) -> None:
        looks = [(piece.domain, piece.look) for piece in pieces]
        some = [at for at in range(len(pieces)) if looks.count(looks[at]) > 1]
        order = {look: number for number, look in enumerate(dict.fromkeys(looks[at] for at in some))}
        self.looks = number_array(order[looks[at]] for at in some)
        width = max((len(columns[at]) for at in some), default=0)
        highs = [[column.high for column in columns[at]] + [len(pieces)] * (width - len(columns[at])) for at in some]
        rows = [[*range(starts[at], starts[at + 1])] + [0] * (width - len(columns[at])) for at in some]
        self.columns: Numbers = np.array(rows, np.int64)
        spans = [max(high) - hidden + 1 for high in zip(*highs, strict=True)]
        weights = [prod(spans[:n]) for n in range(width + 1)]
        self.fits = len(order) * weights[-1] < 1 << 62
        """Whether a look and the numbers of a piece make one number."""
        self.weights = number_array(weights[:-1] if self.fits else [])
        self.base = self.looks * (weights[-1] if self.fits else 1)

    def sort_rows(self, found: Numbers) -> None:
        """Bring the pieces of each look into an order that depends on nothing but their numbers."""
        if not len(self.looks):
            return
        rows = found.take(self.columns)
        order = (rows.dot(self.weights) + self.base).argsort() if self.fits else np.lexsort((*rows.T, self.looks))
        found[self.columns] = rows.take(order, axis=0)
