"""Runs scenarios and random games on instrumented programs, and collects the coverage points reached."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from rulewright.backends import Program
from rulewright.compose.coverage_points import CoveragePoint
from rulewright.playtest.coverage import ScenarioReach
from rulewright.playtest.game import Record, play_one
from rulewright.scenarios.run import run_each
from rulewright.workspace import Ruleset


def reach_of_scenarios(ruleset: Ruleset, only: str | None = None) -> Iterator[ScenarioReach]:
    """Run the scenarios of a ruleset one by one; yield each result with its marks."""
    programs: list[Program] = []

    @cache
    def program_for(seats: int) -> Program:
        programs.append(ruleset.program(seats, marked=True))
        return programs[-1]

    for result in run_each(ruleset, only, program_for):
        yield ScenarioReach(result, united_marks([take_marks(program) for program in programs]))


Seated = tuple[int, int]
"""A game to play: how many players, and its number."""


@dataclass(frozen=True)
class MarkedGames:
    """Plays instrumented random games of a ruleset, in whichever process calls it."""

    ruleset: Ruleset

    def __call__(self) -> Callable[[Seated], tuple[Seated, Record, bytes]]:
        """Return a function that plays one game and returns it with its marks."""

        @cache
        def program_for(seats: int) -> Program:
            return self.ruleset.program(seats, marked=True)

        def play(game: Seated) -> tuple[Seated, Record, bytes]:
            program = program_for(game[0])
            take_marks(program)
            record = play_one(program, game[1])
            program.log.clear()  # the log of an instrumented game is not used
            return game, record, take_marks(program)

        return play


def take_marks(program: Program) -> bytes:
    """Return the marks that a program has reached, and reset them."""
    marks = bytes(program.marks)
    program.marks[:] = bytes(len(marks))
    return marks


def united_marks(several: Sequence[bytes]) -> bytes:
    """Return the union of marks."""
    joined = 0
    for marks in several:
        joined |= int.from_bytes(marks)
    return joined.to_bytes(len(several[0])) if several else b""


def rules_touched(found: Sequence[CoveragePoint], marks: bytes) -> frozenset[str]:
    """Return the full names of the rules that were reached: changes of other rules cannot be noticed."""
    return frozenset(point.rule for point in found if any(marks[mark] for mark in point.marks))
