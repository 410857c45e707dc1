"""Moving pieces: the helpers of the runtime that change where pieces are.

How places hold pieces is in `piece_places.py`, what seats learn and forget as they move in `piece_knowledge.py`, and
shuffling and drawing in `piece_stacks.py`; `movers` puts all of them together for one domain.

The functions are closures over lists, because a local variable is the fastest thing that Python can read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.backends.python.grouping import make_leave
from rulewright.backends.python.piece_knowledge import (
    Show,
    Unlearn,
    make_confuse,
    make_forget,
    make_leave_unseen,
    make_show,
)
from rulewright.backends.python.piece_places import (
    Arrive,
    Contents,
    Log,
    Move,
    State,
    make_contents,
    make_position,
    make_put_in,
    make_take_out,
    place_full,
    places_for_one,
    plain_sets,
)
from rulewright.backends.python.piece_stacks import OrderOf, Shuffle, make_draw, make_shuffle
from rulewright.compile.tables import WORD, PieceFact, PieceTable

Stretch = tuple[int, int, list[int]]


@dataclass(slots=True, eq=False, repr=False, match_args=False)
class Movers:
    """The functions for one domain of pieces."""

    move: Move
    move_all: Callable[[State, Sequence[int], int], None]
    move_under: Move
    draw: Callable[[State, int, int, int, int, int, int], None]
    shuffle: Shuffle
    swap: Move
    swap_all: Move
    show: Show
    position: Callable[[State, int], int]


MOVERS = ("move", "move_all", "move_under", "draw", "shuffle", "swap", "swap_all", "show", "position")
"""The helpers that `Movers` implements, by the names of the intermediate representation."""


def movers(table: PieceTable, log: Log | None, name: str, order_of: OrderOf) -> Movers:
    """Make the functions that move the pieces of a domain; with a log they also log what they did.

    `order_of` returns the order that somebody dictated for a shuffle of some pieces, if anybody did.
    """
    contents = make_contents(table)
    take_out, put_in = make_take_out(table), make_put_in(table)
    clear = _make_clear(table)
    arrive = _make_arrive(table, put_in, clear, log, name)
    move = _make_move(table, take_out, arrive, contents)
    shuffle = make_shuffle(table, log, name, order_of)

    def move_all(S: State, pieces: Sequence[int], place: int) -> None:
        for piece in pieces:
            move(S, piece, place)

    draw = make_draw(table, move_all, shuffle, arrive, contents)
    swap = _make_swap(table, take_out, arrive, make_leave_unseen(table, contents), clear, log, name)
    move_under = _make_move_under(table, move, log, name)
    swap_all = _make_swap_all(table, take_out, arrive, contents)
    show = make_show(table, contents, log, name)
    return Movers(move, move_all, move_under, draw, shuffle, swap, swap_all, show, make_position(table))


def cleared_of(cleared: list[PieceFact], pieces: int) -> tuple[list[list[Stretch]], list[list[tuple[int, int]]]]:
    """By piece, what of the vector is cleared when it moves: stretches of integers, and bits of sets."""
    numbers: list[list[Stretch]] = [[] for _ in range(pieces)]
    marks: list[list[tuple[int, int]]] = [[] for _ in range(pieces)]
    for fact in cleared:
        per = fact.width
        for at in range(fact.count):
            if fact.as_bits:
                marks[fact.first + at].append((fact.slot + at // WORD, 1 << at % WORD))
            else:
                stretch = fact.slot + at * per, fact.slot + (at + 1) * per, [fact.initial] * per
                numbers[fact.first + at].append(stretch)
    return numbers, marks


def _make_clear(table: PieceTable) -> Callable[[State, int], None]:
    numbers, marks = cleared_of(table.cleared, table.count)

    def clear(S: State, piece: int) -> None:
        for at, end, initial in numbers[piece]:
            S[at:end] = initial
        for at, bit in marks[piece]:
            S[at] &= ~bit

    return clear


def _make_arrive(
    table: PieceTable, put_in: Move, clear: Callable[[State, int], None], log: Log | None, name: str
) -> Arrive:
    located, known, slot, first, occupied = table.located, table.known, table.slot, table.first, table.occupied
    single, cleared = places_for_one(table), bool(table.cleared)
    roomy = [
        (slot[place], first[place]) if plain and not table.limit[place] else None
        for place, plain in enumerate(plain_sets(table))
    ]

    def arrive(S: State, piece: int, old: int, place: int, seen_by: int) -> None:
        """A piece that was taken out of a place comes to another; some seats have seen one of the two."""
        room = roomy[place]
        if room:
            s, begin = room
            S[s] |= 1 << piece - begin
        elif single[place]:
            if S[slot[place]]:
                raise place_full(place)
            S[slot[place]] = 1 << piece - first[place]
            seen = occupied[place]
            if seen is not None:
                S[seen[0]] |= seen[1]
        else:
            put_in(S, piece, place)
        S[located + piece] = place
        S[known + piece] |= seen_by
        if cleared:
            clear(S, piece)
        if log is not None:
            log.append(("move", name, piece, old, place))

    return arrive


def _make_move(table: PieceTable, take_out: Move, arrive: Arrive, contents: Contents) -> Move:
    located, slot, first, ordered = table.located, table.slot, table.first, table.ordered
    sees, occupied, everyone = table.sees, table.occupied, table.everyone
    single, alike = places_for_one(table), table.alike()
    confuse, forget, leave = make_confuse(table), make_forget(table, contents), make_leave(table, contents)
    plain = [(slot[place], first[place]) if plain else None for place, plain in enumerate(plain_sets(table))]
    grouped = table.groups >= 0
    unseen = [sees[place] != everyone and not row for place, row in enumerate(ordered)]

    def move(S: State, piece: int, place: int) -> None:
        old = S[located + piece]
        if old == place:
            return
        if unseen[old]:
            if alike[piece]:
                confuse(S, piece, alike[piece], old, everyone & ~sees[old])
            if grouped:
                leave(S, piece, old, sees[place])
        room = plain[old]
        if room:
            s, begin = room
            S[s] ^= 1 << piece - begin
        elif single[old]:
            S[slot[old]] = 0
            seen = occupied[old]
            if seen is not None:
                S[seen[0]] &= ~seen[1]
        else:
            take_out(S, piece, old)
        seen_by = sees[old] | sees[place]
        arrive(S, piece, old, place, seen_by)
        if seen_by != everyone and not ordered[old]:
            forget(S, piece, old, everyone & ~seen_by)

    return move


def _make_move_under(table: PieceTable, move: Move, log: Log | None, name: str) -> Move:
    located, slot = table.located, table.slot

    def move_under(S: State, piece: int, place: int) -> None:
        if log is not None and S[located + piece] == place:
            log.append(("move", name, piece, place, place))
        move(S, piece, place)
        first = slot[place] + 1
        at = S.index(piece, first, first + S[first - 1])
        S[first : at + 1] = [piece, *S[first:at]]

    return move_under


def _make_swap(
    table: PieceTable, take_out: Move, arrive: Arrive, leave_unseen: Unlearn, clear: Callable[[State, int], None],
    log: Log | None, name: str,
) -> Move:  # fmt: skip
    located, known, slot, ordered, sees = table.located, table.known, table.slot, table.ordered, table.sees

    def in_rows(S: State, a: int, b: int, here: int, there: int) -> None:
        """Two pieces in rows: each takes the other's position."""
        i = S.index(a, slot[here] + 1, slot[here] + 1 + S[slot[here]])
        j = S.index(b, slot[there] + 1, slot[there] + 1 + S[slot[there]])
        S[i], S[j] = b, a
        S[located + a], S[located + b] = there, here
        for piece, old, new in ((a, here, there), (b, there, here)):
            S[known + piece] |= sees[old] | sees[new]
            if old != new:
                clear(S, piece)
            if log is not None:
                log.append(("move", name, piece, old, new))

    def swap(S: State, a: int, b: int) -> None:
        here, there = S[located + a], S[located + b]
        if ordered[here] and ordered[there]:
            in_rows(S, a, b, here, there)
            return
        if here == there:
            return
        seen_by = sees[here] | sees[there]
        for piece, place in ((a, here), (b, there)):
            leave_unseen(S, piece, place, seen_by)
            take_out(S, piece, place)
        arrive(S, a, here, there, seen_by)
        arrive(S, b, there, here, seen_by)

    return swap


def _make_swap_all(table: PieceTable, take_out: Move, arrive: Arrive, contents: Contents) -> Move:
    sees = table.sees

    def swap_all(S: State, here: int, there: int) -> None:
        """As everything leaves together, nobody loses track of a piece that he knows."""
        if here == there:
            return
        seen_by, both = sees[here] | sees[there], ((here, there), (there, here))
        lifted = [(piece, old, new) for old, new in both for piece in contents(S, old)]
        for piece, old, _ in lifted:
            take_out(S, piece, old)
        for piece, old, new in lifted:
            arrive(S, piece, old, new, seen_by)

    return swap_all
