"""What has to be said of a game so that its two sides can be compared: a naming, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from rulewright.engine import Game

CHECKOUT = Path(__file__).parents[2]
MODULES = sorted(path.stem for path in (Path(__file__).parent / "games").glob("[!_]*.py"))


def no_chance(game: Game, theirs: Any) -> str:
    """A game in which nothing is left to chance."""
    raise AssertionError(f"OpenSpiel lets chance decide: {theirs}")


@dataclass(frozen=True)
class Pair:
    """A ruleset and OpenSpiel's game with its parameters.

    `action`: the name that a choice of a seat has in OpenSpiel. `chance`: what OpenSpiel calls the outcome that chance
    had here, for a state of theirs in which chance is next. `returns`: their returns, made of the points here;
    `formula` says it in words.
    """

    ruleset: str
    theirs: str
    action: Callable[[int, str], str]
    chance: Callable[[Game, Any], str] = no_chance
    returns: Callable[[Sequence[int]], list[float]] = list
    formula: str = "returns are the points"
    seats: int = 2

    @property
    def name(self) -> str:
        return Path(self.ruleset).name

    @property
    def folder(self) -> str:
        return str(CHECKOUT / self.ruleset)


def pairs() -> list[Pair]:
    """Return all pairs, by the names of their modules."""
    return [import_module(f"tests.open_spiel.games.{name}").PAIR for name in MODULES]


def place(game: Game, owner: str, name: str) -> list[str]:
    """The pieces in a place by their labels, as somebody sees them who sees everything."""
    found = dict(dict(game.view(None))[owner])[name]
    assert isinstance(found, list)
    return [label.split(" (")[0] for label in found]


def number(game: Game, owner: str, name: str) -> int:
    """A number that somebody or the game has."""
    found = dict(dict(game.view(None))[owner])[name]
    assert isinstance(found, int)
    return found
