"""Stacks of pieces: shuffling one, and drawing from it.

A shuffle sorts the pieces by random numbers that are made from their keys, so the new order does not depend on the old
one. Whoever does not see what lies in the stack no longer knows any of its pieces.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.backends.failure import DRAWN_ON, ExecutionError
from rulewright.backends.python.grouping import make_lose
from rulewright.backends.python.piece_places import Arrive, Contents, Log, State
from rulewright.chance import mixes, stream_number
from rulewright.compile.tables import PieceTable
from rulewright.diagnostics import Code
from rulewright.diagnostics.limits import DRAWN

Shuffle = Callable[[State, int, int, int], None]
OrderOf = Callable[[str, list[int]], list[int] | None]


def make_shuffle(table: PieceTable, log: Log | None, name: str, order_of: OrderOf) -> Shuffle:
    """Return what shuffles a stack; `order_of` is that of `movers`."""
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


def make_draw(
    table: PieceTable, move_all: Callable[[State, Sequence[int], int], None], shuffle: Shuffle, arrive: Arrive,
    contents: Contents,
) -> Callable[[State, int, int, int, int, int, int], None]:  # fmt: skip
    """Return what draws pieces from the end of a stack, which is refilled once it is empty."""
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
