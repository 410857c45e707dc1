"""Compares many lines by hand: `python -m tests.open_spiel --lines 10000`. Ends with 1 if any differs."""

from __future__ import annotations

import argparse
import sys

from tests.open_spiel.beside import Tally, compare
from tests.open_spiel.pair import pairs

HEADS = ("game", "lines", "decisions", "options", "chance", "seen again", "differences")


def main() -> int:
    """Print a row for each game and, below, what differs."""
    asked = arguments()
    print(f"python -m tests.open_spiel {' '.join(sys.argv[1:])}".rstrip())
    print(row(HEADS))
    tallies = []
    for pair in pairs():
        if not asked.game or pair.name in asked.game:
            tallies.append(compare(pair, asked.lines, asked.first, asked.in_c))
            print(row(cells(tallies[-1])), flush=True)
    for tally in tallies:
        print(f"{tally.pair.name}: {tally.pair.theirs}; {tally.pair.formula}")
        for difference in tally.differences:
            print(f"  {difference}")
    return int(any(tally.differences for tally in tallies))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.open_spiel", description=__doc__)
    parser.add_argument("--lines", type=int, default=10_000, help="random lines for each game")
    parser.add_argument("--first", type=int, default=1, help="the number of the first line")
    parser.add_argument("--game", action="append", help="only this one; may be given more than once")
    parser.add_argument("--in-c", action="store_true", help="only what is legal, and results, in games without chance")
    return parser.parse_args()


def cells(tally: Tally) -> tuple[str, ...]:
    numbers = (tally.lines, tally.decisions, tally.options, tally.outcomes, tally.histories.again)
    return (tally.pair.name, *(f"{each:,}" for each in numbers), str(len(tally.differences)))


def row(cells: tuple[str, ...]) -> str:
    """Names to the left, numbers to the right."""
    widths = [max(11, len(head) + 1) for head in HEADS[1:]]
    return f"{cells[0]:<22}" + "".join(f"{cell:>{width}}" for cell, width in zip(cells[1:], widths, strict=True))


if __name__ == "__main__":
    sys.exit(main())
