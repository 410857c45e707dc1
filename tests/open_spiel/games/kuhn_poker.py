"""Kuhn poker: there, calling is called betting once more, and folding passing; what counts is what was won."""

from __future__ import annotations

from typing import Any

from tests.open_spiel.pair import Pair, less, place

from rulewright.engine import Game

ACTIONS = {"bet": "Bet", "call": "Bet", "pass": "Pass", "fold": "Pass"}
CARDS = ["Jack", "Queen", "King"]


def chance(game: Game, theirs: Any) -> str:
    """The two cards that are dealt."""
    owner = ("Dealer", "Other")[len(theirs.history())]
    return f"Deal:{CARDS.index(place(game, owner, 'hand')[0])}"


PAIR = Pair("examples/kuhn-poker", "kuhn_poker", lambda _, name: ACTIONS[name], chance, *less(2))
