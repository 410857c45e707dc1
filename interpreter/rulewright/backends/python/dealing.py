"""Dealing the pieces of one domain anew: which of them a seat does not know, and where they may be instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulewright.chance import GOLDEN, MASK64, below, mix
from rulewright.compile.hidden import NOBODY, Deal, Reference, Trait
from rulewright.compile.tables import WORD, Place, bits, value_at

Spot = tuple[Place, int, int]
"""Where an unknown piece is: its place, in a place with an order the slot that holds it, and the piece."""
FEATURES = 1 << 16
"""The number of distinct values of a piece when positions are compared."""


class Dealer:
    """Deals the pieces of a domain anew that one seat does not know."""

    def __init__(self, plan: Deal, seat: int) -> None:
        self.plan, self.seat = plan, seat
        table = plan.pieces
        self.located, self.known = table.located, table.known
        self.places = [(i, place) for i, place in plan.places.items() if not table.sees[i] >> seat & 1]
        self.shown = [found for found in plan.shown if found.owner in (NOBODY, seat)]
        self.kind = [number for number, kind in enumerate(table.kinds) for _ in range(kind.size)]

    def deal(self, state: list[int], chance: Callable[[], int]) -> bool:
        """Exchange unknown pieces at random, with everything attached to their positions.

        Returns whether facts of pieces have changed places with them.
        """
        found = self.unknown(state)
        if not any(len(spots) > 1 for spots in found):
            return False
        new: dict[int, int] = {}
        for spots in found:
            order = sorted(piece for _, _, piece in spots)
            for last in range(len(order) - 1, 0, -1):
                other = below(chance(), last + 1)
                order[last], order[other] = order[other], order[last]
            new.update((piece, other) for (_, _, piece), other in zip(spots, order, strict=True))
        return exchange(self.plan, state, [spot for spots in found for spot in spots], new)

    def pools(self, state: list[int]) -> list[list[int]]:
        """Return the pieces that can be exchanged for one another, in order."""
        return [sorted(piece for _, _, piece in spots) for spots in self.unknown(state) if len(spots) > 1]

    def trade(self, state: list[int], a: int, b: int) -> None:
        """Exchange two pieces; a second call undoes the first."""
        places = [(self._spot_of(state, piece), other) for piece, other in ((a, b), (b, a))]
        for (place, at, piece), other in places:
            if place.order:
                state[at] = other
            else:
                _flip_bit(state, place.slot, piece - place.first)
                _flip_bit(state, place.slot, other - place.first)
        for start in (self.located, self.known):
            state[start + a], state[start + b] = state[start + b], state[start + a]
        new = {a: b, b: a}
        for trait in self.plan.traits:
            _carry_trait(state, trait, new)
        for found in self.plan.carried:
            if found.words or state[found.slot] in new:
                _follow_position(state, found, new)

    def _spot_of(self, state: list[int], piece: int) -> Spot:
        place = self.plan.places[state[self.located + piece]]
        slot = place.slot
        return place, state.index(piece, slot + 1, slot + 1 + state[slot]) if place.order else 0, piece

    def unknown(self, state: list[int]) -> list[list[Spot]]:
        """Return where the pieces are that the seat does not know, by kind and group, in an order open to it."""
        # what a visible fact refers to stays where it is
        fixed = {piece for found in self.shown for piece in referred(state, found)}
        found: list[list[Spot]] = [[] for _ in self.plan.pieces.kinds]
        noted: dict[int, int] | None = None
        for _, place in self.places:
            at, inside = place.slot + 1, list[Spot]()
            for piece in place.contents(state):
                if not (state[self.known + piece] >> self.seat & 1 or piece in fixed):
                    inside.append((place, at if place.order else 0, piece))
                at += 1
            if not place.order and len(inside) > 1:
                noted = self._attachment_marks(state) if noted is None else noted
                marks = noted
                inside.sort(key=lambda spot: (state[self.known + spot[2]] + marks.get(spot[2], 0)) & MASK64)
            for spot in inside:
                found[self.kind[spot[2]]].append(spot)
        return found if self.plan.pieces.groups < 0 else [pool for spots in found for pool in self._pools(state, spots)]

    def _pools(self, state: list[int], spots: list[Spot]) -> list[list[Spot]]:
        pools: dict[int, list[Spot]] = {}
        for spot in spots:
            pools.setdefault(self.plan.pieces.group_of(state, spot[2], self.seat), []).append(spot)
        return [pools[group] for group in sorted(pools)]

    def _attachment_marks(self, state: list[int]) -> dict[int, int]:
        """Return by piece a number for what is attached to it, which distinguishes positions in one place."""
        noted: dict[int, int] = {}
        for at, trait in enumerate(self.plan.traits):
            if not trait.doubt:
                for piece, each, value in _unusual_values(state, trait):
                    noted[piece] = noted.get(piece, 0) + mix(((at * FEATURES + each) * GOLDEN + value) & MASK64)
        for at, found in enumerate(self.plan.carried, len(self.plan.traits)):
            for piece in referred(state, found):
                noted[piece] = noted.get(piece, 0) + mix((at * FEATURES * GOLDEN + 1) & MASK64)
        return noted


def referred(state: list[int], found: Reference) -> list[int]:
    """Return the pieces that a value refers to."""
    if found.words:
        return bits(value_at(state, found.slot, found.words))
    return [state[found.slot]] if state[found.slot] >= 0 else []


def _unusual_values(state: list[int], trait: Trait) -> Iterator[tuple[int, int, int]]:
    """Yield what a trait says of pieces beyond the usual: the piece, which of its values, and the value."""
    if trait.marks:
        yield from ((trait.first + at, 0, 1) for at in bits(value_at(state, trait.slot, trait.words)))
        return
    width = trait.words or 1
    for at in range(trait.count * trait.per):
        value = value_at(state, trait.slot + at * width, width)
        if trait.words:
            yield from ((trait.first + at // trait.per, at % trait.per, member + 1) for member in bits(value))
        elif value != trait.initial:
            yield trait.first + at // trait.per, at % trait.per, value


def exchange(plan: Deal, state: list[int], spots: list[Spot], new: dict[int, int]) -> bool:
    """Put new pieces where others are; what is attached stays there. Returns whether that includes facts of pieces."""
    table = plan.pieces
    where = {piece: (state[table.located + piece], state[table.known + piece]) for piece in new}
    for place, _, piece in spots:
        if not place.order:
            _flip_bit(state, place.slot, piece - place.first)
    for place, at, piece in spots:
        other = new[piece]
        state[table.located + other], state[table.known + other] = where[piece]
        if place.order:
            state[at] = other
        else:
            _flip_bit(state, place.slot, other - place.first)
    for found in plan.carried:
        _follow_position(state, found, new)
    carried = [_carry_trait(state, trait, new) for trait in plan.traits]
    return any(carried[: -1 if table.groups >= 0 else None])


def _flip_bit(state: list[int], slot: int, at: int) -> None:
    state[slot + at // WORD] ^= 1 << at % WORD


def _has_mark(state: list[int], trait: Trait, at: int) -> int:
    return 0 <= at < trait.count and state[trait.slot + at // WORD] >> at % WORD & 1


def _carry_trait(state: list[int], trait: Trait, new: dict[int, int]) -> bool:
    """Give each piece the values of the one whose position it takes; return whether there are any."""
    if trait.marks:
        moved = [piece - trait.first for piece in new if _has_mark(state, trait, piece - trait.first)]
        for at in moved:
            _flip_bit(state, trait.slot, at)
        for at in moved:
            _flip_bit(state, trait.slot, new[trait.first + at] - trait.first)
        return bool(moved)
    width, first = trait.per * (trait.words or 1), trait.first
    mine = [piece for piece in new if first <= piece < first + trait.count]
    old = [state[trait.slot + (piece - first) * width :][:width] for piece in mine]
    if all(number == trait.initial for values in old for number in values):
        return False
    for piece, values in zip(mine, old, strict=True):
        at = trait.slot + (new[piece] - first) * width
        state[at : at + width] = values
    return True


def _follow_position(state: list[int], found: Reference, new: dict[int, int]) -> None:
    """Let a reference follow the position."""
    if not found.words:
        state[found.slot] = new.get(state[found.slot], state[found.slot])
        return
    moved = [piece for piece in referred(state, found) if piece in new]
    for piece in moved:
        _flip_bit(state, found.slot, piece)
    for piece in moved:
        _flip_bit(state, found.slot, new[piece])
