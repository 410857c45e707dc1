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
from rulewright.playtest.native_builds import if_ready
from rulewright.playtest.rows import Columns, Rows, codec

LARGEST = 1000
"""Most games in a unit."""


@dataclass(frozen=True)
class SimulatedGames(Match):
    """Games of one ruleset by their numbers, kept as rows."""

    check: bool = True
    """Whether to check `always` rules."""

    def __call__(self) -> Player:
        """Compile the rules, and return a player of games by number."""
        return Player(self, *self.programs())

    def job(self, numbers: range) -> Job[Rows]:
        """Return the job of playing games by their numbers."""
        return Job(InRows(self), numbers, LARGEST)

    def codec(self) -> Codec[Rows]:
        """Return the codec of a unit."""
        return codec(Columns.of(*self.compiled()), LARGEST)

    def identity(self) -> dict[str, Plain]:
        """Return what results depend on: numbers alone, so not on texts."""
        return super().identity() | {"rules": self.like.fingerprint}

    @cached_property
    def like(self) -> Record:
        """A record with what those of all games have in common."""
        program = next(self.compiled())
        return Record(
            0, [], ruleset=program.ruleset, fingerprint=program.fingerprint, settings=program.settings,
            who=list(self.who), secret=self.secret,
        )  # fmt: skip


class Player:
    """Plays games of a table by their numbers."""

    def __init__(self, table: SimulatedGames, program: Program) -> None:
        self.table, self.program = table, program
        self.sitting: Sequence[Decider] = deciders_of(program, table.who)
        self.columns = Columns.of(program)

    def __call__(self, number: int) -> Record:
        """Play a game and return its record."""
        record = play_one(self.program, with_secret(number, self.table.secret), self.table.check, self.sitting)
        record.who = list(self.table.who) if self.sitting else []
        return record

    def rows(self, numbers: range) -> Rows:
        """Play games and return their rows."""
        if self.table.in_c == SOON and self.program.machine is None:
            ready = if_ready(self.program)
            if ready is not self.program:
                self.program, self.sitting = ready, deciders_of(ready, self.table.who)
        rows = Rows(self.columns)
        machine = self.program.machine
        if machine is None or self.sitting:
            for number in numbers:
                rows.add(self(number))
            return rows
        for number in machine.play_many(numbers, MOST_DECISIONS, self.table.check, rows.data):
            rows.add(self(number))
        return rows


@dataclass(frozen=True)
class InRows:
    """Opens a table to play ranges of games into rows."""

    table: Callable[[], Player]

    def __call__(self) -> Callable[[range], Rows]:
        """Return what plays the games of a range."""
        return self.table().rows
