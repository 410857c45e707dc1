"""What a position is worth to a seat: the points it would have now, and the weights that a ruleset gives.

All in hundredths of a point. Weights are bound once to places of the vector, for each seat and each stretch of time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import Any

from rulewright.compile import Program
from rulewright.compile.entries import WORD
from rulewright.players.clock import Clock

Term = Callable[[list[int]], int]
"""What one weight says of a vector."""


class Sums(dict[int, int]):
    """By number, what so many are worth together; above the last one there is no more."""

    def __init__(self, sums: list[int]) -> None:
        super().__init__(enumerate(sums))
        self.top = len(sums) - 1

    def __missing__(self, number: int) -> int:
        return self[self.top] if number > self.top else 0


Looked = tuple[int, Sums]
"""A weight that depends on one number of the vector: where it stands, and what it is worth by number."""

POINT = 100
MOST = 400
"""A fact or number of pieces above this is worth no more."""


class Worth:
    """Says of vectors of one program what they are worth to a seat."""

    def __init__(self, program: Program) -> None:
        self.program = program
        given: dict[str, Any] = program.data.get("weights") or {"worth": {}}
        self.clock = Clock(program, given.get("time"))
        self.bound = [
            [_bound(program, given["worth"], seat, self.clock.share(moment)) for moment in range(self.clock.moments)]
            for seat in range(program.seats)
        ]

    def of(self, state: list[int], seat: int) -> int:
        """What a vector is worth to a seat."""
        total = self.program.points(state, seat) * POINT
        tables, terms = self.bound[seat][self.clock.moment(state)]
        for slot, table in tables:
            total += table[state[slot]]
        for term in terms:
            total += term(state)
        return total


def _bound(program: Program, worth: dict[str, Any], seat: int, share: float) -> tuple[list[Looked], list[Term]]:
    """Bind all weights for a seat and a moment; names that these rules do not have mean nothing."""
    found: list[Looked | Term] = []
    facts = {name: row for row in program.data["stored"] if row[0] == "player" for name in (row[1], row[2])}
    for names, value in worth.items():
        places = [row for row in program.data["places"] if row[1] == "player" and row[2][0] == _key(program, seat)]
        mine = [row for row in places if row[0] in names.split(" + ")]
        if mine:
            found += _place_terms(program, mine, value, share)
        elif names in facts:
            found += _fact_terms(program, facts[names], value, seat, share)
    return [one for one in found if isinstance(one, tuple)], [one for one in found if not isinstance(one, tuple)]


def _key(program: Program, seat: int) -> str:
    return next(d.members[seat] for d in program.domains.values() if d.how == "player")


def totals(value: Any, share: float, low: int = 0) -> list[int]:
    """Return by number what so many are worth together: a number for each, a list for the first, the second, ...

    `share` says how much of the game is over, for what is worth something else early than late.
    """
    if isinstance(value, dict):
        early, late = totals(value["early"], 0), totals(value["late"], 1)
        return totals_of((round(a + (b - a) * share) for a, b in zip(_each(early), _each(late), strict=True)), low)
    each = value if isinstance(value, list) else [value]
    return totals_of(((each[i] if i < len(each) else each[-1]) for i in range(MOST)), low)


def totals_of(each: Iterator[int], low: int) -> list[int]:
    """Return the sums of the first so many; below `low` there is nothing."""
    return [0] * low + list(accumulate(each, initial=0))


def _each(sums: list[int]) -> list[int]:
    return [b - a for a, b in pairwise(sums)]


def _is_span(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"early", "late"}


def _fact_terms(program: Program, row: Any, value: Any, seat: int, share: float) -> Iterator[Looked | Term]:
    """The terms of an amount or fact of players: a number for each of its entries, or a yes or no."""
    _, _, _, slot, keys, type_, low, _, _, mask, _, _ = row
    if mask:
        yield _bit(slot, seat, totals(value, share)[1])
        return
    names = keys[1] if len(keys) > 1 else [""]
    how, _, domain = type_.partition(":")
    per = max(1, -(-len(program.domains[domain].members) // WORD)) if how == "set" else 1
    for at, name in enumerate(names):
        named = isinstance(value, dict) and not _is_span(value)
        each = value.get(name) if named else value
        if each is None:
            continue
        start = slot + (seat * len(names) + at) * per
        if how == "set":
            yield _members(start, per, Sums(totals(each, share)))
        else:
            yield start, Sums(totals(each, share, low))


def _bit(slot: int, seat: int, worth: int) -> Term:
    return lambda state: worth if state[slot] >> seat & 1 else 0


def _members(slot: int, words: int, table: Sums) -> Term:
    return lambda state: table[sum(word.bit_count() for word in state[slot : slot + words])]


Lying = Callable[[list[int]], tuple[int, ...]]
"""The pieces in some places, by their numbers."""


def _place_terms(program: Program, rows: list[Any], value: Any, share: float) -> Iterator[Term]:
    """The terms of the pieces in places that count together."""
    domain, lying = rows[0][3], lying_in(program, rows)
    if not isinstance(value, dict) or _is_span(value):
        value = {"each": value}
    still: dict[str, Sums] = {}
    moving = {row[1]: row for row in program.data["stored"] if row[0] == domain and row[5] == "number"}
    for name, each in value.items():
        if name in moving:
            yield _on_pieces(lying, moving[name], Sums(totals(each, share)))
        else:
            still[name] = Sums(totals(each, share))
    if still:
        yield _counted(program, domain, lying, still)


def lying_in(program: Program, rows: list[Any]) -> Lying:
    """Return what lists the pieces in places of the vector."""
    bits = program.names["BITS"]
    ordered = [(row[4], 0) for row in rows if row[5]]
    sets = [(row[4] + word, row[8] + word * WORD) for row in rows if not row[5] for word in range(row[7])]
    if not ordered and len(sets) == 1 and not sets[0][1]:
        slot = sets[0][0]
        return lambda state: bits[state[slot]]

    def lying(state: list[int]) -> tuple[int, ...]:
        found = [base + piece for slot, base in sets for piece in bits[state[slot]]]
        for slot, _ in ordered:
            found += state[slot + 1 : slot + 1 + state[slot]]
        return tuple(found)

    return lying


def _on_pieces(lying: Lying, row: Any, table: Sums) -> Term:
    """What stands with the pieces, added up over all of them, for each further key by itself."""
    start, base, size = row[3], row[10], len(row[4][0])
    per, end = len(row[4][1]) if len(row[4]) > 1 else 1, row[10] + size
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
    """What depends on nothing but which pieces lie there, remembered for every set of pieces seen."""
    rules = program.data["piece_rules"][domain]
    printed = {
        row[0]: (row[2], row[3]) for row in program.data["printed"].get(domain, ()) if row[1] == "number" and not row[4]
    }
    known: dict[tuple[int, ...], int] = {}

    def of(pieces: tuple[int, ...]) -> int:
        total = 0
        for name, table in tables.items():
            if name == "each":
                total += table[len(pieces)]
            elif name in printed:
                base, values = printed[name]
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
