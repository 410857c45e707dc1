"""What a seat keeps in mind of pieces that it has lost sight of: which ones they are together, and where these lie.

Suppose Red hands Blue the cards 1 to 4, and Blue puts one of them away face down. Red no longer knows any of the four,
but knows that it is one of them that was put away: for Red they are a *group*. A shuffled stack of cards that everybody
has seen is one as well. `Dealer` deals the pieces of a group to the places of the group, and no others.

A group has a number, and each piece that a seat does not know is in one group of that seat; the number of a piece that
the seat knows means nothing. Where pieces of several groups lie in a place without an order, and it is not clear which
one leaves, or where they are shuffled, these groups become one: whoever cannot tell them apart must not go on as if.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.backends.python.listing import Bits
from rulewright.backends.python.piece_places import Contents, State
from rulewright.compile.tables import PieceTable

Lose = Callable[[State, Sequence[int], int], None]
"""Some pieces are mixed, which some seats do not see: state, pieces, seats."""
Leave = Callable[[State, int, int, int], None]
"""A piece leaves a place, or is shown there: state, piece, place, the seats that see it then."""


def make_lose(table: PieceTable) -> Lose:
    """Return what lets seats lose sight of pieces that are mixed with one another."""
    known, groups, bits, seats_in = table.known, table.groups, table.group_bits, Bits()
    joined, unused, most = _make_joined(table), _make_unused(table), (1 << bits) - 1

    def forget(S: State, pieces: Sequence[int], seats: int) -> None:
        for piece in pieces:
            S[known + piece] &= ~seats

    def lose(S: State, pieces: Sequence[int], seats: int) -> None:
        for seat in seats_in[seats]:
            lost = [piece for piece in pieces if S[known + piece] >> seat & 1]
            group = joined(S, pieces, seat)
            if lost and group < 0:
                group = unused(S, pieces, seat)
            for piece in lost:
                S[known + piece] &= ~(1 << seat)
                S[groups + piece] = S[groups + piece] & ~(most << seat * bits) | group << seat * bits

    return lose if groups >= 0 else forget


def _make_joined(table: PieceTable) -> Callable[[State, Sequence[int], int], int]:
    known, groups, bits, end = table.known, table.groups, table.group_bits, table.groups + table.count
    most = (1 << bits) - 1

    def joined(S: State, pieces: Sequence[int], seat: int) -> int:
        """Make one group of all groups of which a seat has some pieces in mind; -1 if there are none."""
        at = seat * bits
        found = {S[groups + piece] >> at & most for piece in pieces if not S[known + piece] >> seat & 1}
        if not found:
            return -1
        group = min(found)
        for slot in range(groups, end if len(found) > 1 else groups):
            number = S[slot] >> at & most
            if number in found:
                S[slot] += group - number << at
        return group

    return joined


def _make_unused(table: PieceTable) -> Callable[[State, Sequence[int], int], int]:
    known, count, most = table.known, table.count, (1 << table.group_bits) - 1

    def unused(S: State, pieces: Sequence[int], seat: int) -> int:
        """Return the least number of a group that a seat does not have, but for some pieces; else the greatest."""
        others = (piece for piece in range(count) if not S[known + piece] >> seat & 1 and piece not in pieces)
        used = {table.group_of(S, piece, seat) for piece in others}
        return next((number for number in range(most) if number not in used), most)

    return unused


def make_leave(table: PieceTable, contents: Contents) -> Leave:
    """Return what joins the groups in a place if those who see a piece leave it cannot say from which group it is.

    Where everybody sees the piece, that is clear unless there are others like it. Otherwise it must not depend on what
    piece it is, or others could tell by what is remembered.
    """
    sees, known, everyone, alike, grouped = table.sees, table.known, table.everyone, table.alike(), table.groups >= 0
    joined, seats_in = _make_joined(table), Bits()

    def leave(S: State, piece: int, place: int, seers: int) -> None:
        if grouped and (alike[piece] or seers | sees[place] != everyone):
            for seat in seats_in[seers & ~sees[place] & ~S[known + piece]]:
                joined(S, contents(S, place), seat)

    return leave


def make_lend(table: PieceTable) -> Callable[[State, int, int, int], None]:
    """Return what puts a piece into the groups in which another one is, for some seats."""
    groups, bits, seats_in = table.groups, table.group_bits, Bits()
    most = (1 << bits) - 1

    def lend(S: State, piece: int, other: int, seats: int) -> None:
        for seat in seats_in[seats if groups >= 0 else 0]:
            mask = most << seat * bits
            S[groups + other] = S[groups + other] & ~mask | S[groups + piece] & mask

    return lend
