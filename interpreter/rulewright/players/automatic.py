"""The seats of a running game that play by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.chance import seed_of
from rulewright.players.seats import GameFollower, game_followers

if TYPE_CHECKING:
    from rulewright.backends.playing import Decider
    from rulewright.engine import Game


@dataclass(frozen=True, slots=True)
class AutomaticSeats:
    """What decides for the kinds of seat of one game; those that follow games are shown its log and its end."""

    deciders: Mapping[str, Decider] = field(default_factory=dict)

    def choose_code(self, kind: str, game: Game) -> tuple[int, list[str]]:
        """Return the code of what a kind of seat takes, and what was wrong with seats outside meanwhile."""
        shown = self._followers(game)
        code = self.deciders[kind](list(game.state), list(game.codes), seed_of(game.seed), len(game.decisions))
        return code, [fault for each in shown for fault in each.take_faults()]

    def end_game(self, game: Game) -> None:
        """Tell those that follow games that this one is over."""
        for each in self._followers(game):
            each.end_game(list(game.state))

    def _followers(self, game: Game) -> list[GameFollower]:
        """Return what follows games, shown the log of this one."""
        found = game_followers(self.deciders.values())
        for each in found:
            each.log = game.log
        return found
