"""Many games of one ruleset, each by its number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, takewhile

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.players.seats import seated
from rulewright.playtest.game import MOST_DECISIONS, Record, play_one
from rulewright.playtest.native_builds import if_ready, running
from rulewright.playtest.rows import Columns, Rows
from rulewright.playtest.workers import Item, Kept, Opener, spread

NEVER, READY, SOON = "never", "ready", "soon"
"""Whether games are played in C: not at all, from the first one, or as soon as the library is compiled."""
SHARE = 50
"""Games that are handed to a process, and come back from it, at once."""


@dataclass(frozen=True)
class Table:
    """What to play: a ruleset, how many seats, figures set to other values, and whether `always` rules are checked.

    `who` says who sits in each seat; without it all play at random. `in_c` is `NEVER`, `READY` or `SOON`.
    """

    ruleset: str
    seats: int
    settings: tuple[tuple[str, int], ...] = ()
    check: bool = True
    who: tuple[str, ...] = ()
    in_c: str = NEVER

    def __call__(self) -> Player:
        """Compile the rules, in the plain build, and return what plays games by their numbers."""
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
        record = play_one(self.program, number, self.table.check, self.sitting)
        record.who = list(self.table.who) if self.sitting else []
        return record

    def rows(self, numbers: range) -> Rows:
        """Play games and return what is kept of them."""
        if self.table.in_c == SOON and self.program.machine is None:
            self.program = if_ready(self.program)
            self.sitting = seated(self.program, self.table.who)
        rows = Rows(self.columns)
        machine = self.program.machine
        if machine is None or self.sitting:
            for number in numbers:
                rows.add(self(number))
            return rows
        for number in machine.play_many(numbers, MOST_DECISIONS, self.table.check, rows.data):
            rows.add(self(number))
        return rows


def simulate(opener: Opener[Item, Kept], games: Iterable[Item], jobs: int) -> Iterator[Kept]:
    """Yield what is kept of each game, in order. Closing the iterator stops the other processes."""
    return spread(opener, games, jobs)


@dataclass(frozen=True)
class _ByShares:
    """Opens a table to play shares of games."""

    table: Callable[[], Player]

    def __call__(self) -> Callable[[range], Rows]:
        return self.table().rows


def simulate_rows(table: Callable[[], Player], numbers: range, jobs: int) -> Iterator[Rows]:
    """Yield games in shares, in order; the first ones are small, so that results begin soon."""
    return spread(_ByShares(table), shares(numbers), jobs, 1)


def shares(numbers: range) -> Iterator[range]:
    """Yield numbers in shares that grow up to `SHARE`."""
    sizes = list(takewhile(lambda size: size < SHARE, (1 << i for i in count())))
    begin = numbers.start
    while begin < numbers.stop:
        size = sizes.pop(0) if sizes else SHARE
        yield range(begin, min(begin + size, numbers.stop))
        begin += size
