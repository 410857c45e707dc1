"""The cells of a program: every fact, amount and place of everybody, what it is called, and who may know it.

The name of a cell is made here and nowhere else, and here alone it is decided whether a seat sees it.

    >>> cell_name("player", "coin", ("red",)), cell_name("", "deck", ())
    ('player.coin red', 'game.deck')
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice, product
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from rulewright.compile.tables import Computed, DomainInfo, Fact, Place, ValueType
from rulewright.engine.words import full_name, member_names

if TYPE_CHECKING:
    from rulewright.backends import Program

Row = TypeVar("Row", Fact, Place)
Domains = dict[str, DomainInfo]

Viewer = int
"""Whoever looks, as a bit among those who see something: 1 << seat, or one of these two."""
ONLOOKER: Viewer = 1 << 40
"""Sees what is for all eyes."""
SEATS: Viewer = ONLOOKER - 1
"""All seats, and nobody else."""
EVERYTHING: Viewer = 1 << 41
"""Sees every secret."""

TRUTH = ValueType("truth")


@dataclass(frozen=True, slots=True, eq=False)
class CellRow(Generic[Row]):
    """One value of a fact, or one place: the same in every position of a program.

    `keys` are the names of the owner and of the further keys, `at` is the number among the values of the fact, or among
    all places; `thing` is the number of the owner in its domain, -1 if that is the game. `public_name` is the name
    without the numbers of pieces that look alike, `full_name` that with the kind of piece instead of its domain.
    """

    name: str
    declared: Row
    keys: tuple[str, ...]
    at: int
    thing: int
    seers: Viewer
    public_name: str = ""
    full_name: str = ""

    @property
    def member(self) -> str:
        """The name of the owner; empty for the game."""
        return self.keys[0] if self.declared.owner else ""

    @property
    def kept_name(self) -> str:
        """The name under which saved values have it: of a set of owners, that of the whole set."""
        fact = self.declared
        is_part = isinstance(fact, Fact) and fact.as_bits
        return cell_name(fact.owner, fact.name, self.further) if is_part else self.name

    @property
    def type(self) -> ValueType:
        """The type of the value of a fact: for a set of owners, whether it holds for one of them."""
        assert isinstance(self.declared, Fact), "places have no values"
        return TRUTH if self.declared.as_bits else self.declared.type

    @property
    def spoken_name(self) -> str:
        """The name of what the owner has, of an amount in the plural."""
        fact = self.declared
        return fact.plural if isinstance(fact, Fact) and fact.is_amount else fact.name

    @property
    def further(self) -> tuple[str, ...]:
        """The names of the keys besides the owner."""
        return self.keys[1:] if self.declared.owner else self.keys


FactRow: TypeAlias = CellRow[Fact]
PlaceRow: TypeAlias = CellRow[Place]


def cell_name(owner: str, name: str, keys: Iterable[str]) -> str:
    """Return the name of a cell: `player.row red ships`; `owner` is a domain, or empty for the game."""
    return " ".join((f"{owner or 'game'}.{name}", *keys))


def viewer_of(seat: int | None) -> Viewer:
    """Return a seat as a viewer; None is an onlooker, who sees what is public."""
    return ONLOOKER if seat is None else 1 << seat


def is_visible(seers: Viewer, viewer: Viewer) -> bool:
    """Whether somebody sees what is for some eyes: a cell, or with the seats that know it a piece."""
    return bool((seers | EVERYTHING) & viewer)


def seers_of(declared: Fact | Place | Computed, seat: int) -> Viewer:
    """Return who sees what belongs to a seat, or with -1 to no seat."""
    if declared.seen == "all":
        return -1
    if declared.seen == "nobody" or declared.owner != "player" or seat < 0:
        return 0
    return 1 << seat if declared.seen == "owner" else SEATS & ~(1 << seat)


def fact_rows(domains: Domains, fact: Fact, owner: int | None = None) -> list[FactRow]:
    """Return the values of a fact, in order; or only those of one of its owners, by number."""
    per = fact.per_owner
    some = range(fact.count) if owner is None else range(owner * per, (owner + 1) * per)
    numbered = islice(enumerate(product(*fact.keys)), some.start, some.stop)
    return [_row(domains, fact, keys, at) for at, keys in numbered]


def place_rows(domains: Domains, places: Iterable[Place]) -> list[PlaceRow]:
    """Return the places, by number."""
    return [_row(domains, place, tuple(place.keys), number) for number, place in enumerate(places)]


def _row(domains: Domains, declared: Row, keys: tuple[str, ...], at: int) -> CellRow[Row]:
    thing = domains[declared.owner].index.get(keys[0], -1) if declared.owner else -1
    return CellRow(cell_name(declared.owner, declared.name, keys), declared, keys, at, thing, seers_of(declared, thing))


def _named(program: Program, row: CellRow[Row]) -> CellRow[Row]:
    """Return a cell with all its names."""
    what, keys = row.declared, row.keys
    if what.owner in program.tables.pieces:
        keys = member_names(program, what.owner)[row.thing], *row.further
    public = cell_name(what.owner, what.name, keys)
    return replace(row, public_name=public, full_name=" ".join((full_name(program, what), *row.keys)))


class CellRows:
    """All cells of the positions of a program: facts and amounts, then places, each in order of declaration."""

    def __init__(self, program: Program) -> None:
        tables, domains = program.tables, program.domains
        self.facts: list[FactRow] = []
        self.of_fact: dict[Fact, slice] = {}
        """Where the values of a fact are among `facts`."""
        for fact in tables.facts:
            self.of_fact[fact] = slice(len(self.facts), len(self.facts) + fact.count)
            self.facts += (_named(program, row) for row in fact_rows(domains, fact))
        self.places = [_named(program, row) for row in place_rows(domains, tables.places)]
        self.at_slot = {fact.slot + fact.offset(row.at): row for row in self.facts for fact in [row.declared]}
        """By number of the vector where a value begins; of what is kept as a set of owners, one of these."""
        self.of_piece: dict[str, list[list[int]]] = {
            domain: [[] for _ in range(table.count)] for domain, table in tables.pieces.items()
        }
        """By domain and piece, where its facts are among `facts`."""
        for at, row in enumerate(self.facts):
            if row.declared.owner in self.of_piece:
                self.of_piece[row.declared.owner][row.thing].append(at)


@lru_cache(maxsize=16)
def rows_of(program: Program) -> CellRows:
    """Return the cells of a program."""
    return CellRows(program)
