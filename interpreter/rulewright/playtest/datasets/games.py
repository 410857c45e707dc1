"""Games with their rows, as units of the job runner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.chance import with_secret
from rulewright.players.seats import deciders_of
from rulewright.playtest.datasets.rows import TableRows, decision_rows, rows_of_record
from rulewright.playtest.game import Record, play_one
from rulewright.playtest.match import SingleGames
from rulewright.playtest.watching import HoldingsWatcher


@dataclass(slots=True)
class RecordedGame:
    """The record of a game, and its rows."""

    record: Record
    rows: TableRows

    @property
    def item(self) -> int:
        """The item of the job of which it comes."""
        return self.record.game


@dataclass(frozen=True)
class RecordedGames(SingleGames[RecordedGame]):
    """Games of one ruleset by their numbers, with the rows of all tables."""

    listed = list[RecordedGame]
    check: bool = True
    """Whether to check `always` rules."""

    def player(self) -> Callable[[int], RecordedGame]:
        """Compile the rules, and return what plays a game by its number."""
        (program,) = self.programs()
        deciders = deciders_of(program, self.who)

        def play(number: int) -> RecordedGame:
            watcher = HoldingsWatcher(program)
            record = play_one(program, with_secret(number, self.secret), self.check, deciders, watcher)
            record.who = [*self.who]
            rows = rows_of_record(program, record)
            rows.decisions += decision_rows(program, record, watcher)
            return RecordedGame(record, rows)

        return play
