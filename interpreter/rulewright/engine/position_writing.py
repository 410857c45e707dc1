"""Writes positions by their cells, as scenarios give them; what is read of a position is in `position.py`.

    writer = PositionWriter.after_setup(program, number=1)
    writer.move_piece("card", 4, place=2)
    writer.order_pieces(2, [7, 4])                                      # the last one lies on top
    writer.write_fact(cell, 3)
    game = writer.begin_step("fight", {"attacker": 1})

Pieces come first, because moving one may clear facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import lru_cache

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import Fact, Place, value_at, write_at
from rulewright.engine.cells import FactRow
from rulewright.engine.game import Game
from rulewright.engine.position import Position
from rulewright.engine.prescribed_chance import PrescribedChance
from rulewright.engine.savefile.games import anything


class PositionWriter(Position):
    """Writes facts and moves pieces in a vector, keeping supplies and knowledge consistent."""

    _vector: list[int]

    def __init__(self, program: Program, vector: list[int]) -> None:
        super().__init__(program, vector)
        self._tables = program.tables

    @classmethod
    def after_setup(cls, program: Program, number: int) -> PositionWriter:
        """Return the writer of the position after set-up, of the game of a number.

        Where set-up or what follows it breaks, the position is as far as it has come: the step that a scenario plays
        may be the very one that shows why.
        """
        return cls(program, [*_vector_after_setup(program, number)])

    # -- facts

    def write_fact(self, cell: FactRow, value: int) -> int:
        """Give a fact a value; return by how much that is more than the supply of an amount had left."""
        fact, missing = cell.declared, 0
        if (supply := self._supply_of(fact)) is not None:
            left = self._vector[supply] + self.value_of(cell) - value
            self._vector[supply], missing = max(0, left), max(0, -left)
        fact.write(self._vector, cell.at, value)
        self._forget(cell)
        return missing

    def _supply_of(self, fact: Fact) -> int | None:
        """Return where it is kept how much of a limited amount is left: right after the amount itself."""
        slot = fact.slot + max(1, len(fact.owners))
        limited = fact.is_amount and any(e.start == slot and e.what == "supply" for e in self._tables.entries)
        return slot if limited else None

    def _forget(self, cell: FactRow) -> None:
        """Rule nothing out of what others could know of a value, as nobody has seen how it came about."""
        fact, own = cell.declared, cell.declared.offset(cell.at)
        for entry in (entry for entry in self._tables.entries if entry.start in fact.memory):
            free = value_at(anything(self._tables, entry), own, fact.width)
            if fact.as_bits:
                free = value_at(self._vector, entry.start + own, fact.width) | 1 << cell.at // fact.per_owner
            write_at(self._vector, entry.start + own, free, fact.width)

    # -- pieces

    def place_of(self, domain: str, piece: int) -> int:
        """Return the number of the place of a piece."""
        return self._tables.pieces[domain].place_of(self._vector, piece)

    def home_of(self, domain: str, piece: int) -> int:
        """Return the number of the place where a piece is before set-up."""
        return self._tables.pieces[domain].place_of(self.program.start, piece)

    def move_piece(self, domain: str, piece: int, place: int) -> bool:
        """Move a piece, and let those know it who see what is there; return whether it fits in."""
        try:
            self.program.names[f"move_{domain.replace('-', '_')}"](self._vector, piece, place)
            fits = True
        except ExecutionError:
            self._lay_back()
            fits = False
        table = self._tables.pieces[domain]
        self._vector[table.known + piece] = table.sees[table.place_of(self._vector, piece)]
        if table.groups >= 0:  # in a position that is given nobody has lost sight of anything yet
            self._vector[table.groups : table.groups + table.count] = [0] * table.count
        return fits

    def _lay_back(self) -> None:
        """Put a piece for which there was no room back where it lay: it had been taken up by then."""
        for table in self._tables.pieces.values():
            for piece in range(table.count):
                number = table.place_of(self._vector, piece)
                if piece not in (place := self._tables.places[number]).contents(self._vector):
                    self._put_in(place, piece)
                    if (seen := table.occupied[number]) is not None:
                        self._vector[seen[0]] |= seen[1]

    def _put_in(self, place: Place, piece: int) -> None:
        vector, slot = self._vector, place.slot
        if place.order:
            vector[slot] += 1
            vector[slot + vector[slot]] = piece
        else:
            held = value_at(vector, slot, place.width) | 1 << piece - place.first
            write_at(vector, slot, held, place.width)

    def order_pieces(self, place: int, pieces: Sequence[int]) -> None:
        """Put the pieces in a stack or row in an order; those that are not there are left out."""
        slot, inside = self._tables.places[place].slot, self.pieces_in(place)
        self._vector[slot + 1 : slot + 1 + len(inside)] = [piece for piece in pieces if piece in inside]

    # -- going on

    def begin(self) -> Game:
        """Return the game that goes on from here."""
        return Game.begin(self.program, self._vector)

    def begin_step(self, name: str, arguments: Mapping[str, int]) -> Game:
        """Return the game that begins with a step, which may ask somebody or not; other parameters are 0."""
        program, vector, step = self.program, self._vector, self._tables.steps.get(name)
        if step is None:
            plain = self._tables.plain_steps[name]
            run, values = program.names[plain.function], [arguments.get(param, 0) for param in plain.params]
            return Game.run_alone(program, vector, lambda state: run(state, *values, *plain.own))
        vector[0], vector[step.back] = step.entry, 0
        for param, value in arguments.items():
            slot = step.params[param]
            write_at(vector, slot.slot, value, self._tables.width(slot.type))
        return self.begin()


@lru_cache(maxsize=8)
def _vector_after_setup(program: Program, number: int) -> tuple[int, ...]:
    """Return the position after set-up, from which most scenarios of a ruleset begin."""
    writer = PositionWriter(program, program.initial(number))
    with PrescribedChance(program).paused(), suppress(ExecutionError):
        program.begin(writer._vector)
    program.log.clear()
    writer._lay_back()
    return tuple(writer._vector)
