"""Leduc poker: checking is calling there; cards are numbered J, J, Q, Q, K, K; what counts is what was won."""

from __future__ import annotations

from typing import Any

from tests.open_spiel.pair import Pair, less, place

from rulewright.engine import Game

ACTIONS = {"fold": "Fold", "call": "Call", "check": "Call", "raise": "Raise"}
CARDS = [f"{rank} of {suit}" for rank in ("Jack", "Queen", "King") for suit in ("hearts", "spades")]
DEALT = (("Dealer", "hand"), ("Other", "hand"), ("the game", "table"))


def chance(game: Game, theirs: Any) -> str:
    """The two hands first, later the card on the table."""
    dealt = min(len(theirs.history()), 2)
    return f"Chance outcome:{CARDS.index(place(game, *DEALT[dealt])[0])}"


PAIR = Pair("examples/leduc-poker", "leduc_poker", lambda _, name: ACTIONS[name], chance, *less(13))
