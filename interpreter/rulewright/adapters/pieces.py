"""What a seat may know of pieces, as numbers: where they are, and their own facts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.backends import Program
from rulewright.compile.tables import WORD, Fact, Place
from rulewright.engine.views import may_see

Numbers: TypeAlias = NDArray[np.int64]
OFFSET = 2
"""Vectors are read from here on: what is before is no part of a position, and the seed can be too large a number."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number to be read: from a slot the bit `bit`, or with `bit` -1 the whole slot."""

    name: str
    slot: int
    bit: int
    high: int
    at: int
    """The number of the value among those of its fact."""


def cells_of(program: Program, fact: Fact) -> Iterator[Cell]:
    """Yield the numbers of a fact: one for each value, of sets one for each member."""
    for at, keys in enumerate(product(*fact.keys)):
        name = " ".join((f"{fact.owner or 'game'}.{fact.name}", *keys))
        if fact.as_bits:
            yield _bit(name, fact.slot, at, at)
        elif fact.type.how == "set":
            for thing, member in enumerate(program.domains[fact.type.domain].members):
                yield _bit(f"{name}: {member}", fact.slot + at * fact.width, thing, at)
        else:
            yield Cell(name, fact.slot + at - OFFSET, -1, max(fact.high, 1), at)


def _bit(name: str, slot: int, bit: int, at: int) -> Cell:
    return Cell(name, slot + bit // WORD - OFFSET, bit % WORD, 1, at)


def numbers(values: Iterable[int]) -> Numbers:
    """Return numbers as an array."""
    return np.array(list(values), np.int64)


class Reading:
    """Reads many cells of a vector at once."""

    def __init__(self, cells: Iterable[Cell]) -> None:
        given = list(cells)
        self.slots = numbers(cell.slot for cell in given)
        self.shifts = numbers(max(cell.bit, 0) for cell in given)
        self.masks = numbers(-1 if cell.bit < 0 else 1 for cell in given)
        self.whole = all(cell.bit < 0 for cell in given)

    def of(self, vector: Numbers) -> Numbers:
        """Return the numbers."""
        found = vector[self.slots]
        return found if self.whole else found >> self.shifts & self.masks


class Pieces:
    """Where each piece is, at which place in a stack or row, and its facts; before that how many are in every place.

    The pieces of a domain are in the order of their classes: those of one class are interchangeable, and sorted by what
    is known of them.
    """

    def __init__(self, program: Program, hidden: int) -> None:
        self.hidden = hidden
        rows = [row for domain in program.tables.pieces for row in _rows(program, domain)]
        self.count, self.places = len(rows), len(program.tables.places)
        self.lies_and_known = numbers([*(row.lies for row in rows), *(row.known for row in rows)])
        self.sees = numbers(next(iter(program.tables.pieces.values())).sees)
        self.names = [f"{_full_name(place)}: pieces" for place in program.tables.places]
        self.names += [f"{row.name}: {name}" for row in rows for name in ("place", "index", *row.columns)]
        tops = [self.places, self.count]
        self.highs = [self.count] * self.places
        self.highs += [high for row in rows for high in (*tops, *(cell.high for cell in row.columns.values()))]
        starts = np.cumsum([0, *(2 + len(row.columns) for row in rows)])
        self.start, self.second, self.size = starts[:-1], starts[:-1] + 1, int(starts[-1])
        self.of_piece: Numbers = np.repeat(np.arange(self.count), np.diff(starts))
        self.reading = Reading(chain.from_iterable(row.columns.values() for row in rows))
        own: NDArray[np.bool_] = np.ones(self.size, bool)
        own[self.start] = own[self.second] = False
        self.facts = np.flatnonzero(own)
        self.alike = [_Alike(rows, self.start, width) for width in sorted({len(row.columns) for row in rows})]
        self.alike = [group for group in self.alike if len(group.cells)]
        self.index = _Index(program, rows)

    def fill(self, into: Numbers, vector: Numbers, seat: int) -> None:
        """Write down what a seat knows of the pieces."""
        both = vector[self.lies_and_known]
        lies, known = both[: self.count], both[self.count :]
        into[: self.places] = np.bincount(lies, minlength=self.places)
        found = into[self.places :]
        if len(self.facts):
            found[self.facts] = self.reading.of(vector)
        found[self.start], found[self.second] = lies, self.index.of(vector, seat)
        found[((known | self.sees[lies]) & 1 << seat == 0)[self.of_piece]] = self.hidden
        for group in self.alike:
            group.sort(found)


@dataclass(frozen=True, slots=True)
class _Row:
    """A piece: where its numbers are, and the cells of its facts by name."""

    domain: str
    piece: int
    name: str
    lies: int
    known: int
    kind: tuple[str, int]
    """Equal for interchangeable pieces."""
    columns: dict[str, Cell]


def _rows(program: Program, domain: str) -> list[_Row]:
    """Return the pieces of a domain in the order of their classes."""
    table, members = program.tables.pieces[domain], program.domains[domain].members
    columns = _columns(program, domain)
    return [
        _Row(
            domain, piece, f"{domain} {members[piece]}", table.located + piece - OFFSET, table.known + piece - OFFSET,
            (domain, table.classes[piece]), columns.get(piece, {}),
        )
        for piece in sorted(range(table.count), key=table.classes.__getitem__)
    ]  # fmt: skip


def _columns(program: Program, domain: str) -> dict[int, dict[str, Cell]]:
    """Return the cells of the facts of each piece of a domain, by their names without that of the piece."""
    found: dict[int, dict[str, Cell]] = {}
    for fact in program.tables.facts:
        if fact.owner != domain or fact.seen != "all" or fact.is_internal:
            continue
        for cell in cells_of(program, fact):
            at = cell.at // fact.per_owner
            name = cell.name.replace(f"{domain}.{fact.name} {fact.owners[at]}", fact.name, 1)
            found.setdefault(fact.first + at, {})[name] = cell
    return found


def _full_name(place: Place) -> str:
    return " ".join((f"{place.owner or 'game'}.{place.name}", *place.keys))


class _Alike:
    """The interchangeable pieces with the same number of facts."""

    def __init__(self, rows: list[_Row], starts: Numbers, width: int) -> None:
        kinds = [row.kind for row in rows]
        some = [at for at, row in enumerate(rows) if len(row.columns) == width and kinds.count(row.kind) > 1]
        order = {kind: number for number, kind in enumerate(dict.fromkeys(kinds[at] for at in some))}
        self.classes = numbers(order[kinds[at]] for at in some)
        self.cells = numbers(starts[at] + column for at in some for column in range(2 + width)).reshape(-1, 2 + width)

    def sort(self, found: Numbers) -> None:
        """Bring the pieces of each class into an order that depends on nothing but their numbers."""
        rows = found[self.cells]
        found[self.cells] = rows[np.lexsort((*rows.T, self.classes))]


class _Index:
    """At which place of a stack or row a piece is, from 1, where a seat sees that."""

    def __init__(self, program: Program, rows: list[_Row]) -> None:
        index = program.domains["player"].index
        owned = [(place, index[place.owner_key] if place.owner == "player" else -1) for place in program.tables.places]
        spots = [(p, owner, at) for p, owner in owned if p.order and p.seen != "nobody" for at in range(p.width - 1)]
        self.slots = numbers(place.slot + 1 + at - OFFSET for place, _, at in spots)
        self.filled = numbers(place.slot - OFFSET for place, _, _ in spots)
        self.at = numbers(at + 1 for _, _, at in spots)
        seats = range(program.seats)
        self.seen = np.array([[may_see(p.seen, seat, owner) for p, owner, _ in spots] for seat in seats], bool)
        first = {row.domain: at for at, row in reversed([*enumerate(rows)])}
        row_of = {(row.domain, row.piece): at for at, row in enumerate(rows)}
        self.rows = numbers(
            row_of[domain, piece]
            for domain in first for piece in range(program.tables.pieces[domain].count)
        )  # fmt: skip
        self.first = numbers(first[place.domain] for place, _, _ in spots)

    def of(self, vector: Numbers, seat: int) -> Numbers:
        """Return the place of every piece; 0 where it has none."""
        found: Numbers = np.zeros(len(self.rows), np.int64)
        if len(self.slots):
            there = (self.at <= vector[self.filled]) & self.seen[seat]
            found[self.rows[self.first[there] + vector[self.slots[there]]]] = self.at[there]
        return found
