"""Worlds for a seat that ignores some places and numbers, although it could see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.backends.python.determinizer import Determinizer
from rulewright.chance import below, name_key, stream_number

if TYPE_CHECKING:
    from rulewright.backends.program import Program

FORGOTTEN = name_key("forgotten")


class ForgetfulDeterminizer:
    """Samples worlds in which nothing follows from some places and numbers, given by their names.

    Pieces of the places change places with others that the seat does not know, and numbers are drawn from their ranges.
    """

    def __init__(self, program: Program, ignored: Sequence[str]) -> None:
        tables = self.tables = program.tables
        places = {number for number, place in enumerate(tables.places) if place.name in ignored}
        self.places = [tables.places[number] for number in sorted(places)]
        facts = [fact for fact in tables.facts if {fact.name, fact.plural} & {*ignored} and fact.type.is_number]
        self.numbers = [(fact.slot + at, fact.low, fact.high) for fact in facts for at in range(fact.count)]
        pieces = {
            domain: replace(table, sees=[0 if at in places else seats for at, seats in enumerate(table.sees)])
            for domain, table in tables.pieces.items()
        }
        self.determinizer = Determinizer(replace(program, tables=replace(tables, pieces=pieces)))

    def sample(self, state: list[int], seat: int, number: int) -> list[int]:
        """Return a world; equal numbers give equal worlds."""
        unknown = list(state)
        for place in self.places:
            table = self.tables.pieces[place.domain]
            for piece in place.contents(unknown):
                unknown[table.known + piece] &= ~(1 << seat)
            for slot in range(table.groups, table.groups + table.count if table.groups >= 0 else 0):
                unknown[slot] &= ~((1 << table.group_bits) - 1 << seat * table.group_bits)
        dealt = self.determinizer.sample(unknown, seat, number)
        for at, (slot, low, high) in enumerate(self.numbers):
            dealt[slot] = low + below(stream_number(number, FORGOTTEN, at), high - low + 1)
        world = state.copy()  # of a program in C it is what C holds
        for slot, (before, after) in enumerate(zip(state, dealt, strict=True)):
            if before != after:
                world[slot] = after
        return world
