"""Measures how long an edit takes to its findings, in one process: `python -m tests.benchmarks.edits`.

Each edit changes one line of a rule file by an unsaved text: a number is another one, as a person would type it, or a
line is given a second blank. The findings of the ruleset for all seats, languages, scenarios and replays follow.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from tests.benchmarks.__main__ import machine

from rulewright.workspace import Workspace


def main() -> None:
    """Measure, and print the middle and the longest time."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.edits", description=__doc__)
    asked.add_argument("--ruleset", default="goa")
    asked.add_argument("--edits", type=int, default=60)
    options = asked.parse_args()
    print(f"{options.ruleset}, one line of a rule file changed; {machine()}")
    space = Workspace()
    begun = process_time()
    found = space.ruleset(options.ruleset).findings
    print(f"{'first look':24}{(process_time() - begun) * 1000:8.1f} ms, {len(found)} findings")
    tell("a number or a word", [edited(space, options.ruleset, seed, blank=False) for seed in range(options.edits)])
    tell("only a comment", [edited(space, options.ruleset, seed, blank=True) for seed in range(options.edits // 4)])


def edited(space: Workspace, ruleset: str, seed: int, blank: bool) -> float:
    """Change a line, ask for the findings, and return the seconds that took."""
    chance, rules = Random(seed), space.ruleset(ruleset)
    file = chance.choice(rules.source.rules)
    path = Path(rules.folder) / "rules" / Path(file.path).name
    lines = file.text.split("\n")
    at = chance.choice([at for at, line in enumerate(lines) if re.search(r"\d|[a-z]-[a-z]", line)])
    lines[at] = f"{lines[at]}  # {seed}" if blank else re.sub(r"\d+", lambda found: str(int(found[0]) + 1), lines[at])
    if not blank and "\n".join(lines) == file.text:
        lines[at] = re.sub(r"([a-z])-([a-z])", r"\1\2", lines[at])
    begun = process_time()
    space.overlay(path, "\n".join(lines))
    assert rules.findings is not None
    took = process_time() - begun
    space.overlay(path, None)
    assert rules.findings is not None
    return took


def tell(what: str, times: list[float]) -> None:
    """Print a line of the table."""
    low, high = (find(times) * 1000 for find in (min, max))
    print(f"{what:24}{median(times) * 1000:8.1f} ms, {low:.1f} to {high:.1f}")


if __name__ == "__main__":
    main()
