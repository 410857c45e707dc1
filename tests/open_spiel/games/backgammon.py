"""Backgammon: a turn is one action there, of two moves; after equal dice there are two such actions.

Points are counted there from the home of whoever moves, here from that of White. Both sides count three points for a
backgammon and two for a gammon. OpenSpiel would end a game after 500 turns; here it may take as long as it takes.
"""

from __future__ import annotations

import re
from typing import Any

from tests.open_spiel.pair import Pair, against_the_other, named_there, number

from rulewright.engine import Game

BAR = 25
BEGINNERS = ("X", "O")


def action(seat: int, names: str) -> str:
    """Return the moves as there: from the higher point first, one man's in a row, two that are the same as one."""
    moves = sorted((move(seat, name) for name in names.split(", ") if name != "pass"), reverse=True)
    if not moves:
        return "Pass"
    (start, goal), *more = moves
    if not more:
        return f"{said(start)}/{said(goal)} Pass"
    (other, end) = more[0]
    if (start, goal) == (other, end):
        return f"{said(start)}/{said(goal)}(2)"
    return f"{said(start)}/{said(goal)}{' ' + said(other) if goal != other else ''}/{said(end)}"


def move(seat: int, name: str) -> tuple[int, int]:
    """Return from where to where a man goes, counted from home; off the board lies 0."""
    found = re.fullmatch(r"move (?:bar|point-(\d+)) die-(\d)", name)
    assert found, name
    point = int(found[1] or 0)
    start = BAR - point if seat or not point else point
    return start, max(0, start - int(found[2]))


def said(point: int) -> str:
    return {BAR: "Bar", 0: "Off"}.get(point, str(point))


def called(theirs: Any, action: int) -> str:
    """Their name without its number, and without the stars that say what is hit."""
    return named_there(theirs, action).rpartition(" - ")[2].replace("*", "")


def chance(game: Game, theirs: Any) -> str:
    """The dice, and at first who begins: of those outcomes that differ in nothing else the first one."""
    left = [die for die in range(1, 7) if number(game, f"Die {die}", "moves")]
    dice = {f"(roll: {left[0]}{left[-1]})", f"(roll: {left[-1]}{left[0]})"}
    begins = f"{BEGINNERS[game.seat]} starts" if not theirs.history() else "chance outcome"
    outcomes = [theirs.action_to_string(outcome) for outcome, _ in theirs.chance_outcomes()]
    return next((each for each in outcomes if begins in each and any(each.endswith(roll) for roll in dice)), str(dice))


PAIR = Pair(
    "examples/backgammon", "backgammon(scoring_type=full_scoring,max_player_turns=100000)", action, chance,
    *against_the_other(), called=called, steps=2, sample=5,
)  # fmt: skip
