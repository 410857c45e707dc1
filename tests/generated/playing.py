"""Plays a generated ruleset at random in three builds in lockstep: traced Python, plain Python, C.

Vectors, choices, points, and what goes wrong must be the same at each decision. Where a choice goes wrong, alike in
all, the game stands where it stood before, and another choice is taken.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.compile.bails import Bails
from tests.compile.side_by_side import Answer, answered

from rulewright.chance import pick
from rulewright.workspace import compiled_program

MOST_FAILURES = 3
"""Choices of a rule that went wrong so often are not made any more, so that games go on."""


class Different(AssertionError):  # noqa: N818
    """The builds disagree."""


@dataclass
class Lockstep:
    """A ruleset in all builds, and what came of playing it."""

    folder: Path
    seats: int = 2
    decisions: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    """How often something went wrong, by code."""
    failed: Counter[str] = field(default_factory=Counter)
    """How often a choice of each rule went wrong."""
    reached: Counter[str] = field(default_factory=Counter)
    """How often a choice of each rule was made and went well."""

    def __post_init__(self) -> None:
        name = str(self.folder)
        self.plain, traced = compiled_program(name, self.seats), compiled_program(name, self.seats, traced=True)
        self.bails = Bails()
        self.programs = [self.plain, traced, self.bails.native(self.plain)]

    def play(self, number: int, most: int) -> None:
        """Play one game of at most so many decisions; raise `Different` at the first difference."""
        states: list[Any] = [program.initial(number) for program in self.programs]
        found = self._same(number, [
            answered(program.advance, state, state[0]) for program, state in zip(self.programs, states, strict=True)
        ], states)  # fmt: skip
        made, before = 0, list[tuple[list[Any], list[int]]]()
        while made < most and isinstance(found, list) and (found or before):
            if not found:  # All that could be chosen here went wrong: what was chosen before is not chosen again.
                states, found = before.pop()
                continue
            code = found.pop(self._wanted(found, number, made))
            if self.failed[self.plain.tables.choice(code).rule] > MOST_FAILURES:
                continue
            made += 1
            tried: list[Any] = [state.copy() for state in states]
            result = self._same(number, [
                answered(program.take, state, code) for program, state in zip(self.programs, tried, strict=True)
            ], tried)  # fmt: skip
            if isinstance(result, tuple):
                self.wrong[str(result[1])] += 1
                self.failed[self.plain.tables.choice(code).rule] += 1
                continue
            self.reached[self.plain.tables.choice(code).rule] += 1
            before.append((states, found))
            states, found = tried, result.copy() if isinstance(result, list) else result
        self.decisions += made

    def _wanted(self, codes: list[int], number: int, made: int) -> int:
        """Return which choice to make: at every other decision one that was never made, where there is any."""
        fresh = [at for at, code in enumerate(codes) if self.plain.tables.choice(code).rule not in self.reached]
        if fresh and made % 2 == 0:
            return fresh[pick(number, made, len(fresh))]
        return pick(number, made, len(codes))

    def _same(self, number: int, found: list[Answer], states: list[Any]) -> Answer:
        where = f"game {number}, decision {self.decisions}"
        if not found[0] == found[2] or not without_place(found[0]) == without_place(found[1]):
            raise Different(f"{where}: {found}")
        if isinstance(found[0], tuple):
            if found[0][0] != "ExecutionError":
                raise Different(f"{where}: all say {found[0]}")
            return found[0]
        vectors = [list(state) for state in states]
        if not vectors[0] == vectors[1] == vectors[2]:
            raise Different(f"{where}: the vectors differ")
        for seat in range(self.seats):
            points = [answered(p.points, s, seat) for p, s in zip(self.programs, states, strict=True)]
            if not points[0] == points[2] or not without_place(points[0]) == without_place(points[1]):
                raise Different(f"{where}: the points of seat {seat} are {points}")
        return found[0]


def without_place(answer: Answer) -> Answer:
    """Return what went wrong without the number of its place, which is the traced build's own."""
    return (*answer[:2], *answer[3:]) if isinstance(answer, tuple) else answer
