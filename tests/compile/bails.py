"""Counts the decisions that C leaves to Python although nothing is wrong with them: each costs several games' time.

`python -m tests.compile.bails GAMES FOLDER ...` plays rulesets at random and prints a line for each; it ends with 1 if
there was any. Rules that go wrong are left to Python for its message; these are not counted.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulewright.backends import ExecutionError, Program
from rulewright.backends.native import native
from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.workspace import compiled_program

MOST = 3_000
"""No game is played on after so many decisions."""


@dataclass
class Bails:
    """A program in C, and how often it left to Python what Python then did."""

    count: int = 0

    def native(self, plain: Program) -> Program:
        """Return a program in C whose bail-outs are counted."""
        counted = {name: self._counted(getattr(plain, name)) for name in ("advance", "take", "points")}
        return native(replace(plain, **counted))

    def _counted(self, function: Callable[[list[int], int], Any]) -> Callable[[list[int], int], Any]:
        def done(state: list[int], given: int) -> Any:
            found = function(state, given)
            self.count += 1
            return found

        return done


def bails_in(plain: Program, games: int) -> int:
    """Play games at random; return how often C bailed out."""
    bails = Bails()
    quick = bails.native(plain)
    for number in range(1, games + 1):
        state = quick.initial(number)
        try:
            codes, made = quick.advance(state, state[0]), 0
            while codes is not None and made < MOST:
                codes, made = quick.take(state, codes[pick(number, made, len(codes))]), made + 1
            for seat in range(quick.seats):
                quick.points(state, seat)
        except ExecutionError:
            continue
    return bails.count


def main(games: str, *folders: str) -> int:
    """Play games of each ruleset; return 1 if C bailed out of any decision."""
    code = 0
    for folder in map(Path, folders):
        count = bails_in(compiled_program(str(folder), opening.ruleset(str(folder)).about.most), int(games))
        sys.stdout.write(f"{folder.name}: {count} bail-outs in {games} games\n")
        code = code or int(count > 0)
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
