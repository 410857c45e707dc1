"""The slots of the pieces of one domain: which pieces a seat does not know, and exchanging two of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.backends import Program
from rulewright.compile.tables import WORD, Entry, Fact, PieceTable, Place, TypedSlot, ValueType


@dataclass(slots=True)
class PieceSlots:
    """The slots of the vector that concern the pieces of one domain."""

    pieces: PieceTable
    places: dict[int, Place]
    """The places of the domain, by number."""
    named: list[int] = field(default_factory=list)
    """Slots that hold a piece of the domain."""
    sets: list[int] = field(default_factory=list)
    """The first slots of sets of pieces of the domain."""
    shown: list[int] = field(default_factory=list)
    """Slots that hold a piece and are visible to the seat: such a piece must not move."""

    @classmethod
    def of(cls, program: Program, domain: str, seat: int) -> PieceSlots:
        """Collect the slots from the layout of a program; `seat` must not see a difference."""
        places = {i: place for i, place in enumerate(program.tables.places) if place.domain == domain}
        slots = cls(program.tables.pieces[domain], places)
        for entry, type_ in _typed(program):
            if type_ == ValueType("one", domain):
                hidden = [entry.seen == "nobody" or (entry.seen == "owner" and o != seat) for o in _owners(entry)]
                slots.named += [entry.start + i for i, unseen in enumerate(hidden) if unseen or entry.what == "frame"]
                slots.shown += [entry.start + i for i, u in enumerate(hidden) if not u and entry.what != "frame"]
            elif type_ == ValueType("set", domain):
                slots.sets += range(entry.start, entry.start + entry.count, program.tables.width(type_))
        return slots

    def unknown(self, state: list[int], seat: int) -> list[list[int]]:
        """Return the pieces that a seat does not know, grouped by kind."""
        shown = {state[slot] for slot in self.shown}
        return [
            [p for p in range(k.start, k.start + k.size) if p not in shown and not self._knows(state, p, seat)]
            for k in self.pieces.kinds
        ]

    def _knows(self, state: list[int], piece: int, seat: int) -> bool:
        seeing = self.pieces.sees[self.pieces.place_of(state, piece)]
        return bool((self.pieces.known_to(state, piece) | seeing) >> seat & 1)

    def exchange(self, state: list[int], a: int, b: int) -> None:
        """Exchange two pieces with everything attached to their positions; a second call undoes the first."""
        self._change_places(state, a, b)
        for start in (self.pieces.located, self.pieces.known):
            state[start + a], state[start + b] = state[start + b], state[start + a]
        for fact in self.pieces.facts:
            first, per = fact.first, fact.width
            if not first <= a < first + fact.count:
                continue
            if fact.as_bits:
                _change_bits(state, fact.slot, a - first, b - first)
            else:
                i, j = fact.slot + (a - first) * per, fact.slot + (b - first) * per
                state[i : i + per], state[j : j + per] = state[j : j + per], state[i : i + per]
        for slot in self.named:
            state[slot] = {a: b, b: a}.get(state[slot], state[slot])
        for slot in self.sets:
            _change_bits(state, slot, a, b)

    def _change_places(self, state: list[int], a: int, b: int) -> None:
        at, to = (self.places[self.pieces.place_of(state, piece)] for piece in (a, b))
        if at is to and not at.order:
            return
        spots = [self._spot(state, place, piece) for place, piece in ((at, a), (to, b))]
        for place, spot, out, into in ((at, spots[0], a, b), (to, spots[1], b, a)):
            if place.order:
                state[spot] = into
            else:
                for bit in (out - place.first, into - place.first):
                    state[place.slot + bit // WORD] ^= 1 << bit % WORD

    def _spot(self, state: list[int], place: Place, piece: int) -> int:
        slot = place.slot
        return state.index(piece, slot + 1, slot + 1 + state[slot]) if place.order else slot


def _change_bits(state: list[int], slot: int, a: int, b: int) -> None:
    """Exchange the membership of two members of a set."""
    i, j = slot + a // WORD, slot + b // WORD
    if state[i] >> a % WORD & 1 != state[j] >> b % WORD & 1:
        state[i] ^= 1 << a % WORD
        state[j] ^= 1 << b % WORD


def _typed(program: Program) -> Iterator[tuple[Entry, ValueType]]:
    """Yield the stretches of the vector that can hold things, with the type of their values."""
    at = {entry.start: entry for entry in program.entries}
    values: list[Fact | TypedSlot] = [fact for fact in program.tables.facts if not fact.as_bits]
    for value in [*values, *program.tables.frames]:
        yield at[value.slot], value.type


def _owners(entry: Entry) -> list[int]:
    return entry.owners or [-1] * entry.count
