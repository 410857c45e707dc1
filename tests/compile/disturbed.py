"""Plays a ruleset in C from vectors that were changed at random; started in a process of its own, as it might crash.

Each number stays within what the vector allows. C has to do the same as Python, or to give up and leave all as it was.
"""

from __future__ import annotations

import random
import sys
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tests.compile.side_by_side import answered

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.compile.tables import Entry
from rulewright.workspace import compiled_program

WAY = ("control", "frame", "location")
"""What says where play stands, and where pieces lie: what Python does when this is wrong is nobody's business."""


class GaveUp(Exception):  # noqa: N818
    """C left a step to Python."""


def gave_up(*given: object) -> Any:
    raise GaveUp


class Disturbed:
    """A program in both, and numbers of what came of its steps."""

    def __init__(self, program: Program, chance: random.Random) -> None:
        self.plain, self.chance = program, chance
        always, options = [gave_up] * len(program.always), [gave_up] * len(program.options)
        left = replace(program, advance=gave_up, take=gave_up, points=gave_up, always=always, options=options)
        self.quick = native(left)
        self.same = self.left = 0

    def play(self, seed: int, anything: bool) -> None:
        """Play a game, and on the way from vectors that differ from those in it."""
        state, codes = self.plain.opening(seed)
        while codes is not None:
            for _ in range(3):
                self.step(self.changed(state, anything), self.chance.choice(codes), anything)
            codes = self.plain.take(state, self.chance.choice(codes))

    def changed(self, state: list[int], anything: bool) -> list[int]:
        """Return a vector with one to four other numbers."""
        state, entries = state.copy(), [e for e in self.plain.entries if anything or e.what not in WAY]
        for _ in range(self.chance.randint(1, 4)):
            entry = self.chance.choice(entries)
            at = entry.start + self.chance.randrange(entry.count)
            state[at] = self.number(entry, state[at])
        return state

    def number(self, entry: Entry, now: int) -> int:
        """Return a number that may stand there."""
        ways = (
            self.chance.randint(entry.low, entry.high),
            self.chance.randint(-3, 130),
            now ^ 1 << self.chance.randrange(62),
        )
        return min(max(self.chance.choice((*ways, entry.low, entry.high)), entry.low), entry.high)

    def step(self, state: list[int], code: int, anything: bool) -> None:
        """Take a choice in both. Where anything may be wrong only C is asked: it must end, and stay in its bounds."""
        vector = self.quick.initial(0)
        vector[:] = state
        if not anything:
            self.look(vector, state)
        try:
            found = self.quick.take(vector, code)
        except GaveUp:
            self.left += 1
            assert list(vector) == state, "the vector is not as it was"
            return
        self.same += 1
        if not anything:
            expected = answered(self.plain.take, state, code)
            assert (found, list(vector)) == (expected, state)

    def look(self, vector: Any, state: list[int]) -> None:
        """Compare the choices, `always` rules and points of a vector, but for what C leaves to Python.

        Any: what C holds.
        """
        for what in ("choices", "points", "ranks", "broken"):
            with suppress(GaveUp):
                found = getattr(self.quick.playing, what)(vector)
                expected = getattr(self.plain.playing, what)(state.copy())
                assert found == expected, f"{what} of {state}: {found}, not {expected}"


def main(folder: str, seats: str, games: str) -> None:
    """Play some games of a ruleset; print how many steps came to the same, and how many C left to Python."""
    disturbed = Disturbed(compiled_program(folder, int(seats)), random.Random(1))
    for seed in range(int(games)):
        disturbed.play(seed, anything=seed % 2 == 1)
    sys.stdout.write(f"{disturbed.same} {disturbed.left}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
