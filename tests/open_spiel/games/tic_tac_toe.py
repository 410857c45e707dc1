"""Tic-tac-toe: a space a1 to c3 is a column and a row there, counted from 0; the winner has 1, the loser -1."""

from __future__ import annotations

from collections.abc import Sequence

from tests.open_spiel.pair import Pair


def action(seat: int, name: str) -> str:
    return f"{'xo'[seat]}({'123'.index(name[1])},{'abc'.index(name[0])})"


def returns(points: Sequence[int]) -> list[float]:
    return [points[0] - points[1], points[1] - points[0]]


PAIR = Pair("examples/tic-tac-toe", "tic_tac_toe", action, returns=returns, formula="own points less the other's")
