"""Tic-tac-toe: a space a1 to c3 is a column and a row there, counted from 0; the winner has 1, the loser -1."""

from __future__ import annotations

from tests.open_spiel.pair import Pair, against_the_other, no_chance


def action(seat: int, name: str) -> str:
    return f"{'xo'[seat]}({'123'.index(name[1])},{'abc'.index(name[0])})"


PAIR = Pair("examples/tic-tac-toe", "tic_tac_toe", action, no_chance, *against_the_other())
