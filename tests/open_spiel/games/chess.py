"""Chess: a move is called there by both its squares, and by what a pawn becomes; the winner has 1, the loser -1.

Both sides end a game after 100 quiet moves, when a position is there for the third time, and when nobody can be mated.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tests.open_spiel.pair import Pair, no_chance

LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def action(seat: int, name: str) -> str:
    _, start, goal, *kind = name.split()
    return start + goal + "".join(LETTERS[each] for each in kind)


def called(theirs: Any, action: int) -> str:
    """Their name of an action shortens what the position says; this one has both squares in full."""
    return str(import_module("pyspiel").chess.action_to_move(action, theirs.board()).to_lan())


def seat(theirs: Any) -> int:
    """White has the number 1 there and 0 here."""
    return 1 - int(theirs.current_player())


def returns(points: Sequence[int]) -> list[float]:
    """Black comes first there."""
    return [points[1] - points[0], points[0] - points[1]]


PAIR = Pair(
    "examples/chess", "chess", action, no_chance, returns, "own points less the other's",
    called=called, seat=seat, sample=4,
)  # fmt: skip
