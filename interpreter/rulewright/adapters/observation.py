"""What a seat may know of a position, as a vector of numbers of fixed length, for learners.

`Observer.names` says what each entry is: how many play, who looks, who is asked which question, what the rules under
way are given, every declared fact, how many pieces are in every place, and for every piece where it is, at which
place in a stack or row (from 1), and its own facts. What the seat may not know is `Observer.hidden`, a number that
nothing else is; -1 stands for nothing and nobody. Things are numbered in the order of their declaration, and so are
the places of pieces.

Pieces that look the same have their entries in an order of their values, so these do not tell which of them is where.
"""

from __future__ import annotations

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
        self._local = LocalReader(self.program, len(HEAD_NAMES)) if local else None
        self._first_piece = len(self.names)
        self.pieces = PieceColumns(games, self.hidden, reader) if games.has_pieces else None
        self.names += self.pieces.names if self.pieces else []
        columns = [*self._head_columns(), *own, *(self.pieces.columns if self.pieces else [])]
        self.low: Numbers = np.full(len(self.names), self.hidden, np.int64)
        self.high = number_array(column.high for column in columns)
        self._numbers = NumberReader(columns, reader, [self._written_for(seat, own) for seat in range(games.seats)])
        self._read_slots = reader.read

    def _written_for(self, seat: int, own: list[NumberSlot]) -> dict[int, int]:
        """Return, by column, what a seat observes always, or while it is not asked."""
        first = self._first_piece - len(own)
        unseen = (at for at, number in enumerate(own, first) if not _is_seen(number, seat))
        return dict.fromkeys([*range(3, first), *unseen], self.hidden) | {0: self.games.seats, 1: seat, 4: 0}

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
        read = np.frombuffer(packed, np.int64)
        found = self._numbers.read_numbers(read, seat)
        if self.pieces is not None:
            self.pieces.fill_columns(found[self._first_piece :], read, numbers, seat)
        found[2] = asked = self.games.seat_asked(numbers)
        if asked == seat:
            found[3], found[4] = self.games.site_asked(numbers), added
            for column, value in self._local.read_values(numbers, seat) if self._local else ():
                found[column] = value
        return found


def _is_seen(number: NumberSlot, seat: int) -> bool:
    """Whether a seat may see a number of a fact."""
    return number.row is not None and is_visible(number.row.seers, viewer_of(seat))
