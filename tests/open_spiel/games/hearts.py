"""Hearts, a single deal: `spades-queen` is `QS` there, and how far cards are passed on is left to chance on both sides.

OpenSpiel does not say in which order a seat has passed on its own cards, so that is not compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.open_spiel.hearts_worlds import world
from tests.open_spiel.pair import Pair, place

from rulewright.backends import Program
from rulewright.engine import Game

NAMES = ("North", "East", "South", "West")
PASSED = ("No Pass", "Left", "Across", "Right")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
DEALT = 52
HANDS: list[list[str]] = []
"""The hands that are being dealt there."""


def action(_: int, name: str) -> str:
    suit, rank = name.split("-")
    return "23456789TJQKA"[RANKS.index(rank)] + suit[0].upper()


def chance(game: Game, theirs: Any) -> str:
    """First how far cards are passed on, then the hands, a card to each seat in turn."""
    dealt = len(theirs.history()) - 1
    if dealt < 0:
        rolled = next(line.text for line in game.log if line.text.startswith("The distance"))
        return PASSED[int(rolled.rstrip(".")[-1])]
    if dealt == 0:
        held = [place(game, name, "hand") for name in NAMES]
        HANDS[:] = [[action(0, label.lower().replace(" ", "-")) for label in hand] for hand in held]
    return HANDS[dealt % 4][dealt // 4]


def dictate(program: Program, history: Sequence[int]) -> None:
    """Let chance bring what it brought there. Hands are drawn here one after the other, from the top."""
    named = [f"{SUITS[card % 4]}-{RANKS[card // 4]}" for card in history[1 : 1 + DEALT]]
    drawn = [name for seat in range(4) for name in named[seat::4]]
    cards = program.domains["card"].index
    program.dictated["roll distance"] = [history[0]]
    program.dictated["order card"] = [cards[name] for name in reversed(drawn)]


def unordered(lines: list[str]) -> list[str]:
    """What was read before the first trick, in no order."""
    play = lines.index("Trick 1") if "Trick 1" in lines else len(lines)
    return sorted(lines[:play]) + lines[play:]


PAIR = Pair(
    "examples/hearts",
    "hearts",
    action,
    chance,
    seats=4,
    forgets=unordered,
    cards=range(DEALT),
    first=1,
    decisions=64,
    dictate=dictate,
    worlds=world,
)
