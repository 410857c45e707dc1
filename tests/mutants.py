"""Breaks the interpreter itself, a little at a time, and looks whether a test notices: `python -m tests.mutants`.

A copy is made, mutmut writes every mutant of check/, compose/ and engine/ into it and notes which tests reach which
function; then a sample, the same for the same number, is tried one by one. What survives is listed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from math import sqrt
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns

CHECKOUT = Path(__file__).parents[1]
FIRST = "rulewright.engine.words.x_bits__mutmut_1"
"""A mutant that is tried before all others, so that everything is made ready."""

NOT_COPIED = ignore_patterns(".*", "mutants", "__pycache__")


def main() -> None:
    """Try a sample and print how many mutants were caught."""
    asked = arguments()
    if not (asked.place / "mutants").exists():
        copytree(CHECKOUT, asked.place, ignore=NOT_COPIED, dirs_exist_ok=True)
        (asked.place / "interpreter" / "rulewright").rename(asked.place / "rulewright")
    mutmut(asked.place, asked.jobs, [FIRST])
    chosen = Random(asked.seed).sample(sorted(results(asked.place)), asked.mutants)
    mutmut(asked.place, asked.jobs, chosen)
    report(chosen, results(asked.place))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("place", type=Path, help="an empty folder for the copy, or one from before")
    parser.add_argument("--mutants", type=int, default=300, help="how many are tried")
    parser.add_argument("--seed", type=int, default=1, help="number that repeats a sample")
    parser.add_argument("--jobs", type=int, default=1)
    return parser.parse_args()


def mutmut(place: Path, jobs: int, names: list[str]) -> None:
    """Try some mutants in the copy; nothing is kept between runs there, so that everything is checked anew."""
    command = [sys.executable, "-m", "mutmut", "run", "--max-children", str(jobs), *names]
    subprocess.run(command, cwd=place, env={**os.environ, "RULEWRIGHT_CACHE": "off"}, check=True)


def results(place: Path) -> dict[str, int | None]:
    """Return every mutant with the exit code of its tests: 0 when it survived, None when it was not tried."""
    metas = sorted((place / "mutants").rglob("*.meta"))
    return {
        name: code for meta in metas for name, code in json.loads(meta.read_text("utf-8"))["exit_code_by_key"].items()
    }


def report(chosen: list[str], found: dict[str, int | None]) -> None:
    """Print those that survived, and the share that was caught with its 95 % interval (Wilson)."""
    tried = [name for name in chosen if found[name] is not None]
    survived = [name for name in tried if found[name] in (0, 33)]
    print("\n".join(f"survived  {name}" for name in survived))
    share, number, z = 1 - len(survived) / len(tried), len(tried), 1.96
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    around = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    print(f"{number - len(survived)} of {number} caught: {share:.0%} ({middle - around:.0%} to {middle + around:.0%})")


if __name__ == "__main__":
    main()
