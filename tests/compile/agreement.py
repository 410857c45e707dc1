"""Plays rulesets at random in all backends side by side, and on from corrupted vectors, and counts what was equal.

`python -m tests.compile.agreement GAMES [FOLDER ...]` prints a line for each ruleset, by default for all that are here.
It ends with 1 after the first difference in any of them, when all have been played.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.compile.disturbed import Disturbed

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.workspace import compiled_program

ROOT = Path(__file__).parents[2]
FOLDERS = [file.parent for part in ("rulesets", "examples") for file in sorted((ROOT / part).glob("*/ruleset.yaml"))]
CORRUPTED = 50
"""Of so many games one is played with corrupted vectors at each decision."""
Found = list[int] | None


@dataclass
class Counts:
    """What was compared, and found equal."""

    games: int = 0
    decisions: int = 0
    corrupted: int = 0
    """Choices taken in corrupted vectors that came to the same."""
    left: int = 0
    """Those that C left to Python."""


class Agreement:
    """A ruleset in the plain and the traced build of Python, and in C."""

    def __init__(self, folder: Path) -> None:
        name, seats = str(folder), opening.ruleset(str(folder)).about.most
        self.plain, self.traced = compiled_program(name, seats), compiled_program(name, seats, traced=True)
        self.quick = native(self.plain)
        self.watch = self.plain.watched()
        self.disturbed = Disturbed(self.plain, random.Random(1))
        self.counts = Counts()

    def play(self, number: int) -> None:
        """Play one game; raise `AssertionError` with the decision at which something differs."""
        self.watch.restart()
        states, found = self._begin(number)
        made = 0
        while True:
            where = f"game {number}, decision {made}"
            assert found[0] == found[1] == found[2], f"{where}: the choices are {found}"
            self.compare(states, where)
            if found[0] is None:
                break
            code = found[0][pick(number, made, len(found[0]))]
            takes = (self.watch.take, self.traced.take, self.quick.take)
            found = [take(state, code) for take, state in zip(takes, states, strict=True)]
            made += 1
        self.counts.games += 1
        self.counts.decisions += made

    def _begin(self, number: int) -> tuple[list[Any], list[Found]]:
        """Return the first positions and choices. Any: vectors, and what C holds."""
        programs = (self.plain, self.traced, self.quick)
        states: list[Any] = [program.initial(number) for program in programs]
        return states, [program.advance(state, state[0]) for program, state in zip(programs, states, strict=True)]

    def compare(self, states: Sequence[Any], where: str) -> None:
        """Compare positions, their choices, `always` rules and points."""
        self.traced.log.clear()
        plain, traced, quick = states
        for vector in (traced, list(quick)):
            assert vector == plain, f"{where}: {differences(plain, vector)}"
        choices = [program.playing.choices(state) for program, state in self._each(states)]
        assert choices[0] == choices[1] == choices[2], f"{where}: the choices listed again are {choices}"
        broken = [program.playing.broken(state) for program, state in self._each(states)]
        assert broken == [None] * 3, f"{where}: `always` rules {broken} do not hold"
        points = [program.playing.points(state) for program, state in self._each(states)]
        assert points[0] == points[1] == points[2], f"{where}: the points are {points}"

    def _each(self, states: Sequence[Any]) -> list[tuple[Program, Any]]:
        return list(zip((self.plain, self.traced, self.quick), states, strict=True))

    def corrupt(self, seed: int) -> None:
        """Play one game, and at each decision on from corrupted vectors."""
        self.disturbed.play(seed, anything=False)
        self.counts.corrupted, self.counts.left = self.disturbed.same, self.disturbed.left


def differences(vector: list[int], other: list[int]) -> list[tuple[int, int, int]]:
    """Return where two vectors differ, with the numbers there."""
    return [(at, a, b) for at, (a, b) in enumerate(zip(vector, other, strict=True)) if a != b]


def main(games: str, *folders: str) -> int:
    """Play games of each ruleset; return 1 if there was a difference."""
    code = 0
    for folder in map(Path, folders) if folders else FOLDERS:
        agreement, found = Agreement(folder), "no difference"
        try:
            for number in range(1, int(games) + 1):
                agreement.play(number)
                if number % CORRUPTED == 1:
                    agreement.corrupt(number)
        except AssertionError as difference:
            found, code = f"DIFFERENT: {difference}", 1
        counts = agreement.counts
        sys.stdout.write(
            f"{folder.name}: {counts.games:,} games, {counts.decisions:,} decisions; corrupted vectors: "
            f"{counts.corrupted:,} equal, {counts.left:,} left to Python; {found}\n"
        )
        sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
