"""Who meets whom: pairings that fill the table, and the games of a deal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rulewright.chance import pick

Pairing = tuple[int, ...]
"""The kinds at a table by their numbers, in ascending order; the order around the table changes from deal to deal."""

EVERYBODY, PAIRS = "everybody", "pairs"
"""Round robins: all pairings that fill the table, or those of two kinds with as many seats each as possible."""


@dataclass(frozen=True)
class Meeting:
    """A game that is to be played: which deal, which pairing (by number), and the number of the kind in each seat."""

    deal: int
    pairing: int
    who: tuple[int, ...]


@dataclass(frozen=True)
class Schedule:
    """All games of an arena by number, from 0: deal by deal, in each deal pairing by pairing, rotation by rotation."""

    kinds: tuple[str, ...]
    seats: int
    pairings: tuple[Pairing, ...]
    deals: range
    """The numbers of the games that are dealt."""
    dealt_anew: bool = False
    """Every game has a deal of its own: seats that can remember would know it in the next rotation."""

    @property
    def games_per_deal(self) -> int:
        """How many games a deal has."""
        return len(self.pairings) * self.seats

    @property
    def games(self) -> range:
        """Return the numbers of all games."""
        return range(len(self.deals) * self.games_per_deal)

    def meeting_at(self, game: int) -> Meeting:
        """Return a game by its number."""
        at, rest = divmod(game, self.games_per_deal)
        pairing, turn = divmod(rest, self.seats)
        deal = self.deals[at]
        around = seating_order(self.pairings[pairing], deal)
        return Meeting(deal, pairing, around[turn:] + around[:turn])

    def deal_number(self, game: int) -> int:
        """Return the number of the deal that is played in a game."""
        return self.deals.start + game if self.dealt_anew else self.meeting_at(game).deal

    def kind_names(self, kinds: Sequence[int]) -> tuple[str, ...]:
        """Return kinds by their names."""
        return tuple(self.kinds[kind] for kind in kinds)


def seating_order(pairing: Pairing, deal: int) -> Pairing:
    """Return the order around the table: shuffled by the number of the deal, with as many rotations as seats.

    Who sits behind whom matters in many games; a fixed order would credit kinds with what comes of their neighbours.
    """
    around = list(pairing)
    for last in range(len(around) - 1, 0, -1):
        other = pick(deal, last, last + 1)
        around[last], around[other] = around[other], around[last]
    shuffled = tuple(around)
    return pairing if any(shuffled[turn:] + shuffled[:turn] == shuffled for turn in range(1, len(around))) else shuffled


def round_robin(kinds: int, seats: int, which: str) -> tuple[Pairing, ...]:
    """Return the pairings of two kinds or more, of which there are `kinds`."""
    tables = (table for table in combinations_with_replacement(range(kinds), seats) if len(set(table)) > 1)
    return tuple(table for table in tables if which == EVERYBODY or _is_even_pair(table))


def _is_even_pair(table: Pairing) -> bool:
    counts = [table.count(kind) for kind in set(table)]
    return len(counts) == 2 and max(counts) - min(counts) < 2


def pairings_against(kinds: int, seats: int, other: int) -> tuple[Pairing, ...]:
    """Return the pairings of each kind, in one seat, against another kind in all other seats."""
    rest = (other,) * (seats - 1)
    return tuple(tuple(sorted((kind, *rest))) for kind in range(kinds) if kind != other)


def pairings_of_tables(tables: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], tuple[Pairing, ...]]:
    """Return the kinds at some tables in the order of their names there, and each different table as a pairing."""
    kinds = tuple(dict.fromkeys(kind for table in tables for kind in table))
    pairings = dict.fromkeys(tuple(sorted(kinds.index(kind) for kind in table)) for table in tables)
    return kinds, tuple(pairings)


def precision_checkpoints(deals: int, first: int = 10, growth: float = 1.5) -> Iterator[int]:
    """Yield after how many deals precision is looked at: each time half as many again, and at the end."""
    at = first
    while at < deals:
        yield at
        at = int(at * growth)
    yield deals
