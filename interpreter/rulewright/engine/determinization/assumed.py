"""A fast determinization: what a seat may not see is replaced by assumptions."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rulewright.backends import Program
from rulewright.compile.chance import below, name_key, stream_number
from rulewright.engine.determinization.pieces import PieceSlots

PLENTY = 20
"""Of a hidden amount others are assumed to have twice what the seat has itself, plus this."""


class AssumedWorlds:
    """Creates vectors that are independent of what a seat may not see.

    Pieces unknown to it are shuffled, as by `resample`, but without evaluating `always` rules, and so that the result
    does not depend on where they really are. Others are assumed to have plenty of hidden amounts, so that they can do
    what they have offered; their other hidden facts are assumed to equal its own, and facts that nobody sees to have
    their initial values. The seed is replaced.
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots = [[PieceSlots.of(program, d, seat) for d in program.tables.pieces] for seat in range(program.seats)]
        self.keys = [name_key(f"supposed {seat}") for seat in range(program.seats)]
        self.own: list[tuple[int, int]] = []
        """Facts of which players see only their own: the first slot, and how many numbers each owner has."""
        self.amounts: list[tuple[int, int]] = []
        """Amounts of which players see only their own: the first slot, and the maximum."""
        self.unseen: list[tuple[int, int]] = []
        for fact in program.tables.facts:
            if fact.seen == "all" or fact.as_bits or (fact.owner and program.domains[fact.owner].how == "piece"):
                continue
            size = fact.width * (fact.per_owner if fact.owner == "player" else fact.count)
            if fact.seen == "owner" and fact.is_amount and size == 1:
                self.amounts.append((fact.slot, fact.high))
            elif fact.seen == "owner" and fact.owner == "player":
                self.own.append((fact.slot, size))
            elif fact.seen == "nobody":
                self.unseen.append((fact.slot, size * (program.seats if fact.owner == "player" else 1)))

    def like(self, state: list[int], seat: int, number: int) -> list[int]:
        """Return an assumed vector that looks the same to a seat; equal numbers give equal vectors."""
        dealt = state.copy()
        key = self.keys[seat]
        chance = (stream_number(number, key, turn) for turn in count())
        for slots in self.slots[seat]:
            for group in slots.unknown(state, seat):
                _deal(slots, dealt, group, chance)
        for slot, size in self.own:
            mine = dealt[slot + seat * size : slot + (seat + 1) * size]
            dealt[slot : slot + size * self.program.seats] = mine * self.program.seats
        for slot, most in self.amounts:
            plenty = min(most, 2 * dealt[slot + seat] + PLENTY)
            for other in range(self.program.seats):
                dealt[slot + other] = dealt[slot + seat] if other == seat else plenty
        for slot, size in self.unseen:
            dealt[slot : slot + size] = self.program.start[slot : slot + size]
        dealt[1] = next(chance)
        return dealt


def _deal(slots: PieceSlots, state: list[int], group: list[int], chance: Iterator[int]) -> None:
    """Permute the pieces of a group among their positions, in an order that depends only on chance."""
    lie = sorted(group, key=lambda piece: _spot(slots, state, piece))
    order = list(group)
    for last in range(len(order) - 1, 0, -1):
        other = below(next(chance), last + 1)
        order[last], order[other] = order[other], order[last]
    spots = {piece: spot for spot, piece in enumerate(lie)}
    for spot, wanted in enumerate(order):
        there = lie[spot]
        if there != wanted:
            slots.exchange(state, there, wanted)
            lie[spots[wanted]], spots[there] = there, spots[wanted]


def _spot(slots: PieceSlots, state: list[int], piece: int) -> tuple[int, int]:
    """Return the position of a piece: the number of the place, and in ordered places the index in it."""
    number = slots.pieces.place_of(state, piece)
    place = slots.places[number]
    slot = place.slot
    return number, state.index(piece, slot + 1, slot + 1 + state[slot]) - slot if place.order else 0
