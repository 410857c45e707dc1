"""How places hold pieces: what lies in one, and taking a piece out of it or putting one in.

A place with an order is a row in the vector: the number of its pieces, then these. Any other is a set of bits, in one
integer or several; the bit of a piece is its number less that of the first piece that the place may hold. What is known
of the pieces, and what else changes when they move, is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.backends.failure import ExecutionError
from rulewright.backends.python.listing import Bits
from rulewright.compile.tables import WORD, PieceTable
from rulewright.diagnostics import Code

State = list[int]
Log = list[tuple[object, ...]]
Move = Callable[[State, int, int], None]
Arrive = Callable[[State, int, int, int, int], None]
Contents = Callable[[State, int], list[int]]


def make_contents(table: PieceTable) -> Contents:
    """Return what lists the pieces in a place: a row in its order, a set by number."""
    slot, first, ordered, wide, members = table.slot, table.first, table.ordered, table.wide, Bits()

    def contents(S: State, place: int) -> list[int]:
        s = slot[place]
        if ordered[place]:
            return S[s + 1 : s + 1 + S[s]]
        base = first[place]
        mask = S[s] if not wide[place] else sum(S[s + word] << WORD * word for word in range(wide[place]))
        return [base + i for i in members[mask]] if base else list(members[mask])

    return contents


def make_take_out(table: PieceTable) -> Move:
    """Return what takes a piece out of a place."""
    slot, first, ordered, wide, occupied = table.slot, table.first, table.ordered, table.wide, table.occupied
    single = places_for_one(table)

    def take_out(S: State, piece: int, place: int) -> None:
        s = slot[place]
        if single[place]:
            S[s], empty = 0, True
        elif ordered[place]:
            n = S[s]
            i = S.index(piece, s + 1, s + 1 + n)
            S[i : s + n] = S[i + 1 : s + n + 1]
            S[s + n] = 0
            S[s] = n - 1
            empty = n == 1
        else:
            bit = piece - first[place]
            S[s + bit // WORD] ^= 1 << bit % WORD
            empty = not any(S[s : s + wide[place]]) if wide[place] else S[s] == 0
        seen = occupied[place]
        if seen is not None and empty:
            S[seen[0]] &= ~seen[1]

    return take_out


def place_full(place: int) -> ExecutionError:
    """Return the error of a piece that comes to a place that holds no more."""
    return ExecutionError(Code.PLACE_FULL, place, "this place is full", "place")


def make_put_in(table: PieceTable) -> Move:
    """Return what puts a piece into a place: at the end of a row."""
    slot, first, ordered, wide = table.slot, table.first, table.ordered, table.wide
    occupied, limit = table.occupied, table.limit

    def put_in(S: State, piece: int, place: int) -> None:
        s = slot[place]
        if ordered[place]:
            n = S[s] + 1
            if n > limit[place]:
                raise place_full(place)
            S[s] = n
            S[s + n] = piece
        else:
            if limit[place] and sum(map(int.bit_count, S[s : s + (wide[place] or 1)])) >= limit[place]:
                raise place_full(place)
            bit = piece - first[place]
            S[s + bit // WORD] |= 1 << bit % WORD
        seen = occupied[place]
        if seen is not None:
            S[seen[0]] |= seen[1]

    return put_in


def places_for_one(table: PieceTable) -> list[bool]:
    """By place, whether it is for one piece only."""
    rows = zip(table.limit, table.ordered, table.wide, strict=True)
    return [limit == 1 and not ordered and not wide for limit, ordered, wide in rows]


def plain_sets(table: PieceTable) -> list[bool]:
    """By place, whether it is nothing but one integer with a set."""
    rows = zip(table.ordered, table.wide, table.occupied, strict=True)
    return [not ordered and not wide and occupied is None for ordered, wide, occupied in rows]


def make_position(table: PieceTable) -> Callable[[State, int], int]:
    """Return what counts from 1 at which position of a row a piece lies; 0 elsewhere."""
    located, ordered, slot = table.located, table.ordered, table.slot

    def position(S: State, piece: int) -> int:
        place = S[located + piece]
        if not ordered[place]:
            return 0
        s = slot[place]
        try:
            return S.index(piece, s + 1, s + 1 + S[s]) - s
        except ValueError:  # only in a vector that contradicts itself: there C compares no positions either
            return 0

    return position
