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

from rulewright.adapters.pieces import Pieces
from rulewright.adapters.reading import Cell, Numbers, Reading, Slots, cells_of, numbers, written
from rulewright.backends import Program
from rulewright.compile.tables import PieceTable
from rulewright.engine.cells import is_visible, viewer_of
from rulewright.engine.phases import Under

HEAD = ("players", "seat", "asked", "question", "added")
"""How many players there are, who looks, who decides, the number of the question, and how much of a large number is
composed; of the last two a seat learns while it decides itself."""

Given = tuple[int, int, PieceTable | None]
"""What a rule is given: at which entry of the vector it stands, its slot, and the pieces of which it is one."""


class Observer:
    """Turns positions of a program into vectors. `low` and `high` bound every entry."""

    def __init__(self, program: Program) -> None:
        self.program, self.under, self.slots = program, Under(program), Slots()
        contexts = program.tables.contexts.items()
        self.given = [(rule, word, slot) for rule, slots in contexts for word, slot in slots.items()]
        facts = [fact for fact in program.tables.facts if not fact.is_internal and fact.seen != "nobody"]
        own = [fact for fact in facts if fact.owner not in program.tables.pieces]
        cells = [cell for fact in own for cell in cells_of(program, fact)]
        self.names = [*HEAD, *(f"{rule}: {word}" for rule, word, _ in self.given), *(cell.name for cell in cells)]
        self.hidden = min([-1, *(fact.low for fact in facts)]) - 1
        self._of_rule: dict[str, list[Given]] = {}
        for at, (rule, _, slot) in enumerate(self.given, len(HEAD)):
            given = at, slot.slot, program.tables.pieces.get(slot.type.domain)
            self._of_rule.setdefault(rule, []).append(given)
        self._read = len(HEAD) + len(self.given)
        self.closed = [_closed(cells, seat) + self._read for seat in range(program.seats)]
        self.pieces = Pieces(program, self.hidden, self.slots) if program.tables.pieces else None
        self._first_piece = len(self.names)
        self.names += self.pieces.names if self.pieces else []
        every = [*self._heads(), *cells, *(self.pieces.cells if self.pieces else [])]
        self.reading = Reading(every, self.slots)
        self.low: Numbers = np.full(len(self.names), self.hidden, np.int64)
        self.high = numbers(cell.high for cell in every)

    def _heads(self) -> list[Cell]:
        """Return what is written before what is read."""
        things = [len(domain.members) for domain in self.program.domains.values()]
        seats, questions = self.program.seats, len(self.program.tables.sites)
        head = [seats, seats, seats, questions, max([9999, *things])]
        given = [(1 << 62) - 1 if slot.type.is_number else max(things) for _, _, slot in self.given]
        return [written(high) for high in (*head, *given)]

    def observe(self, state: list[int], seat: int, added: int = 0) -> Numbers:
        """Return what a seat may know of a vector; `added` is how much of a number it has composed."""
        read = self.slots.of(state)
        found = self.reading.of(read)
        if len(closed := self.closed[seat]):
            found[closed] = self.hidden
        if self.pieces is not None:
            self.pieces.fill(found[self._first_piece :], read, state, seat)
        self._fill_head(found, state, seat, added)
        return found

    def _fill_head(self, found: Numbers, state: list[int], seat: int, added: int) -> None:
        found[len(HEAD) : self._read] = self.hidden
        asked = self.program.seat_asked(state)
        found[0], found[1], found[2] = self.program.seats, seat, asked  # a third of the time of one tuple
        if asked != seat:
            found[3], found[4] = self.hidden, 0
            return
        found[3], found[4] = self.program.site_asked(state), added
        for rule in self._under_way(state) if self.given else ():
            for at, slot, pieces in self._of_rule.get(rule, ()):
                value = state[slot]
                if pieces is None or value < 0 or pieces.known_to(state, value) >> seat & 1:
                    found[at] = value

    def _under_way(self, state: list[int]) -> list[str]:
        """Return the steps and phases that are under way."""
        at, met = self.under.step(state), list[str]()
        while at not in met:
            met.append(at)
            if at in self.under.back:
                at = self.under.blocks[state[self.under.back[at]]]
        return met


def _closed(cells: Sequence[Cell], seat: int) -> Numbers:
    """Return which cells a seat never sees."""
    seen = [cell.row is not None and is_visible(cell.row.seers, viewer_of(seat)) for cell in cells]
    return np.flatnonzero(~np.array(seen, bool))
