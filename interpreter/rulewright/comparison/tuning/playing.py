"""The games of a race as units of the job runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from time import monotonic

from rulewright.backends.playing import Decider
from rulewright.comparison.tuning.race import Match, Played
from rulewright.compile.tables import SearchSettings
from rulewright.jobs.decoding import decoded
from rulewright.jobs.job import Each, Job
from rulewright.jobs.journal import Codec
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import Budget, settings_of
from rulewright.playtest.game import play_one
from rulewright.playtest.native_builds import running
from rulewright.source import RulesetSource

LARGEST = 20
"""Most games in a unit."""


@dataclass(frozen=True)
class Tuning:
    """What is played: candidates against the settings that a ruleset has, all with as many playouts for a decision."""

    ruleset: str | RulesetSource
    seats: int
    playouts: int
    candidates: tuple[SearchSettings, ...]
    settings: tuple[tuple[str, int], ...] = ()
    """The figures that are set."""
    in_c: bool = False

    def __call__(self) -> Callable[[Match], Played]:
        """Compile the rules and return what plays single games."""
        from rulewright.workspace import compiled

        program = running(compiled(self.ruleset, self.seats, dict(self.settings)), self.in_c)
        budget = Budget(self.playouts)
        usual: Decider = Searcher(program, budget).decide

        @cache
        def with_settings(candidate: int) -> Decider:
            tables = replace(program.tables, search=self.candidates[candidate])
            return Searcher(program, budget, settings_of(replace(program, tables=tables))).decide

        def play(match: Match) -> Played:
            deciders = [usual] * self.seats
            deciders[match.seat] = with_settings(match.candidate)
            began = monotonic()
            record = play_one(program, match.deal, check=False, deciders=deciders)
            share = 0.0 if record.failure else ahead(record.ranking, match.seat)
            return Played(match, share, monotonic() - began, record.failure)

        return play

    def job(self, matches: Sequence[Match]) -> Job[list[Played]]:
        """Return the job of playing some games."""
        return Job(Each(self), matches, LARGEST)


CODEC: Codec[list[Played]] = Codec(
    lambda games: [asdict(game) for game in games],
    lambda plain: decoded(list[Played], plain),
    lambda games: [game.match for game in games],
)
"""Converts the games of a unit for a journal."""


def ahead(ranking: Sequence[Sequence[int]], seat: int) -> float:
    """Return the share of the other seats that a seat is ahead of; tied ones count half."""
    at = next(number for number, seats in enumerate(ranking) if seat in seats)
    behind = sum(map(len, ranking[at + 1 :])) + (len(ranking[at]) - 1) / 2
    return behind / (sum(map(len, ranking)) - 1)
