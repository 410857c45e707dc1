"""Simulation: many games of one ruleset, each determined by its number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.compile.chance import with_secret
from rulewright.jobs.job import Job
from rulewright.players.seats import seated
from rulewright.playtest.game import MOST_DECISIONS, Record, play_one
from rulewright.playtest.native_builds import if_ready, running
from rulewright.playtest.rows import Columns, Rows
from rulewright.source import RulesetSource

NEVER, READY, SOON = "never", "ready", "soon"
"""When to play in C: never, from the first game, or as soon as the library is compiled."""
LARGEST = 1000
"""Most games in a unit."""


@dataclass(frozen=True)
class Table:
    """What to simulate: a ruleset, the number of seats, figures with other values, and whether to check `always` rules.

    `who` is the kind of each seat, by default random. `in_c` is `NEVER`, `READY` or `SOON`.
    """

    ruleset: str | RulesetSource
    seats: int
    settings: tuple[tuple[str, int], ...] = ()
    check: bool = True
    who: tuple[str, ...] = ()
    in_c: str = NEVER
    secret: str = ""
    """128 bits on which chance depends as well, as hexadecimal digits: whoever knows the numbers knows no deal."""

    def __call__(self) -> Player:
        """Compile the rules in the plain build, and return a player of games by number."""
        from rulewright.workspace import compiled

        program = compiled(self.ruleset, self.seats, dict(self.settings), traced=False)
        return Player(self, running(program, self.in_c == READY))


class Player:
    """Plays games of a table by their numbers."""

    def __init__(self, table: Table, program: Program) -> None:
        self.table, self.program = table, program
        self.sitting: Sequence[Decider] = seated(program, table.who)
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
                self.program, self.sitting = ready, seated(ready, self.table.who)
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


def games_in_rows(table: Callable[[], Player], numbers: range) -> Job[Rows]:
    """Return the job of playing games by their numbers, kept as rows."""
    return Job(InRows(table), numbers, LARGEST)
