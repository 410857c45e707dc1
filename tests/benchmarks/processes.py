"""What whole processes take, from their start to their end, as a person at the keyboard has to wait."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

CHECKOUT = Path(__file__).parents[2]
NUMBER = re.compile(r"^( +take )(\d+)( \w)", re.M)

FIRST_DECISION = """
import sys
from rulewright.workspace import compiled_program
from rulewright.engine import Game
assert Game.start(compiled_program(sys.argv[1], seats=int(sys.argv[2]), traced=True), seed=1).question
"""
SIMULATING = """
import resource, subprocess, sys
command = [sys.executable, "-m", "rulewright.cli", "simulate", sys.argv[1], "--jobs", "1"]
subprocess.run([*command, "--players", sys.argv[2], "--games", sys.argv[3]], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


class Bench:
    """A copy of a ruleset that may be edited, and a cache of its own."""

    def __init__(self, ruleset: str, seats: int, place: Path) -> None:
        self.seats, self.place = seats, place
        self.copy = place / ruleset
        shutil.copytree(CHECKOUT / "rulesets" / ruleset, self.copy)
        path = os.pathsep.join([str(CHECKOUT / "interpreter"), os.environ.get("PYTHONPATH", "")])
        own = {"RULEWRIGHT_CACHE": str(place / "cache"), "PYTHONPYCACHEPREFIX": str(place / "python")}
        self.environment = {**os.environ, "PYTHONPATH": path, **own}
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a person's second run finds what Python compiled

    def process(self, *arguments: str) -> tuple[float, str]:
        """Run Python and return the seconds it took and what it printed."""
        start = perf_counter()
        done = subprocess.run(
            [sys.executable, *arguments], env=self.environment, capture_output=True, text=True, check=False
        )
        seconds = perf_counter() - start
        if done.returncode:
            raise RuntimeError(done.stdout + done.stderr)
        return seconds, done.stdout

    def first_decision(self) -> float:
        return self.process("-c", FIRST_DECISION, str(self.copy), str(self.seats))[0]

    def forget(self) -> None:
        shutil.rmtree(self.place / "cache", ignore_errors=True)

    def edit(self) -> None:
        """Change a number in the first rule file that takes something."""
        for path in sorted(self.copy.glob("rules/*.rules")):
            text = path.read_text("utf-8")
            found = NUMBER.search(text)
            if found:
                new = f"{found[1]}{int(found[2]) % 5 + 1}{found[3]}"
                path.write_text(text[: found.start()] + new + text[found.end() :], "utf-8")
                return
        raise RuntimeError("there is nothing to edit")


def times(ruleset: str, seats: int, rounds: int) -> dict[str, float]:
    """Return seconds: the middle of some rounds."""
    with TemporaryDirectory() as place:
        bench = Bench(ruleset, seats, Path(place))
        bench.first_decision()

        def middle(act: Callable[[], float], before: Callable[[], None] = lambda: None) -> float:
            found = []
            for _ in range(rounds):
                before()
                found.append(act())
            return median(found)

        return {
            "python": middle(lambda: bench.process("-c", "pass")[0]),
            "warm": middle(bench.first_decision),
            "edited": middle(bench.first_decision, bench.edit),
            "cold": middle(bench.first_decision, bench.forget),
            "check": middle(lambda: bench.process("-m", "rulewright.cli", "check", str(bench.copy))[0], bench.forget),
        }


def memory(ruleset: str, seats: int, games: int) -> float | None:
    """Return the megabytes that a process has at its peak while it simulates; None where that cannot be asked."""
    if sys.platform == "win32":
        return None
    with TemporaryDirectory() as place:
        bench = Bench(ruleset, seats, Path(place))
        kilobytes = int(bench.process("-c", SIMULATING, str(bench.copy), str(seats), str(games))[1])
    return kilobytes / (1024 * 1024 if sys.platform == "darwin" else 1024)


def simulating(ruleset: str, seats: int, few: int, many: int, *options: str) -> float:
    """Return the games that `simulate` plays in a second once it has started: `many` less `few` games, by the clock."""
    with TemporaryDirectory() as place:
        bench = Bench(ruleset, seats, Path(place))
        command = [
            "-m",
            "rulewright.cli",
            "simulate",
            str(bench.copy),
            "--jobs",
            "1",
            "--players",
            str(seats),
            *options,
        ]
        taken = [bench.process(*command, "--games", str(games))[0] for games in (few, few, many)]
    return (many - few) / (taken[2] - taken[1])
