"""Moving pieces: the helpers of the runtime that change where pieces are, and who knows them.

Seats know a piece that they have seen since it was last hidden among others. A piece that moves is known to whoever
sees one of the two places. Of two that nothing tells apart, say two blank tokens A and B in a bag, the known one leaves
first: if Red knows A, and B is taken out where Red does not see it, Red cannot tell that it was not A, so `confuse`
makes A and B change roles. If Red does not even see which kind of piece left, Red no longer knows any that is still in
the bag: `forget`. What Red keeps in mind of them then is in `grouping.py`.

The functions are closures over lists, because a local variable is the fastest thing that Python can read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.backends.failure import DRAWN_ON, ExecutionError
from rulewright.backends.python.grouping import make_leave, make_lend, make_lose
from rulewright.backends.python.listing import Bits
from rulewright.chance import mixes, stream_number
from rulewright.compile.tables import WORD, PieceFact, PieceTable
from rulewright.diagnostics import Code
from rulewright.diagnostics.limits import DRAWN

State = list[int]
Log = list[tuple[object, ...]]
Move = Callable[[State, int, int], None]
Shuffle = Callable[[State, int, int, int], None]
Show = Callable[[State, Sequence[int], int], None]
Contents = Callable[[State, int], list[int]]
Arrive = Callable[[State, int, int, int, int], None]
Stretch = tuple[int, int, list[int]]
OrderOf = Callable[[str, list[int]], list[int] | None]


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
    contents = _make_contents(table)
    take_out, put_in = _make_take_out(table), _make_put_in(table)
    clear = _make_clear(table)
    arrive = _make_arrive(table, put_in, clear, log, name)
    move = _make_move(table, take_out, arrive, contents)
    shuffle = _make_shuffle(table, log, name, order_of)

    def move_all(S: State, pieces: Sequence[int], place: int) -> None:
        for piece in pieces:
            move(S, piece, place)

    draw = _make_draw(table, move_all, shuffle, arrive, contents)
    swap = _make_swap(table, take_out, arrive, _make_leave_unseen(table, contents), clear, log, name)
    move_under = _make_move_under(table, move, log, name)
    swap_all = _make_swap_all(table, take_out, arrive, contents)
    show = _make_show(table, contents, log, name)
    return Movers(move, move_all, move_under, draw, shuffle, swap, swap_all, show, _make_position(table))


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


def _make_contents(table: PieceTable) -> Contents:
    slot, first, ordered, wide, members = table.slot, table.first, table.ordered, table.wide, Bits()

    def contents(S: State, place: int) -> list[int]:
        s = slot[place]
        if ordered[place]:
            return S[s + 1 : s + 1 + S[s]]
        base = first[place]
        mask = S[s] if not wide[place] else sum(S[s + word] << WORD * word for word in range(wide[place]))
        return [base + i for i in members[mask]] if base else list(members[mask])

    return contents


def _make_take_out(table: PieceTable) -> Move:
    slot, first, ordered, wide, occupied = table.slot, table.first, table.ordered, table.wide, table.occupied
    single = _places_for_one(table)

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


def _place_full(place: int) -> ExecutionError:
    return ExecutionError(Code.PLACE_FULL, place, "this place is full", "place")


def _make_put_in(table: PieceTable) -> Move:
    slot, first, ordered, wide = table.slot, table.first, table.ordered, table.wide
    occupied, limit = table.occupied, table.limit

    def put_in(S: State, piece: int, place: int) -> None:
        s = slot[place]
        if ordered[place]:
            n = S[s] + 1
            if n > limit[place]:
                raise _place_full(place)
            S[s] = n
            S[s + n] = piece
        else:
            if limit[place] and sum(map(int.bit_count, S[s : s + (wide[place] or 1)])) >= limit[place]:
                raise _place_full(place)
            bit = piece - first[place]
            S[s + bit // WORD] |= 1 << bit % WORD
        seen = occupied[place]
        if seen is not None:
            S[seen[0]] |= seen[1]

    return put_in


def _places_for_one(table: PieceTable) -> list[bool]:
    """By place, whether it is for one piece only."""
    rows = zip(table.limit, table.ordered, table.wide, strict=True)
    return [limit == 1 and not ordered and not wide for limit, ordered, wide in rows]


def _plain_sets(table: PieceTable) -> list[bool]:
    """By place, whether it is nothing but one integer with a set."""
    rows = zip(table.ordered, table.wide, table.occupied, strict=True)
    return [not ordered and not wide and occupied is None for ordered, wide, occupied in rows]


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
    single, cleared = _places_for_one(table), bool(table.cleared)
    roomy = [
        (slot[place], first[place]) if plain and not table.limit[place] else None
        for place, plain in enumerate(_plain_sets(table))
    ]

    def arrive(S: State, piece: int, old: int, place: int, seen_by: int) -> None:
        """A piece that was taken out of a place comes to another; some seats have seen one of the two."""
        room = roomy[place]
        if room:
            s, begin = room
            S[s] |= 1 << piece - begin
        elif single[place]:
            if S[slot[place]]:
                raise _place_full(place)
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


Confuse = Callable[[State, int, Sequence[int], int, int], None]
Unlearn = Callable[[State, int, int, int], None]
"""What onlookers no longer know as a piece leaves a place: state, piece, place, seats that see or do not see it."""


def _make_confuse(table: PieceTable) -> Confuse:
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


def _make_forget(table: PieceTable, contents: Contents) -> Unlearn:
    lose = make_lose(table)

    def forget(S: State, piece: int, place: int, unsure: int) -> None:
        """Who does not see which piece left an unordered place no longer knows which ones are there."""
        left = contents(S, place)
        if left:
            lose(S, [piece, *left], unsure)

    return forget


def _make_move(table: PieceTable, take_out: Move, arrive: Arrive, contents: Contents) -> Move:
    located, slot, first, ordered = table.located, table.slot, table.first, table.ordered
    sees, occupied, everyone = table.sees, table.occupied, table.everyone
    single, alike = _places_for_one(table), table.alike()
    confuse, forget, leave = _make_confuse(table), _make_forget(table, contents), make_leave(table, contents)
    plain = [(slot[place], first[place]) if plain else None for place, plain in enumerate(_plain_sets(table))]
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


def _make_shuffle(table: PieceTable, log: Log | None, name: str, order_of: OrderOf) -> Shuffle:
    slot, sees, keys, everyone, lose = table.slot, table.sees, table.keys, table.everyone, make_lose(table)

    def shuffle(S: State, place: int, counter: int, key: int) -> None:
        s = slot[place]
        n = S[s]
        number = stream_number(S[1], key, S[counter])
        S[counter] += 1
        pieces = S[s + 1 : s + 1 + n]
        pieces.sort(key=dict(zip(pieces, mixes([number ^ keys[p] for p in pieces]), strict=True)).__getitem__)
        dictated = order_of(name, pieces)
        if dictated is not None:
            pieces.sort(key=lambda piece: dictated.index(piece) if piece in dictated else -1)
        S[s + 1 : s + 1 + n] = pieces
        lose(S, pieces, everyone & ~sees[place])
        if log is not None:
            log.append(("shuffle", name, place))

    return shuffle


def _make_draw(
    table: PieceTable, move_all: Callable[[State, Sequence[int], int], None], shuffle: Shuffle, arrive: Arrive,
    contents: Contents,
) -> Callable[[State, int, int, int, int, int, int], None]:  # fmt: skip
    slot, sees, occupied, refill = table.slot, table.sees, table.occupied, table.refill

    def refilled(S: State, stack: int, counter: int, key: int) -> bool:
        """Shuffle in what refills an empty stack, and return whether that was anything."""
        source = refill[stack]
        if source < 0:
            return False
        move_all(S, contents(S, source), stack)
        shuffle(S, stack, counter, key)
        return S[slot[stack]] != 0

    def draw(S: State, number: int, stack: int, place: int, counter: int, where: int, key: int) -> None:
        s, seen_by, seen = slot[stack], sees[stack] | sees[place], occupied[stack]
        for drawn in range(number):
            if drawn == DRAWN.most:
                raise ExecutionError(Code.LIMIT_EXCEEDED, where, DRAWN_ON)
            if S[s] == 0 and not refilled(S, stack, counter, key):
                break
            n = S[s]
            piece = S[s + n]
            S[s + n] = 0
            S[s] = n - 1
            if seen is not None and n == 1:
                S[seen[0]] &= ~seen[1]
            arrive(S, piece, stack, place, seen_by)

    return draw


def _make_leave_unseen(table: PieceTable, contents: Contents) -> Unlearn:
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


def _make_show(table: PieceTable, contents: Contents, log: Log | None, name: str) -> Show:
    located, known, ordered, sees = table.located, table.known, table.ordered, table.sees
    alike, confuse, leave = table.alike(), _make_confuse(table), make_leave(table, contents)

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


def _make_position(table: PieceTable) -> Callable[[State, int], int]:
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
