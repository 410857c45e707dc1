"""Breakthrough: a move is named there by both its spaces, `left d7` is `d7c6`; a star after it says that it takes.

Who begins stands on the rows numbered 7 and 8 on both sides; how the board is turned on the screen is no part of it.
"""

from __future__ import annotations

from tests.open_spiel.pair import Pair, against_the_other, named_there, no_chance

ACROSS = {"left": -1, "straight": 0, "right": 1}


def action(seat: int, name: str) -> str:
    way, start = name.split()
    column, row = chr(ord(start[0]) + ACROSS[way]), int(start[1]) + (1 if seat else -1)
    return f"{start}{column}{row}"


PAIR = Pair(
    "examples/breakthrough", "breakthrough", action, no_chance, *against_the_other(),
    called=lambda theirs, action: named_there(theirs, action).rstrip("*"),
)  # fmt: skip
