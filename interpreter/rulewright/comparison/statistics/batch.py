"""Batch runner: the paired games of several rulesets, distributed over all cores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.comparison.statistics.outcome import Outcome, played
from rulewright.jobs.job import Job
from rulewright.players.seats import seated
from rulewright.playtest.native_builds import running
from rulewright.source import RulesetSource


@dataclass(frozen=True)
class Match:
    """What is played: rulesets by name, how many seats, and who sits in each; all at random without that.

    `in_c` says whether the rules are to run in C.
    """

    rulesets: tuple[str | RulesetSource, ...]
    seats: int
    who: tuple[str, ...] = ()
    in_c: bool = False

    def __call__(self) -> Callable[[range], list[Outcome]]:
        """Compile all rulesets and return what plays the games of items."""
        from rulewright.workspace import compiled

        programs = [running(compiled(name, seats=self.seats), self.in_c) for name in self.rulesets]
        sitting = [seated(program, self.who) for program in programs]

        def play(item: int) -> Outcome:
            number, which = divmod(item, len(programs))
            return played(programs[which], which, number, sitting[which])

        return lambda items: [play(item) for item in items]

    def job(self, numbers: range) -> Job[list[Outcome]]:
        """Return the job of playing the games of all rulesets, number by number: an item is the game of one ruleset."""
        return Job(self, range(numbers.start * len(self.rulesets), numbers.stop * len(self.rulesets)))
