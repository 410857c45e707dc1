"""Hex on 11 by 11: a space is called there as here, by letter and number; the winner has 1, the loser -1."""

from __future__ import annotations

from tests.open_spiel.pair import Pair, against_the_other, no_chance


def action(seat: int, name: str) -> str:
    return name


PAIR = Pair("examples/hex", "hex", action, no_chance, *against_the_other())
