"""Samples worlds that are consistent with what a seat knows: the basis of search without peeking (ISMCTS and the like).

A sample keeps every `always` rule and every amount, so the position can be played on under the same rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from rulewright.backends import Program
from rulewright.compile.chance import below, name_key, stream_number
from rulewright.engine.determinization.pieces import PieceSlots

TRIES = 4
"""How many other pieces are tried for a position before its piece stays."""


def resample(program: Program, state: list[int], seat: int, number: int) -> list[int] | None:
    """Return a vector that looks the same to a seat; `number` says which of the many.

    Pieces that the seat does not know change places with others of their kind; with its place a piece takes over
    the facts on it, references to it and who knows it. All amounts stay. Every `always` rule holds afterwards; None if
    one is violated in the given vector. The seed is replaced, so future chance is open.
    """
    if not all(holds(state) for holds in program.always):
        return None
    dealt = list(state)
    key = name_key(f"redeal {seat}")
    chance = (stream_number(number, key, turn) for turn in count())
    for domain in program.tables.pieces:
        slots = PieceSlots.of(program, domain, seat)
        for group in slots.unknown(state, seat):
            for last in range(len(group) - 1, 0, -1):
                _replace(program, slots, dealt, group, last, chance)
    dealt[1] = next(chance)
    return dealt


def _replace(
    program: Program, slots: PieceSlots, state: list[int], group: list[int], last: int, chance: Iterator[int]
) -> None:
    """Exchange the last piece of a group with a random one up to it, as in a Fisher-Yates shuffle."""
    for _ in range(TRIES):
        other = below(next(chance), last + 1)
        if _exchanged(program, slots, state, group[last], group[other]):
            group[last], group[other] = group[other], group[last]
            return


def _exchanged(program: Program, slots: PieceSlots, state: list[int], a: int, b: int) -> bool:
    """Exchange two pieces, unless that would violate an invariant."""
    if a == b:
        return True
    slots.exchange(state, a, b)
    if all(holds(state) for holds in program.always):
        return True
    slots.exchange(state, a, b)
    return False
