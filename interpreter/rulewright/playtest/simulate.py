"""Many games of one ruleset, each by its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulewright.players.seats import seated
from rulewright.playtest.cores import Item, Kept, Opener, spread
from rulewright.playtest.game import Play, Record, play_one
from rulewright.playtest.quick import running


@dataclass(frozen=True)
class Table:
    """What to play: a ruleset, how many seats, figures set to other values, and whether `always` rules are checked.

    `who` says who sits in each seat; without it all play at random. `in_c` says whether the rules are to run in C.
    """

    ruleset: str
    seats: int
    settings: tuple[tuple[str, int], ...] = ()
    check: bool = True
    who: tuple[str, ...] = ()
    in_c: bool = False

    def __call__(self) -> Play:
        """Compile the rules, in the plain build, and return what plays a game by its number."""
        from rulewright.backends import compiled

        program = running(compiled(self.ruleset, self.seats, dict(self.settings), traced=False), self.in_c)
        sitting = seated(program, self.who)

        def play(number: int) -> Record:
            record = play_one(program, number, self.check, sitting)
            record.who = list(self.who) if sitting else []
            return record

        return play


def simulate(opener: Opener[Item, Kept], games: Sequence[Item], jobs: int) -> Iterator[Kept]:
    """Yield what is kept of each game, in order. Closing the iterator stops the other processes."""
    return spread(opener, games, jobs)
