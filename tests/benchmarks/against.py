"""Random games in C of this checkout against those of another one, in turn.

    git worktree add ../before SOME-COMMIT
    python -m tests.benchmarks.against ../before goa batavia ./examples/chess

Each side is a process of its own with an empty cache. Both play the same games in every round, which must come to the
same. Printed are games in a second of CPU time, the median of the ratios, and the CPU time that compiling took.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
SIDE = """
import hashlib, resource, sys, time
from array import array
from rulewright.backends.native import native
from rulewright.workspace import Workspace

rules = Workspace().ruleset(sys.argv[1])
plain = rules.program(int(sys.argv[2]) or rules.about.most)
machine = native(plain).machine
children = resource.getrusage(resource.RUSAGE_CHILDREN)
print(children.ru_utime + children.ru_stime, flush=True)
for line in sys.stdin:
    first, games = map(int, line.split())
    rows, before = array("q"), time.process_time()
    others = list(machine.play_many(range(first, first + games), 20_000, True, rows))
    took = time.process_time() - before
    print(took, hashlib.sha256(rows.tobytes() + repr(others).encode()).hexdigest(), flush=True)
"""
"""The script of each side: it compiles the rules, then plays the games it is asked for, one request per line."""


@dataclass
class Side:
    """A process that plays with the package of one checkout."""

    checkout: Path
    ruleset: str
    seats: int
    cache: str

    def __post_init__(self) -> None:
        own = {"PYTHONPATH": str(self.checkout / "interpreter"), "RULEWRIGHT_CACHE": self.cache}
        self.process = subprocess.Popen(
            [sys.executable, "-c", SIDE, self.ruleset, str(self.seats)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            text=True, env={**os.environ, **own},
        )  # fmt: skip
        self.compiling = float(self._answer())

    def _answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def play(self, first: int, games: int) -> tuple[float, str]:
        """Play games; return the seconds of CPU time, and what they came to."""
        assert self.process.stdin is not None
        print(first, games, file=self.process.stdin, flush=True)
        seconds, result = self._answer().split()
        return float(seconds), result

    def end(self) -> None:
        self.process.communicate("")


def compared(before: Path, ruleset: str, seats: int, rounds: int, seconds: float) -> str:
    """Return the line of one ruleset."""
    with tempfile.TemporaryDirectory() as old, tempfile.TemporaryDirectory() as new:
        sides = [Side(before, ruleset, seats, old), Side(ROOT, ruleset, seats, new)]
        games = 4
        while sides[0].play(1, games)[0] < seconds / 4:
            games *= 4
        rates: list[list[float]] = [[], []]
        same = True
        for number in range(rounds):
            came_to = {}
            for at in (0, 1) if number % 2 else (1, 0):
                took, came_to[at] = sides[at].play(1 + number * games, games)
                rates[at].append(games / took)
            same = same and came_to[0] == came_to[1]
        for side in sides:
            side.end()
    ratios = sorted(new / old for old, new in zip(*rates, strict=True))
    return (
        f"{Path(ruleset).name:20} {statistics.median(rates[0]):12,.0f} {statistics.median(rates[1]):12,.0f}"
        f"   {statistics.median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})"
        f"   {sides[0].compiling:.2f} s  {sides[1].compiling:.2f} s{'' if same else '   THE GAMES DIFFER'}"
    )


def main() -> None:
    """Print a line for each ruleset."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.against")
    parser.add_argument("before", type=Path, help="another checkout")
    parser.add_argument("rulesets", nargs="+")
    parser.add_argument("--seats", type=int, default=0, help="the most by default")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="of a round, about")
    given = parser.parse_args()
    print(f"{'ruleset':20} {'before':>12} {'now':>12}   ratio (least to most)   compiling before, now")
    for ruleset in given.rulesets:
        print(compared(given.before.resolve(), ruleset, given.seats, given.rounds, given.seconds), flush=True)


if __name__ == "__main__":
    main()
