"""Evaluation of positions: the points that a seat would have now, plus the weights of the ruleset.

The unit is a hundredth of a point. Weights are bound to slots of the vector once, for each seat and moment of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, chain, islice, repeat

from rulewright.backends import Program
from rulewright.compile.tables import ALL, WORD, Curve, Fact, Place
from rulewright.players.clock import Clock

Term = Callable[[list[int]], int]
"""The contribution of one weight, given a vector."""


class Sums(dict[int, int]):
    """The cumulative value of a number of things; beyond the last entry it stays constant."""

    def __init__(self, sums: list[int]) -> None:
        super().__init__(enumerate(sums))
        self.top = len(sums) - 1

    def __missing__(self, number: int) -> int:
        return self[self.top] if number > self.top else 0


Looked = tuple[int, Sums]
"""A weight that depends on one slot of the vector: the slot, and its value by number."""

POINT = 100
EACH = "each"
"""The key for every piece, among the weights of a place."""
MOST = 400
"""A fact or number of pieces above this has no further value."""


class Evaluation:
    """Evaluates vectors of one program for any seat."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.clock = Clock(program)
        self.bound = [
            [_bound(program, seat, self.clock.share(moment)) for moment in range(self.clock.moments)]
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


def _bound(program: Program, seat: int, share: float) -> tuple[list[Looked], list[Term]]:
    """Bind all weights for a seat and a moment; names that these rules lack are ignored."""
    found: list[Looked | Term] = []
    tables, key = program.tables, _key(program, seat)
    facts = {name: fact for fact in tables.facts if fact.owner == "player" for name in (fact.name, fact.plural)}
    mine = [place for place in tables.places if place.owner == "player" and place.owner_key == key]
    for names, curves in tables.weights.worth.items():
        places = [place for place in mine if place.name in names.split(" + ")]
        if places:
            found += _place_terms(program, places, curves, share)
        elif names in facts:
            found += _fact_terms(facts[names], curves, seat, share)
    return [one for one in found if isinstance(one, tuple)], [one for one in found if not isinstance(one, tuple)]


def _key(program: Program, seat: int) -> str:
    return next(d.members[seat] for d in program.domains.values() if d.how == "player")


def totals(curve: Curve, share: float, low: int = 0) -> list[int]:
    """Return cumulative values by number; below `low` they are 0.

    `share` is the progress of the game, from 0 to 1, by which early and late values are interpolated.
    """
    both = zip(_each(curve.early), _each(curve.late), strict=True)
    return [0] * low + list(accumulate((round(early + (late - early) * share) for early, late in both), initial=0))


def _each(worth: list[int]) -> Iterator[int]:
    """Yield the value of each one; the last entry repeats."""
    return islice(chain(worth, repeat(worth[-1])), MOST)


def _fact_terms(fact: Fact, curves: dict[str, Curve], seat: int, share: float) -> Iterator[Looked | Term]:
    """Yield the terms of an amount or fact of players: one for each of its entries."""
    if fact.as_bits:
        yield _bit(fact.slot, seat, totals(curves[ALL], share)[1])
        return
    names = fact.further_keys or [""]
    for at, name in enumerate(names):
        curve = curves.get(ALL) or curves.get(name)
        if curve is None:
            continue
        start = fact.slot + (seat * len(names) + at) * fact.width
        if fact.type.how == "set":
            yield _members(start, fact.width, Sums(totals(curve, share)))
        else:
            yield start, Sums(totals(curve, share, fact.low))


def _bit(slot: int, seat: int, worth: int) -> Term:
    return lambda state: worth if state[slot] >> seat & 1 else 0


def _members(slot: int, words: int, table: Sums) -> Term:
    return lambda state: table[sum(word.bit_count() for word in state[slot : slot + words])]


Lying = Callable[[list[int]], tuple[int, ...]]
"""Returns the numbers of the pieces in some places."""


def _place_terms(program: Program, places: list[Place], curves: dict[str, Curve], share: float) -> Iterator[Term]:
    """Yield the terms of the pieces in places that count together."""
    domain, lying = places[0].domain, lying_in(program, places)
    still: dict[str, Sums] = {}
    moving = {fact.name: fact for fact in program.tables.facts if fact.owner == domain and fact.type.is_number}
    for name, curve in curves.items():
        if name in moving:
            yield _on_pieces(lying, moving[name], Sums(totals(curve, share)))
        else:
            still[name or EACH] = Sums(totals(curve, share))
    if still:
        yield _counted(program, domain, lying, still)


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


def _on_pieces(lying: Lying, fact: Fact, table: Sums) -> Term:
    """Return the term of a fact of pieces: summed over all pieces, separately for each further key."""
    start, base, end = fact.slot, fact.first, fact.first + len(fact.owners)
    per = len(fact.further_keys) or 1
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


def _counted(program: Program, domain: str, lying: Lying, tables: dict[str, Sums]) -> Term:
    """Return the term that depends only on which pieces are there, cached by set of pieces."""
    rules = program.tables.pieces[domain].rules
    printed = {
        fact.name: fact for fact in program.tables.printed.get(domain, ()) if fact.type.is_number and not fact.labels
    }
    known: dict[tuple[int, ...], int] = {}

    def of(pieces: tuple[int, ...]) -> int:
        total = 0
        for name, table in tables.items():
            if name == EACH:
                total += table[len(pieces)]
            elif name in printed:
                base, values = printed[name].first, printed[name].values
                total += table[sum(values[p - base] for p in pieces if 0 <= p - base < len(values))]
            else:
                total += table[sum(rules[p] == name for p in pieces)]
        return total

    def term(state: list[int]) -> int:
        pieces = lying(state)
        if pieces not in known:
            known[pieces] = of(pieces)
        return known[pieces]

    return term
