"""The sealed-bid auction, with two and with four bidders. Chance says there who wins a tie, here a lot."""

from __future__ import annotations

from typing import Any

from tests.open_spiel.pair import Pair, fact, number

from rulewright.engine import Game

NAMES = ("Anna", "Ben", "Cleo", "Dora")


def action(seat: int, name: str) -> str:
    return f"Player {seat} bid: {name.removeprefix('bid ')}"


def chance(game: Game, theirs: Any) -> str:
    """What it is worth to one seat after the other; at the end who has won."""
    dealt, seats = len(theirs.history()), game.program.seats
    if dealt < seats:
        return f"Player {dealt} value: {number(game, NAMES[dealt], 'worth')}"
    return f"Chose winner {NAMES.index(fact(game, 'the game', 'buyer'))}"


PAIRS = tuple(
    Pair("examples/sealed-bid-auction", f"first_sealed_auction(players={seats})", action, chance, seats=seats)
    for seats in (2, 4)
)
