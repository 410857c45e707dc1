"""Fuzzing by hand: `python -m tests.fuzz --minutes 10 --seed 1`. What is found is made small and kept in found/."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.fuzz.answers import Wrong
from tests.fuzz.damage import damaged
from tests.fuzz.found import keep
from tests.fuzz.minimise import minimised
from tests.fuzz.seeds import Files, Seed, seeds
from tests.fuzz.stages import Outcome, through, write

WEIGHTS = {"rulesets": 3, "probes": 6, "yard": 4, "reference": 1, "checks": 0.7, "syntax": 0.5, "yaml": 0.5}
"""How often a seed of each group is taken."""

BRED = 400
"""So many inputs that went through all stages are kept to be damaged again."""


def main() -> int:
    """Damage rulesets until the time is over; print what is wrong with the answers, and return 1 if anything is."""
    asked = arguments()
    print(f"python -m tests.fuzz --seed {asked.seed}")
    stages, sorts = Counter[str](), Counter[str]()
    end = time.monotonic() + 60 * asked.minutes
    with TemporaryDirectory() as cache:
        os.environ["RULEWRIGHT_CACHE"] = cache
        for turn, seed, files in inputs(asked.seed, asked.only):
            if time.monotonic() > end:
                break
            outcome = tried(files, turn)
            stages[outcome.stage] += 1
            if outcome.stage == "end":
                bred.append(Seed(seed.group, seed.name, files))
            for wrong in outcome.wrong:
                sorts[wrong.sort] += 1
                if sorts[wrong.sort] == 1:
                    report(seed, turn, files, wrong)
    print(f"{stages.total()} inputs; how far they went: {dict(stages)}")
    print("\n".join(f"{number:5} {sort}" for sort, number in sorts.most_common()))
    return int(bool(sorts))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="number that repeats a run")
    parser.add_argument("--only", default="", help="seeds with this in their group and name")
    return parser.parse_args()


bred: list[Seed] = []


def inputs(number: int, only: str) -> Iterator[tuple[int, Seed, Files]]:
    """Yield inputs without end: damaged seeds, and what passed all stages damaged again."""
    chance = Random(number)
    every = [seed for group in seeds().values() for seed in group if only in f"{seed.group}/{seed.name}"]
    weights = [WEIGHTS[seed.group] for seed in every]
    turn = 0
    while True:
        turn += 1
        del bred[: len(bred) - BRED]
        seed = chance.choice(bred) if bred and chance.random() < 0.4 else chance.choices(every, weights)[0]
        yield turn, seed, damaged(seed, number, turn)


def tried(files: Files, turn: int) -> Outcome:
    """Take an input through all stages in a folder of its own."""
    with TemporaryDirectory() as place:
        return through(write(files, Path(place) / "here"), Random(turn))  # ".." is a folder that nobody else uses


def report(seed: Seed, turn: int, files: Files, wrong: Wrong) -> None:
    """Print what is wrong, and keep the smallest input that is answered so."""
    print(f"\n==== {wrong.sort}  ({seed.group}/{seed.name}, turn {turn})\n{wrong.story}", flush=True)
    small = minimised(wrong.files or files, lambda part: wrong.sort in tried(part, turn).sorts)
    print(f"kept as {keep(small, wrong.sort, wrong.story)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
