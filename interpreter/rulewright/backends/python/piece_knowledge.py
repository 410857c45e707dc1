"""Which seats know which pieces: what they learn by being shown them, and lose as a piece leaves a place unseen.

Seats know a piece that they have seen since it was last hidden among others. A piece that moves is known to whoever
sees one of the two places. Of two that nothing tells apart, say two blank tokens A and B in a bag, the known one leaves
first: if Red knows A, and B is taken out where Red does not see it, Red cannot tell that it was not A, so `confuse`
makes A and B change roles. If Red does not even see which kind of piece left, Red no longer knows any that is still in
the bag: `forget`. What Red keeps in mind of them then is in `grouping.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.backends.python.grouping import make_leave, make_lend, make_lose
from rulewright.backends.python.piece_places import Contents, Log, State
from rulewright.compile.tables import PieceTable

Show = Callable[[State, Sequence[int], int], None]
Unlearn = Callable[[State, int, int, int], None]
"""What onlookers no longer know as a piece leaves a place: state, piece, place, seats that see or do not see it."""


def make_confuse(table: PieceTable) -> Callable[[State, int, Sequence[int], int, int], None]:
    """Return what makes indistinguishable pieces change roles for who does not see which one leaves."""
    located, known, lend = table.located, table.known, make_lend(table)

    def confuse(S: State, piece: int, others: Sequence[int], place: int, unsure: int) -> None:
        """Of indistinguishable pieces the known one comes first: an onlooker cannot tell that it was another."""
        for other in others:
            if S[located + other] == place:
                known_only = S[known + other] & ~S[known + piece] & unsure
                S[known + other] ^= known_only
                S[known + piece] |= known_only
                lend(S, piece, other, known_only)

    return confuse


def make_forget(table: PieceTable, contents: Contents) -> Unlearn:
    """Return what makes seats forget a place that a piece has left, if they did not see which one."""
    lose = make_lose(table)

    def forget(S: State, piece: int, place: int, unsure: int) -> None:
        """Who does not see which piece left an unordered place no longer knows which ones are there."""
        left = contents(S, place)
        if left:
            lose(S, [piece, *left], unsure)

    return forget


def make_leave_unseen(table: PieceTable, contents: Contents) -> Unlearn:
    """Return what seats no longer know as a piece leaves for another one."""
    sees, ordered, everyone = table.sees, table.ordered, table.everyone
    leave, lose = make_leave(table, contents), make_lose(table)

    def leave_unseen(S: State, piece: int, place: int, seen_by: int) -> None:
        """A piece is about to leave a place for another piece: not everybody sees which one."""
        if not ordered[place] and sees[place] != everyone:
            leave(S, piece, place, seen_by)
            lying = contents(S, place)
            if len(lying) > 1:
                lose(S, lying, everyone & ~seen_by)

    return leave_unseen


def make_show(table: PieceTable, contents: Contents, log: Log | None, name: str) -> Show:
    """Return what shows pieces to seats."""
    located, known, ordered, sees = table.located, table.known, table.ordered, table.sees
    alike, confuse, leave = table.alike(), make_confuse(table), make_leave(table, contents)

    def show(S: State, pieces: Sequence[int], seats: int) -> None:
        for piece in pieces:
            place = S[located + piece]
            if alike[piece] and not ordered[place]:
                others = [other for other in alike[piece] if other not in pieces]
                confuse(S, piece, others, place, seats & ~sees[place])
            if not ordered[place]:
                leave(S, piece, place, seats)
            S[known + piece] |= seats
        if log is not None and pieces and seats:
            log.append(("show", name, tuple(pieces), seats))

    return show
