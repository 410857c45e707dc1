"""Liar's dice: a bid `one-3` is `1-3` there, and 6 is wild on both sides; who is right has 1, the other -1."""

from __future__ import annotations

from typing import Any

from tests.open_spiel.pair import Pair, against_the_other, number

from rulewright.engine import Game

DICE = {"one": 1, "two": 2}


def action(_: int, name: str) -> str:
    if name == "liar":
        return "Liar"
    dice, face = name.removeprefix("bid ").split("-")
    return f"{DICE[dice]}-{face}"


def chance(game: Game, theirs: Any) -> str:
    """The dice, one seat after the other."""
    return f"Roll {number(game, ('Anna', 'Ben')[len(theirs.history())], 'die')}"


PAIR = Pair("examples/liars-dice", "liars_dice", action, chance, *against_the_other())
