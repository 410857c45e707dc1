"""What a seat may know of a position, as a vector of numbers of fixed length, for learners.

`Observer.names` says what each entry is: how many play, who looks, who is asked which question, what the rules under
way are given, every declared fact, how many pieces are in every place, and for every piece where it is, at which
place in a stack or row (from 1), and its own facts. What the seat may not know is `Observer.hidden`, a number that
nothing else is; -1 stands for nothing and nobody. Things are numbered in the order of their declaration, and so are
the places of pieces.

Pieces that look the same have their entries in an order of their values, so these do not tell which of them is where.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from rulewright.adapters.pieces import PieceColumns
from rulewright.adapters.reading import NumberReader, Numbers, number_array, written_number
from rulewright.engine.bare_games import BareGames
from rulewright.engine.cells import is_visible, viewer_of
from rulewright.engine.number_layout import NumberSlot, SlotReader, fact_numbers, least_number
from rulewright.engine.phases import LocalReader, local_names

HEAD_NAMES = ("players", "seat", "asked", "question", "added")
"""How many players there are, who looks, who decides, the number of the question, and how much of a large number is
composed; of the last two a seat learns while it decides itself."""


class Observer:
    """Turns positions of a program into vectors. `low` and `high` bound every entry."""

    def __init__(self, games: BareGames) -> None:
        self.games, self.program, reader = games, games.program, SlotReader(games.program)
        local, own = local_names(self.program), fact_numbers(self.program)
        self.names = [*HEAD_NAMES, *(f"{rule}: {name}" for rule, name, _ in local), *(number.name for number in own)]
        self.hidden = least_number(self.program) - 1
        self._local = LocalReader(self.program) if local else None
        first_fact, self._first_piece = len(HEAD_NAMES) + len(local), len(self.names)
        self.pieces = PieceColumns(games, self.hidden) if games.has_pieces else None
        self.names += self.pieces.names if self.pieces else []
        every = [*self._head_columns(), *own, *(self.pieces.columns if self.pieces else [])]
        self._numbers, self._read_slots = NumberReader(every, reader), reader.read
        self.low: Numbers = np.full(len(self.names), self.hidden, np.int64)
        self.high = number_array(column.high for column in every[: len(self.names)])
        closed = [_unseen_columns(own, seat) + first_fact for seat in range(games.seats)]
        self._masks = [self._numbers.masks_without(unseen) for unseen in closed]
        for seat, masks in enumerate(self._masks if self.pieces else []):
            self.pieces.mask_known(masks[self._first_piece :], seat)
        self._written = [self._written_numbers(seat, unseen, first_fact) for seat, unseen in enumerate(closed)]

    def _written_numbers(self, seat: int, closed: Numbers, first_fact: int) -> Numbers:
        """Return what a seat always observes while it is not asked; 0 for what is read."""
        found: Numbers = np.zeros(len(self._masks[seat]), np.int64)
        found[closed] = found[3:first_fact] = self.hidden
        found[0], found[1], found[4] = self.games.seats, seat, 0
        return found

    def _head_columns(self) -> list[NumberSlot]:
        """Return what is written before what is read."""
        things = [len(domain.members) for domain in self.program.domains.values()]
        seats = self.games.seats
        head = [seats, seats, seats, self.games.questions, max([9999, *things])]
        local = [(1 << 62) - 1 if type_.is_number else max(things) for _, _, type_ in local_names(self.program)]
        return [written_number(high) for high in (*head, *local)]

    def observe(self, vector: list[int], seat: int, added: int = 0) -> Numbers:
        """Return what a seat may know of a vector; `added` is how much of a number it has composed."""
        packed, numbers = self._read_slots(vector)
        found = self._numbers.read_numbers(np.frombuffer(packed, np.int64), self._masks[seat])
        found |= self._written[seat]
        if self.pieces is not None:
            self.pieces.fill_columns(found[self._first_piece :], numbers, seat)
        found[2] = asked = self.games.seat_asked(numbers)
        if asked == seat:
            found[3], found[4] = self.games.site_asked(numbers), added
            for number, value in self._local.read_values(numbers, seat) if self._local else ():
                found[len(HEAD_NAMES) + number] = value
        return found[: len(self.names)]


def _unseen_columns(columns: Sequence[NumberSlot], seat: int) -> Numbers:
    """Return which columns a seat never sees."""
    seen = [column.row is not None and is_visible(column.row.seers, viewer_of(seat)) for column in columns]
    return np.flatnonzero(~np.array(seen, bool))
