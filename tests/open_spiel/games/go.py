"""Go on 9 by 9: the letter i is left out there; both sides end a game after 400 moves; the winner has 1, the loser -1.

There a position may come back, which ends the game as a draw; here nobody may bring that about, so it is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.open_spiel.pair import Pair, no_chance

MOVES = 400


def action(seat: int, name: str) -> str:
    way, _, point = name.partition(" ")
    return f"{'BW'[seat]} {point.replace('i', 'j') if way == 'lay' else 'PASS'}"


def legal(theirs: Any) -> list[int]:
    """All but stones that end the game in a draw at once: what they make has been there before."""
    *stones, passing = theirs.legal_actions()
    if theirs.move_number() == MOVES - 1:
        return [*stones, passing]
    return [stone for stone in stones if not theirs.child(stone).is_terminal()] + [passing]


def returns(points: Sequence[int]) -> list[float]:
    """Komi is a whole number, as in the example: equal areas are a draw."""
    ahead = points[0] - points[1]
    return [float((each > 0) - (each < 0)) for each in (ahead, -ahead)]


PAIR = Pair(
    "examples/go", f"go(board_size=9,komi=7.0,max_game_length={MOVES})", action, no_chance, returns,
    "1 for more points, -1 for fewer", legal=legal,
)  # fmt: skip
