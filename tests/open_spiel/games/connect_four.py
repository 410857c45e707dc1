"""Connect four: columns a to g are counted from 0 there; the winner has 1, the loser -1."""

from __future__ import annotations

from tests.open_spiel.pair import Pair, against_the_other, no_chance


def action(seat: int, name: str) -> str:
    return f"{'xo'[seat]}{'abcdefg'.index(name)}"


PAIR = Pair("examples/connect-four", "connect_four", action, no_chance, *against_the_other())
