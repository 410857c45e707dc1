"""The rulesets with which adapters are tested, and random positions of their games.

RULEWRIGHT_GAMES is the number of games for each ruleset; without it there is one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.chance import pick

CHECKOUT = Path(__file__).parents[2]
FOLDERS = sorted(
    path.parent for path in CHECKOUT.glob("*/*/ruleset.yaml") if path.parts[-3] in ("examples", "rulesets")
)
OPEN = {"backgammon", "breakthrough", "chess", "connect-four", "go", "hex", "pearl-divers", "tic-tac-toe"}
"""The rulesets without secrets."""

SMALL = ("kuhn-poker", "sealed-bid-auction", "tic-tac-toe")
GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "1"))


def is_small(folder: Path) -> bool:
    """Say whether games are over at once, so that they can be played in every run of the tests."""
    return folder.name in SMALL


def example(name: str) -> str:
    return str(CHECKOUT / "examples" / name)


@cache
def adapted(folder: str, players: int | None = None) -> Adapted:
    return Adapted(folder, players)


def positions(of: Adapted, number: int) -> Iterator[AdaptedPosition]:
    """Yield the positions of a random game, its end included."""
    here, made = of.first_position(number), 0
    while not here.over:
        yield here
        offered = here.offered
        here = here.after(sorted(offered)[pick(number, made, len(offered))], offered)
        made += 1
    yield here
