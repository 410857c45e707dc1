"""What the weights of a ruleset say of positions, as terms that are bound to slots of the vector.

The terms of a seat at a moment of the game are added up; the unit is a hundredth of a point. `evaluation` adds them up
in Python, and C does from the tables of `guide`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, chain, islice, repeat

from rulewright.backends import Program
from rulewright.compile.tables import ALL, Curve, Fact, Place

EACH = "each"
"""The key for every piece, among the weights of a place."""
MOST = 400
"""A fact or number of pieces above this has no further value."""

Sums = list[int]
"""The cumulative value of a number of things; beyond the last entry it stays constant, below 0 it is 0."""


@dataclass(frozen=True, slots=True)
class OfSlot:
    """A number in the vector."""

    slot: int
    sums: Sums


@dataclass(frozen=True, slots=True)
class OfBit:
    """A truth, kept as a bit of a set of owners."""

    slot: int
    bit: int
    worth: int


@dataclass(frozen=True, slots=True)
class OfMembers:
    """How many members a set has, which takes `words` slots."""

    slot: int
    words: int
    sums: Sums


@dataclass(frozen=True, slots=True)
class OfPieces:
    """Which pieces lie in some places: for each pair, the values of the pieces are added up; the sum is looked up."""

    places: list[Place]
    values: list[tuple[list[int], Sums]]


@dataclass(frozen=True, slots=True)
class OfMoving:
    """A fact of the pieces in some places: added up over all pieces, and looked up, for each further key."""

    places: list[Place]
    fact: Fact
    sums: Sums

    @property
    def per(self) -> int:
        """How many values each piece has."""
        return len(self.fact.further_keys) or 1


Term = OfSlot | OfBit | OfMembers | OfPieces | OfMoving


def terms_of(program: Program, seat: int, share: float) -> list[Term]:
    """Return all terms of a seat when `share` of the game is over; names that these rules lack are ignored."""
    found: list[Term] = []
    tables, key = program.tables, _key(program, seat)
    facts = {name: fact for fact in tables.facts if fact.owner == "player" for name in (fact.name, fact.plural)}
    mine = [place for place in tables.places if place.owner == "player" and place.owner_key == key]
    for names, curves in tables.weights.worth.items():
        places = [place for place in mine if place.name in names.split(" + ")]
        if places:
            found += _place_terms(program, places, curves, share)
        elif names in facts:
            found += _fact_terms(facts[names], curves, seat, share)
    return found


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


def _fact_terms(fact: Fact, curves: dict[str, Curve], seat: int, share: float) -> Iterator[Term]:
    """Yield the terms of an amount or fact of players: one for each of its entries."""
    if fact.as_bits:
        yield OfBit(fact.slot, seat, totals(curves[ALL], share)[1])
        return
    names = fact.further_keys or [""]
    for at, name in enumerate(names):
        curve = curves.get(ALL) or curves.get(name)
        if curve is None:
            continue
        start = fact.slot + (seat * len(names) + at) * fact.width
        if fact.type.how == "set":
            yield OfMembers(start, fact.width, totals(curve, share))
        else:
            yield OfSlot(start, totals(curve, share, fact.low))


def _place_terms(program: Program, places: list[Place], curves: dict[str, Curve], share: float) -> Iterator[Term]:
    """Yield the terms of the pieces in places that count together."""
    domain = places[0].domain
    values: list[tuple[list[int], Sums]] = []
    moving = {fact.name: fact for fact in program.tables.facts if fact.owner == domain and fact.type.is_number}
    for name, curve in curves.items():
        if name in moving:
            yield OfMoving(places, moving[name], totals(curve, share))
        else:
            values.append((_values(program, domain, name or EACH), totals(curve, share)))
    if values:
        yield OfPieces(places, values)


def _values(program: Program, domain: str, name: str) -> list[int]:
    """Return by piece what counts of it: itself, a number printed on it, or whether it follows a rule."""
    rules = program.tables.pieces[domain].rules
    if name == EACH:
        return [1] * len(rules)
    for fact in program.tables.printed.get(domain, ()):
        if fact.name == name and fact.type.is_number and not fact.labels:
            behind = len(rules) - fact.first - len(fact.values)
            return [0] * fact.first + fact.values + [0] * behind
    return [int(rule == name) for rule in rules]
