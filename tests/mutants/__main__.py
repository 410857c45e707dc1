"""Breaks the interpreter itself, a little at a time, and looks whether a test notices: `python -m tests.mutants`.

In a copy of the checkout mutmut writes every mutant of check/, compose/ and engine/ beside the code; then a random
sample, the same for the same number, is judged. What survives is listed with what it changes. A mutant that no test
reaches has survived.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.mutants.figures import interval, share_caught
from tests.mutants.inside import judged
from tests.mutants.writing import SOURCE, Mutant, written


def main() -> None:
    """Judge a sample and print how many of its mutants were caught."""
    asked = arguments()
    place = asked.place.resolve()
    mutants = written(place, asked.jobs)
    chosen = [one for one in mutants if one.name in asked.only] or Random(asked.seed).sample(mutants, asked.mutants)
    (place / "chosen.json").write_text(json.dumps([one.name for one in chosen]), "utf-8")
    run_inside(place, asked.jobs)
    run_inside(place, asked.jobs, str(asked.seconds))
    print("\n".join(report(chosen, judged(place))))
    if share_caught(judged(place)[one.name] for one in chosen) * 100 < asked.least:
        sys.exit(f"fewer than {asked.least:g} % were caught")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("place", type=Path, help="an empty folder for the copy, or one from before")
    parser.add_argument("--mutants", type=int, default=300, help="how many are tried")
    parser.add_argument("--seed", type=int, default=1, help="number that repeats a sample")
    parser.add_argument("--seconds", type=float, default=8, help="processor time after which a mutant has survived")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes share the work")
    parser.add_argument("--least", type=float, default=0, help="percentage that must be caught; ends with 1 otherwise")
    parser.add_argument("--only", nargs="*", default=(), help="names of mutants to try instead of a sample")
    return parser.parse_args()


def run_inside(place: Path, jobs: int, *further: str) -> None:
    """Measure or judge in processes of their own, which import the interpreter from the copy."""
    path = os.pathsep.join(str(place / part) for part in (SOURCE, "."))
    processes = []
    for number in range(jobs):
        cache = str(place / f"tmp-{number}" / "rulewright-cache")
        environment = {**os.environ, "PYTHONPATH": path, "RULEWRIGHT_CACHE": cache}
        command = [sys.executable, "-m", "tests.mutants.inside", str(place), str(number), str(jobs), *further]
        processes.append(subprocess.Popen(command, cwd=place, env=environment))
    ended = [process.wait() for process in processes]
    if any(ended):
        sys.exit("a process ended too early")


def report(chosen: list[Mutant], judged: dict[str, str]) -> Iterator[str]:
    """Say what survived, and the share that was caught of each stage and of all."""
    for mutant in chosen:
        if not judged[mutant.name].startswith("caught"):
            yield f"{mutant.name}: {judged[mutant.name]}\n{mutant.diff}\n"
    for stage in (*sorted({mutant.stage for mutant in chosen}), ""):
        here = [judged[mutant.name] for mutant in chosen if stage in ("", mutant.stage)]
        caught = sum(said.startswith("caught") for said in here)
        low, high = interval(caught, len(here))
        yield f"{stage or 'all':8} {caught} of {len(here)} caught: {caught / len(here):.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    main()
