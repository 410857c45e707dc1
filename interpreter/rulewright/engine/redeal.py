"""Deals anew what a seat does not know, as it might just as well be: for players that think ahead without peeking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from rulewright.compile import Program
from rulewright.compile.chance import below, name_key, stream_number
from rulewright.compile.entries import WORD, Entry
from rulewright.compile.machine import FactRow

TRIES = 4
"""So many other pieces are tried for a position before the piece there stays."""


def redeal(program: Program, state: list[int], seat: int, number: int) -> list[int] | None:
    """Return a vector that looks the same to a seat; `number` says which of the many.

    Pieces that the seat does not know change places with others of their kind, and with its place a piece takes over
    what lies on it, what refers to it and who knows it. All amounts stay. Every `always` rule holds afterwards; None if
    one does not hold in the given vector. The seed is another one, so chance to come is open.
    """
    if not all(holds(state) for holds in program.always):
        return None
    dealt = list(state)
    key = name_key(f"redeal {seat}")
    chance = (stream_number(number, key, turn) for turn in count())
    for domain in program.data["pieces"]:
        lying = Lying.of(program, domain, seat)
        for group in lying.unknown(state, seat):
            for last in range(len(group) - 1, 0, -1):
                _replace(program, lying, dealt, group, last, chance)
    dealt[1] = next(chance)
    return dealt


def _replace(
    program: Program, lying: Lying, state: list[int], group: list[int], last: int, chance: Iterator[int]
) -> None:
    """Let the last piece of a group change places with any of those up to it, as in an unbiased shuffle."""
    for _ in range(TRIES):
        other = below(next(chance), last + 1)
        if _exchanged(program, lying, state, group[last], group[other]):
            group[last], group[other] = group[other], group[last]
            return


def _exchanged(program: Program, lying: Lying, state: list[int], a: int, b: int) -> bool:
    """Let two pieces change places, unless something would not hold that must always hold."""
    if a == b:
        return True
    lying.exchange(state, a, b)
    if all(holds(state) for holds in program.always):
        return True
    lying.exchange(state, a, b)
    return False


@dataclass(slots=True)
class Lying:
    """Where everything about the pieces of one domain stands in the vector."""

    located: int
    known: int
    count: int
    kinds: list[tuple[int, int]]
    places: dict[int, tuple[int, bool, int]]
    """By number: where the place stands, whether it has an order, and its first piece."""
    sees: list[int]
    facts: list[FactRow]
    named: list[int] = field(default_factory=list)
    """Numbers of the vector that hold a piece of the domain."""
    sets: list[int] = field(default_factory=list)
    """Where sets of pieces of the domain stand."""
    shown: list[int] = field(default_factory=list)
    """Numbers that hold a piece and are shown to the seat: such a piece stays where it is."""

    @classmethod
    def of(cls, program: Program, domain: str, seat: int) -> Lying:
        """Collect it from the layout of a program; `seat` is the one that must not see a difference."""
        data = program.data
        row = data["pieces"][domain]
        places = {i: (p[4], bool(p[5]), p[8]) for i, p in enumerate(data["places"]) if p[3] == domain}
        kinds = [(start, size) for _, _, start, size in data["kinds"][domain]]
        lying = cls(row[0], row[1], len(row[11]), kinds, places, row[7], data["twins"][domain][1])
        for entry, type_ in _typed(program):
            if type_ == f"one:{domain}":
                hidden = [entry.seen == "nobody" or (entry.seen == "owner" and o != seat) for o in _owners(entry)]
                lying.named += [entry.start + i for i, unseen in enumerate(hidden) if unseen or entry.what == "frame"]
                lying.shown += [entry.start + i for i, u in enumerate(hidden) if not u and entry.what != "frame"]
            elif type_ == f"set:{domain}":
                words = -(-lying.count // WORD)
                lying.sets += range(entry.start, entry.start + entry.count, words)
        return lying

    def unknown(self, state: list[int], seat: int) -> list[list[int]]:
        """Return the pieces that a seat does not know, each kind by itself."""
        shown = {state[slot] for slot in self.shown}
        return [
            [p for p in range(start, start + size) if p not in shown and not self._knows(state, p, seat)]
            for start, size in self.kinds
        ]

    def _knows(self, state: list[int], piece: int, seat: int) -> bool:
        return bool((state[self.known + piece] | self.sees[state[self.located + piece]]) >> seat & 1)

    def exchange(self, state: list[int], a: int, b: int) -> None:
        """Let two pieces change places with all that belongs to a place; doing it again undoes it."""
        self._change_places(state, a, b)
        for start in (self.located, self.known):
            state[start + a], state[start + b] = state[start + b], state[start + a]
        for start, per, base, masks, size, _ in self.facts:
            if not base <= a < base + size:
                continue
            if masks:
                _change_bits(state, start, a - base, b - base)
            else:
                i, j = start + (a - base) * per, start + (b - base) * per
                state[i : i + per], state[j : j + per] = state[j : j + per], state[i : i + per]
        for slot in self.named:
            state[slot] = {a: b, b: a}.get(state[slot], state[slot])
        for slot in self.sets:
            _change_bits(state, slot, a, b)

    def _change_places(self, state: list[int], a: int, b: int) -> None:
        at, to = state[self.located + a], state[self.located + b]
        if at == to and not self.places[at][1]:
            return
        spots = [self._spot(state, place, piece) for place, piece in ((at, a), (to, b))]
        for place, spot, out, into in ((at, spots[0], a, b), (to, spots[1], b, a)):
            slot, order, base = self.places[place]
            if order:
                state[spot] = into
            else:
                state[slot + (out - base) // WORD] ^= 1 << (out - base) % WORD
                state[slot + (into - base) // WORD] ^= 1 << (into - base) % WORD

    def _spot(self, state: list[int], place: int, piece: int) -> int:
        slot, order, _ = self.places[place]
        return state.index(piece, slot + 1, slot + 1 + state[slot]) if order else slot


def _change_bits(state: list[int], slot: int, a: int, b: int) -> None:
    """Let two members of a set stand for one another."""
    i, j = slot + a // WORD, slot + b // WORD
    if state[i] >> a % WORD & 1 != state[j] >> b % WORD & 1:
        state[i] ^= 1 << a % WORD
        state[j] ^= 1 << b % WORD


def _typed(program: Program) -> Iterator[tuple[Entry, str]]:
    """Yield the stretches of the vector that can hold things, with the type of what they hold."""
    at = {entry.start: entry for entry in program.entries}
    rows = [(row[3], row[5]) for row in program.data["stored"] if not row[9]]
    for slot, type_ in [*rows, *program.data.get("frames", ())]:
        yield at[slot], type_


def _owners(entry: Entry) -> list[int]:
    return entry.owners or [-1] * entry.count
