"""`python -m tests.known_games.lines [FOLDER ...]`: how long rulesets are, by default the known games.

Counted are lines of rules after `rulewright fmt`, without citations, comments and blank ones, and lines of data without
comments and blank ones.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rulewright.workspace.formatting import formatted_text

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Lines:
    """The lines of a ruleset: of its rules, how long each is, and of its data, how many."""

    rules: list[int]
    data: int

    def __str__(self) -> str:
        middle, longest = median(self.rules), max(self.rules)
        return f"{len(self.rules)} lines of rules, median {middle:g}, longest {longest}; {self.data} of data"


def counted(folder: Path) -> Lines:
    """Count the lines of a ruleset."""
    rules = [line for path in sorted(folder.glob("rules/*.rules")) for line in _lines(formatted_text(path) or "")]
    data = [line for path in folder.glob("data/*.yaml") for line in _lines(path.read_text("utf-8"))]
    return Lines([len(line) for line in rules if not line.lstrip().startswith("cites ")], len(data))


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


if __name__ == "__main__":
    folders = [Path(name) for name in sys.argv[1:]] or [path.parent for path in sorted(HERE.glob("*/ruleset.yaml"))]
    for one in folders:
        sys.stdout.write(f"{one.name}: {counted(one)}\n")
