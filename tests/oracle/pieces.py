"""Moves, draws, shuffles and dice of the reference evaluator."""

from __future__ import annotations

from tests.oracle.state import GOLDEN, MASK, Spot, State, Stuck, hashed, initial_value, mixed

from rulewright.check import core as c


class Pieces:
    """Where pieces are, and what changes that."""

    def __init__(self, rules: c.CheckedRules, state: State) -> None:
        self.rules, self.state = rules, state

    def put(self, domain: c.Domain, piece: int, to: Spot) -> None:
        """Put a piece that lies nowhere into a place."""
        place, row = to[0], self.state.places[to]
        if place.limit is not None and len(row) >= place.limit:
            raise Stuck("place-full")
        first = place.kind.start if place.kind else 0
        if place.pieces is not domain or not first <= piece < first + (place.kind or domain).size:
            raise AssertionError(f"{domain.members[piece]} does not belong into {place.name}")
        row.append(piece)
        self.state.where[domain.name, piece] = to
        self.clear(domain, piece)

    def clear(self, domain: c.Domain, piece: int) -> None:
        """Reset the facts of a piece that a move clears."""
        for stored, keys in self.state.facts:
            if stored.cleared and stored.keys and stored.keys[0].domain is domain and keys[0] == piece:
                self.state.facts[stored, keys] = initial_value(stored.type)

    def move(self, domain: c.Domain, piece: int, to: Spot) -> None:
        """Move a piece; a move to where it lies is none."""
        old = self.state.where[domain.name, piece]
        if old != to:
            self.state.places[old].remove(piece)
            self.put(domain, piece, to)

    def discard(self, domain: c.Domain, piece: int) -> None:
        """Move a piece to where its kind is discarded."""
        kind = next(kind for kind in domain.kinds if kind.start <= piece < kind.start + kind.size)
        self.move(domain, piece, (self.rules.discards[kind.name], ()))

    def swap(self, domain: c.Domain, one: int, other: int) -> None:
        """Let two pieces change places; in rows also positions. Within a place without order nothing changes."""
        here, there = self.state.where[domain.name, one], self.state.where[domain.name, other]
        if here[0].order and there[0].order:
            first, second = self.state.places[here], self.state.places[there]
            i, j = first.index(one), second.index(other)
            first[i], second[j] = other, one
            self.state.where[domain.name, one], self.state.where[domain.name, other] = there, here
            for piece in {one, other} if here != there else ():
                self.clear(domain, piece)
        elif here != there:
            self.state.places[here].remove(one)
            self.state.places[there].remove(other)
            self.put(domain, one, there)
            self.put(domain, other, here)

    def swap_all(self, here: Spot, there: Spot) -> None:
        """Let all that lies in two places change places; a place without order is sorted by piece."""
        if here == there:
            return
        lifted = [
            (list(self.state.places[at]) if at[0].order else sorted(self.state.places[at])) for at in (here, there)
        ]
        self.state.places[here].clear()
        self.state.places[there].clear()
        for pieces, to in zip(lifted, (there, here), strict=True):
            for piece in pieces:
                self.put(here[0].pieces, piece, to)

    def shuffle(self, at: Spot, stream: str) -> None:
        """Sort the pieces of a stack by numbers of their own."""
        domain, number = at[0].pieces, self.state.drawn(stream)
        self.state.places[at].sort(key=lambda piece: mixed(number ^ hashed(f"{domain.name} {domain.members[piece]}")))

    def draw(self, number: int, stack: Spot, to: Spot) -> None:
        """Draw pieces from the top; an empty stack is refilled if something refills it."""
        place = stack[0]
        for drawn in range(number):
            if drawn >= 50_000:
                raise Stuck("limit-exceeded")
            if not self.state.places[stack] and place.refilled is not None:
                source = place.refilled, stack[1] if place.refilled.keys else ()
                row = self.state.places[source]
                for piece in list(row) if source[0].order else sorted(row):
                    self.move(place.pieces, piece, stack)
                self.shuffle(stack, f"shuffle {place.name}")
            if not self.state.places[stack]:
                return
            self.put(place.pieces, self.state.places[stack].pop(), to)

    def roll(self, low: int, high: int, stream: str) -> int:
        """Roll an unbiased die."""
        if high < low:
            raise Stuck("out-of-range")
        number, sides = self.state.drawn(stream), high - low + 1
        while number >= (1 << 64) - (1 << 64) % sides:
            number = mixed(number + GOLDEN & MASK)
        return low + number % sides
