"""Games with their rows, as units of the job runner."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import with_secret
from rulewright.jobs.decoding import decode_as
from rulewright.jobs.job import Job
from rulewright.jobs.journal import Codec
from rulewright.players.seats import deciders_of, end_games, make_decider
from rulewright.playtest.datasets.rows import TableRows, decision_rows, rows_of_record
from rulewright.playtest.datasets.watching import WatchedGame
from rulewright.playtest.game import Record, play_one
from rulewright.playtest.match import Match
from rulewright.source.seat_kinds import RANDOM

MOST_GAMES_IN_UNIT = 100
"""Most games in a unit: each leaves some hundred rows."""


@dataclass(slots=True)
class RecordedGame:
    """The record of a game, and its rows."""

    record: Record
    rows: TableRows


@dataclass(frozen=True)
class RecordedGames(Match):
    """Games of one ruleset by their numbers, with the rows of all tables."""

    check: bool = True
    """Whether to check `always` rules."""

    def open_table(self) -> Callable[[range], list[RecordedGame]]:
        """Compile the rules, and return what plays the games of a range."""
        (program,) = self.programs()
        return self.table_of(program)

    def table_of(self, program: Program) -> Callable[[range], list[RecordedGame]]:
        """Return what plays the games of a range by compiled rules."""
        deciders = deciders_of(program, self.who) or [make_decider(RANDOM, program)] * self.seats
        return lambda numbers: [self._play(program, deciders, number) for number in numbers]

    def _play(self, program: Program, deciders: Sequence[Decider], number: int) -> RecordedGame:
        watched = WatchedGame(program, deciders)
        record = play_one(program, with_secret(number, self.secret), self.check, [watched.decide] * self.seats)
        record.who = [*self.who]
        end = None if record.failure else watched.make_last_decision()
        record.faults += end_games(deciders, end)
        rows = rows_of_record(program, record)
        rows.decisions += decision_rows(program, record, watched)
        return RecordedGame(record, rows)

    def job(self, numbers: range) -> Job[list[RecordedGame]]:
        """Return the job of playing games by their numbers."""
        return Job(self.open_table, numbers, MOST_GAMES_IN_UNIT)

    def codec(self) -> Codec[list[RecordedGame]]:
        """Return the codec of a unit in a journal."""
        return Codec(
            lambda games: [asdict(game) for game in games],
            lambda plain: decode_as(list[RecordedGame], plain),
            lambda games: [game.record.game for game in games],
        )
