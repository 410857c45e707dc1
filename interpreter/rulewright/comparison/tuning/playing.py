"""The games of a race as units of the job runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from time import monotonic

from rulewright.backends.playing import Decider
from rulewright.comparison.tuning.race import Played, RaceGame
from rulewright.engine.search_settings import SettingValues, with_search_settings
from rulewright.jobs.decoding import decoded
from rulewright.jobs.job import Each, Job
from rulewright.jobs.journal import Codec
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import Budget, settings_of
from rulewright.playtest.game import play_one
from rulewright.playtest.match import Match

LARGEST = 20
"""Most games in a unit."""


@dataclass(frozen=True)
class Tuning(Match):
    """Candidates against the settings that a ruleset has, all with as many playouts for a decision."""

    playouts: int = field(kw_only=True)
    candidates: tuple[SettingValues, ...] = field(kw_only=True)

    def __call__(self) -> Callable[[RaceGame], Played]:
        """Compile the rules and return what plays single games."""
        (program,) = self.programs()
        budget = Budget(self.playouts)
        usual: Decider = Searcher(program, budget).decide

        @cache
        def with_settings(candidate: int) -> Decider:
            settings = settings_of(with_search_settings(program, self.candidates[candidate]))
            return Searcher(program, budget, settings).decide

        def play(match: RaceGame) -> Played:
            deciders = [usual] * self.seats
            deciders[match.seat] = with_settings(match.candidate)
            began = monotonic()
            record = play_one(program, match.deal, check=False, deciders=deciders)
            share = 0.0 if record.failure else ahead(record.ranking, match.seat)
            return Played(match, share, monotonic() - began, record.failure)

        return play

    def codec(self) -> Codec[list[Played]]:
        """Return what converts the games of a unit for a journal."""
        return Codec(
            lambda games: [asdict(game) for game in games],
            lambda plain: decoded(list[Played], plain),
            lambda games: [game.match for game in games],
        )

    def job(self, matches: Sequence[RaceGame]) -> Job[list[Played]]:
        """Return the job of playing some games."""
        return Job(Each(self), matches, LARGEST)


def ahead(ranking: Sequence[Sequence[int]], seat: int) -> float:
    """Return the share of the other seats that a seat is ahead of; tied ones count half."""
    at = next(number for number, seats in enumerate(ranking) if seat in seats)
    behind = sum(map(len, ranking[at + 1 :])) + (len(ranking[at]) - 1) / 2
    return behind / (sum(map(len, ranking)) - 1)
