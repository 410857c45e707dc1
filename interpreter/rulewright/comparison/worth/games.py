"""The games by which options are judged: without a restriction, watched; and with one, where it makes a difference."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from rulewright.comparison.worth.choices import Elements, Watched, Watcher
from rulewright.engine.scoring import win_shares
from rulewright.players.seats import make_decider
from rulewright.playtest.game import play_one
from rulewright.playtest.match import SingleGames


class Trial(NamedTuple):
    """A game that is to be played: its number, and how its watched seat is restricted (`without tile.spy`)."""

    number: int
    restriction: str = ""


@dataclass(slots=True)
class WorthGame:
    """A game: the share of the win that the watched seat has, or what broke; without a restriction what it chose."""

    number: int
    restriction: str
    share: float
    failure: str = ""
    seen: Watched = field(default_factory=Watched)

    @property
    def item(self) -> Trial | int:
        """The item of the job of which it comes."""
        return Trial(self.number, self.restriction) if self.restriction else self.number

    def as_data(self) -> dict[str, object]:
        """Return the game in the form of a file."""
        restricted = {"restriction": self.restriction} if self.restriction else {}
        return {"game": self.number, **restricted, "win": self.share, "failure": self.failure}


@dataclass(frozen=True)
class WorthGames(SingleGames[WorthGame]):
    """Games of one ruleset in which everybody plays by one kind, and one seat is watched or restricted."""

    listed = list[WorthGame]
    most_in_unit = 50
    kind: str = field(kw_only=True)

    def player(self) -> Callable[[Trial | int], WorthGame]:
        """Compile the rules and return what plays games, those that are given by their number without a restriction."""
        (program,) = self.programs()
        elements, usual = Elements(program), make_decider(self.kind, program)
        restricted = cache(lambda restriction: make_decider(f"{self.kind} {restriction}", program))

        def play(item: Trial | int) -> WorthGame:
            number, restriction = item if isinstance(item, Trial) else Trial(item)
            watcher, seat, deciders = Watcher(elements, usual), number % self.seats, [usual] * self.seats
            deciders[seat] = restricted(restriction) if restriction else watcher
            record = play_one(program, number, check=False, deciders=deciders)
            share = win_shares(record.ranking, record.sides).get(seat, 0.0)
            return WorthGame(number, restriction, share, record.failure, watcher.seen)

        return play
