"""Simulation: many games of one ruleset, each determined by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import with_secret
from rulewright.jobs.job import Job
from rulewright.jobs.journal import Codec, Plain
from rulewright.players.seats import deciders_of
from rulewright.playtest.game import MOST_DECISIONS, Record, play_one
from rulewright.playtest.match import SOON, Match
from rulewright.playtest.native_builds import native_if_ready
from rulewright.playtest.rows import GameRows, RowColumns, rows_codec

MOST_GAMES_IN_UNIT = 1000
"""Most games in a unit."""


@dataclass(frozen=True)
class SimulatedGames(Match):
    """Games of one ruleset by their numbers, kept as rows."""

    check: bool = True
    """Whether to check `always` rules."""

    def __call__(self) -> GamePlayer:
        """Compile the rules, and return a player of games by number."""
        return GamePlayer(self, *self.programs())

    def job(self, numbers: range) -> Job[GameRows]:
        """Return the job of playing games by their numbers."""
        return Job(RowOpener(self), numbers, MOST_GAMES_IN_UNIT, begins_here=not self.who)

    def codec(self) -> Codec[GameRows]:
        """Return the codec of a unit."""
        return rows_codec(RowColumns.of_program(*self.compiled()), MOST_GAMES_IN_UNIT)

    def identity(self) -> dict[str, Plain]:
        """Return what results depend on: numbers alone, so not on texts."""
        return super().identity() | {"rules": self.common_record.fingerprint}

    @cached_property
    def common_record(self) -> Record:
        """A record with what those of all games have in common."""
        program = next(self.compiled())
        return Record(
            0, [], ruleset=program.ruleset, fingerprint=program.fingerprint, settings=program.settings,
            who=list(self.who), secret=self.secret,
        )  # fmt: skip


class GamePlayer:
    """Plays games of a table by their numbers."""

    def __init__(self, table: SimulatedGames, program: Program) -> None:
        self.table, self.program = table, program
        self.sitting: Sequence[Decider] = deciders_of(program, table.who)
        self.columns = RowColumns.of_program(program)

    def __call__(self, number: int) -> Record:
        """Play a game and return its record."""
        record = play_one(self.program, with_secret(number, self.table.secret), self.table.check, self.sitting)
        record.who = list(self.table.who) if self.sitting else []
        return record

    def play_rows(self, numbers: range) -> GameRows:
        """Play games and return their rows."""
        rows = GameRows(self.columns)
        rows.in_python = len(numbers)
        for at, number in enumerate(numbers):
            self._use_library()
            machine = self.program.machine
            if machine is not None and not rows.in_c:
                rows.in_python, rows.in_c = at, len(numbers) - at
            if machine is not None and not self.sitting:
                for broken in machine.play_many(numbers[at:], MOST_DECISIONS, self.table.check, rows.data):
                    rows.add(self(broken))
                return rows
            rows.add(self(number))
        return rows

    def _use_library(self) -> None:
        """Go on in C if the library is compiled by now, where the match waits for that."""
        if self.table.in_c == SOON and self.program.machine is None:
            ready = native_if_ready(self.program)
            if ready is not self.program:
                self.program, self.sitting = ready, deciders_of(ready, self.table.who)


@dataclass(frozen=True)
class RowOpener:
    """Opens a table to play ranges of games into rows."""

    table: Callable[[], GamePlayer]

    def __call__(self) -> Callable[[range], GameRows]:
        """Return what plays the games of a range."""
        return self.table().play_rows
