"""Seats that play without knowing something that they could see (`does not know` in a plan).

What a seat does not know is replaced in several worlds: pieces of the places change places with others that it does
not know, and numbers are drawn from their ranges. In each world the seat decides as if that were the position; the
choice that is best in most worlds is taken. The decision therefore does not depend on what is really there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import below, name_key, pick, stream_number
from rulewright.engine.determinization import Determinizer

WORLDS = 5
"""In how many worlds a seat decides."""
FORGOTTEN = name_key("forgotten")


class Forgetting:
    """Decides for every seat of one program without knowing some places and numbers, by their names."""

    def __init__(self, program: Program, unknown: Sequence[str], base: Decider) -> None:
        self.program, self.base = program, base
        places = {number for number, place in enumerate(program.tables.places) if place.name in unknown}
        self.places = [program.tables.places[number] for number in sorted(places)]
        facts = [fact for fact in program.tables.facts if {fact.name, fact.plural} & {*unknown} and fact.type.is_number]
        self.numbers = [(fact.slot + at, fact.low, fact.high) for fact in facts for at in range(fact.count)]
        pieces = {
            domain: replace(table, sees=[0 if at in places else seats for at, seats in enumerate(table.sees)])
            for domain, table in program.tables.pieces.items()
        }
        self.determinizer = Determinizer(replace(program, tables=replace(program.tables, pieces=pieces)))

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the choice that is best in most worlds; `made` is the number of decisions so far."""
        votes: Counter[int] = Counter()
        for turn in range(WORLDS):
            world = self.world(state, pick(number ^ FORGOTTEN, made * WORLDS + turn, 1 << 62))
            offered = {*self.program.playing.choices(world)}
            if left := [code for code in codes if code in offered]:
                votes[self.base(world, left, number, made)] += 1
        most = max(votes.values(), default=0)
        best = [code for code in codes if votes[code] == most]
        return best[pick(number, made, len(best))]

    def world(self, state: list[int], number: int) -> list[int]:
        """Return a position in which nothing follows from what the seat does not know."""
        seat = self.program.seat_asked(state)
        seen = list(state)
        for place in self.places:
            known = self.program.tables.pieces[place.domain].known
            for piece in place.contents(seen):
                seen[known + piece] &= ~(1 << seat)
        dealt = self.determinizer.sample(seen, seat, number)
        for at, (slot, low, high) in enumerate(self.numbers):
            dealt[slot] = low + below(stream_number(number, FORGOTTEN, at), high - low + 1)
        world = state.copy()  # of a program in C it is what C holds
        for slot, (before, after) in enumerate(zip(state, dealt, strict=True)):
            if before != after:
                world[slot] = after
        return world
