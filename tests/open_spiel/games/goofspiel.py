"""Goofspiel with five cards, prizes in random order, bids that stay face down (`imp_info`), points as returns.

Both bid at once. OpenSpiel takes turns at that, too, when asked to: the second does not see what the first has chosen.
The last card of each is played there without anybody being asked.
"""

from __future__ import annotations

from typing import Any

from tests.open_spiel.pair import Pair, place

from rulewright.engine import Game

THEIRS = (
    "turn_based_simultaneous_game(game="
    "goofspiel(players=2,num_cards=5,points_order=random,imp_info=true,returns_type=total_points))"
)


def action(seat: int, name: str) -> str:
    return f"[P{seat}]Bid: {name.rpartition('-')[2]}"


def chance(game: Game, theirs: Any) -> str:
    """The prize that lies on offer."""
    return f"Deal {place(game, 'the game', 'on offer')[0].split()[-1]}"


PAIR = Pair("examples/goofspiel", THEIRS, action, chance)
