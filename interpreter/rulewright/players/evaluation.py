"""Evaluation of positions: the points that a seat would have now, plus the weights of the ruleset.

The unit is a hundredth of a point.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.backends import ExecutionError, Program
from rulewright.compile.tables import WORD, Place
from rulewright.players.clock import Clock
from rulewright.players.weighing import OfBit, OfMembers, OfMoving, OfPieces, OfSlot, Term, terms_of

Evaluate = Callable[[list[int]], int]
"""The contribution of one term, given a vector."""
POINT = 100
BROKEN = -(10**9)
"""The value of a choice after which the rules cannot continue in the determinization."""


class Lookup(dict[int, int]):
    """Cumulative values by number; beyond the last entry they stay constant, below 0 they are 0."""

    def __init__(self, sums: list[int]) -> None:
        super().__init__(enumerate(sums))
        self.top = len(sums) - 1

    def __missing__(self, number: int) -> int:
        return self[self.top] if number > self.top else 0


Looked = tuple[int, Lookup]
"""A term that depends on one slot of the vector: the slot, and its value by number."""


class Evaluation:
    """Evaluates vectors of one program for any seat."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.clock = Clock(program)
        self.bound = [
            [self._bound(terms_of(program, seat, self.clock.share(moment))) for moment in range(self.clock.moments)]
            for seat in range(program.seats)
        ]

    def of(self, state: list[int], seat: int) -> int:
        """Return the value of a vector for a seat, in hundredths of a point."""
        total = self.program.points(state, seat) * POINT
        tables, terms = self.bound[seat][self.clock.moment(state)]
        for slot, table in tables:
            total += table[state[slot]]
        for term in terms:
            total += term(state)
        return total

    def after(self, state: list[int], code: int, seat: int) -> int:
        """Return the value for a seat immediately after a choice; `BROKEN` if the rules cannot continue then."""
        then = state.copy()
        try:
            self.program.take(then, code)
            return self.of(then, seat)
        except ExecutionError:
            return BROKEN

    def _bound(self, terms: list[Term]) -> tuple[list[Looked], list[Evaluate]]:
        slots = [(term.slot, Lookup(term.sums)) for term in terms if isinstance(term, OfSlot)]
        return slots, [self._function(term) for term in terms if not isinstance(term, OfSlot)]

    def _function(self, term: OfBit | OfMembers | OfPieces | OfMoving) -> Evaluate:
        match term:
            case OfBit(slot, bit, worth):
                return lambda state: worth if state[slot] >> bit & 1 else 0
            case OfMembers(slot, words, sums):
                table = Lookup(sums)
                return lambda state: table[sum(word.bit_count() for word in state[slot : slot + words])]
            case OfPieces(places, values):
                return _counted(lying_in(self.program, places), values)
            case OfMoving(places, _, _):
                return _on_pieces(lying_in(self.program, places), term)


Lying = Callable[[list[int]], tuple[int, ...]]
"""Returns the numbers of the pieces in some places."""


def lying_in(program: Program, places: list[Place]) -> Lying:
    """Return a function that lists the pieces in some places of a vector."""
    bits = program.names["BITS"]
    ordered = [place.slot for place in places if place.order]
    sets = [
        (place.slot + word, place.first + word * WORD)
        for place in places if not place.order for word in range(place.width)
    ]  # fmt: skip
    if not ordered and len(sets) == 1 and not sets[0][1]:
        slot = sets[0][0]
        return lambda state: bits[state[slot]]

    def lying(state: list[int]) -> tuple[int, ...]:
        found = [base + piece for slot, base in sets for piece in bits[state[slot]]]
        for slot in ordered:
            found += state[slot + 1 : slot + 1 + state[slot]]
        return tuple(found)

    return lying


def _on_pieces(lying: Lying, moving: OfMoving) -> Evaluate:
    """Return the term of a fact of pieces: summed over all pieces, separately for each further key."""
    fact, per, table = moving.fact, moving.per, Lookup(moving.sums)
    start, base, end = fact.slot, fact.first, fact.first + len(fact.owners)
    known: dict[tuple[int, ...], int] = {}

    def term(state: list[int]) -> int:
        rows = [state[start + (p - base) * per : start + (p - base + 1) * per] for p in lying(state) if base <= p < end]
        if not rows:
            return 0
        key = tuple(rows[0]) if len(rows) == 1 else tuple(map(sum, zip(*rows, strict=True)))
        if key not in known:
            known[key] = sum(table[number] for number in key)
        return known[key]

    return term


def _counted(lying: Lying, values: list[tuple[list[int], list[int]]]) -> Evaluate:
    """Return the term that depends only on which pieces are there, cached by set of pieces."""
    looked = [(by_piece, Lookup(sums)) for by_piece, sums in values]
    known: dict[tuple[int, ...], int] = {}

    def term(state: list[int]) -> int:
        pieces = lying(state)
        if pieces not in known:
            known[pieces] = sum(table[sum(by_piece[p] for p in pieces)] for by_piece, table in looked)
        return known[pieces]

    return term
