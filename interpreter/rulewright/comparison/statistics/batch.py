"""Batch runner: the paired games of several rulesets, distributed over all cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulewright.comparison.statistics.outcome import Outcome, played
from rulewright.players.seats import seated
from rulewright.playtest.native_builds import running
from rulewright.playtest.workers import spread

Item = tuple[int, int]
"""Which ruleset, and the number of the game."""


@dataclass(frozen=True)
class Match:
    """What is played: rulesets by name, how many seats, and who sits in each; all at random without that.

    `in_c` says whether the rules are to run in C.
    """

    rulesets: tuple[str, ...]
    seats: int
    who: tuple[str, ...] = ()
    in_c: bool = False

    def __call__(self) -> Callable[[Item], Outcome]:
        """Compile all rulesets and return what plays a game of one of them."""
        from rulewright.workspace import compiled

        programs = [running(compiled(name, seats=self.seats), self.in_c) for name in self.rulesets]
        sitting = [seated(program, self.who) for program in programs]
        return lambda item: played(programs[item[0]], *item, sitting[item[0]])

    def games(self, numbers: range, jobs: int) -> Iterator[Outcome]:
        """Yield the games of all rulesets, number by number."""
        return spread(self, ((which, number) for number in numbers for which in range(len(self.rulesets))), jobs)
