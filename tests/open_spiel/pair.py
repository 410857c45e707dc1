"""What has to be said of a game so that its two sides can be compared: a naming, nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from tests.open_spiel.ours import Forgets, Ours, program

from rulewright.backends import Program
from rulewright.engine import Game

CHECKOUT = Path(__file__).parents[2]
Worlds = Callable[[Any, int, Random], Any]
"""From a state of theirs, a player and chance to another state."""
MODULES = sorted(path.stem for path in (Path(__file__).parent / "games").glob("[!_]*.py"))


def no_chance(game: Game, theirs: Any) -> str:
    """A game in which nothing is left to chance."""
    raise AssertionError(f"OpenSpiel lets chance decide: {theirs}")


def all_legal(theirs: Any) -> list[int]:
    """All that is legal there."""
    return list(theirs.legal_actions())


def named_there(theirs: Any, action: int) -> str:
    """Return what an action of the player to move is called there."""
    return str(theirs.action_to_string(theirs.current_player(), action))


def to_move(theirs: Any) -> int:
    """Return the seat that is to move there, where seats have the same numbers on both sides."""
    return int(theirs.current_player())


def nothing_dictated(program: Program, history: Sequence[int]) -> None:
    """A game of whose lines no twins are looked at."""
    raise AssertionError("there are no twins")


@dataclass(frozen=True)
class Pair:
    """A ruleset and OpenSpiel's game with its parameters.

    `action`: the name that a choice of a seat has in OpenSpiel. `chance`: what OpenSpiel calls the outcome that chance
    had here, for a state of theirs in which chance is next. `returns`: their returns, made of the points here;
    `formula` says it in words. `called`: their name of an action, where that says more or less than ours. `seat`: who
    is to move there, by the number here. `forgets`: what of the log is compared, where OpenSpiel forgets something.

    Of a game with many cards a twin of each line is looked at: `cards` are their numbers there, and
    `first` is where in a history they begin; there are at most so many `decisions`; `dictate` lets chance bring here
    what is in a history of theirs.

    `legal`: what of their actions is compared, where OpenSpiel allows some that only end a game without a winner.

    `worlds`: samples states of theirs that look the same to a player, where those of OpenSpiel are unusable.

    `steps`: how many decisions of a seat here may make up one there; `action` gets their names parted by commas.

    `sample`: how many lines the tests play.
    """

    ruleset: str
    theirs: str
    action: Callable[[int, str], str]
    chance: Callable[[Game, Any], str] = no_chance
    returns: Callable[[Sequence[int]], list[float]] = list
    formula: str = "returns are the points"
    seats: int = 2
    called: Callable[[Any, int], str] = named_there
    seat: Callable[[Any], int] = to_move
    forgets: Forgets = list
    cards: range = range(0)
    first: int = 0
    decisions: int = 0
    dictate: Callable[[Program, Sequence[int]], None] = nothing_dictated
    legal: Callable[[Any], list[int]] = all_legal
    sample: int = 50
    steps: int = 1
    worlds: Worlds | None = None

    @property
    def name(self) -> str:
        """The ruleset, with the number of seats where that is not 2."""
        return Path(self.ruleset).name + (f" ({self.seats})" if self.seats != 2 else "")

    @property
    def folder(self) -> str:
        return str(CHECKOUT / self.ruleset)

    @contextmanager
    def dictated(self, history: Sequence[int]) -> Iterator[Ours]:
        """Start a game in which chance brings what it brought in a history there."""
        rules = program(self.folder, self.seats)
        self.dictate(rules, history)
        try:
            yield Ours.start(self.folder, self.seats, 1)
        finally:
            rules.dictated.clear()


def pairs() -> list[Pair]:
    """Return all pairs, by the names of their modules: each has a `PAIR`, or several `PAIRS`."""
    modules = [import_module(f"tests.open_spiel.games.{name}") for name in MODULES]
    return [pair for module in modules for pair in getattr(module, "PAIRS", None) or (module.PAIR,)]


def against_the_other() -> tuple[Callable[[Sequence[int]], list[float]], str]:
    """What the one wins the other loses: the returns, and how that is said."""
    return lambda points: [points[0] - points[1], points[1] - points[0]], "own points less the other's"


def less(stake: int) -> tuple[Callable[[Sequence[int]], list[float]], str]:
    """What was won or lost: the returns, and how that is said."""
    return lambda points: [each - stake for each in points], f"points less the {stake} chips to begin with"


def place(game: Game, owner: str, name: str) -> list[str]:
    """The pieces in a place by their labels, as somebody sees them who sees everything."""
    found = dict(dict(game.view(None))[owner])[name]
    assert isinstance(found, list)
    return [label.split(" (")[0] for label in found]


def fact(game: Game, owner: str, name: str) -> str:
    """What somebody or the game has, by its label."""
    return str(dict(dict(game.view(None))[owner])[name])


def number(game: Game, owner: str, name: str) -> int:
    """A number that somebody or the game has."""
    return int(fact(game, owner, name))
