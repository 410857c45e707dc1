"""`python -m tests.oracle --texts N --seed S`: rulesets of a hundred random texts, beside the reference evaluator.

Prints how many texts were in rulesets that agreed, how many of them a choice in play has reached, and the texts that a
difference takes. Ends with 1 after one.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.generated.__main__ import reached
from tests.generated.texts import accepted, drawn, on_top
from tests.oracle.beside import Beside, Tally

from rulewright.backends.c import library
from rulewright.backends.native import compiler, native
from rulewright.workspace import load

AT_ONCE = 100
GAMES, DECISIONS = 6, 400


def difference(texts: dict[int, str], counts: Counter[str], in_c: bool) -> str:
    """Play a ruleset of some texts; return what differs, or nothing."""
    with tempfile.TemporaryDirectory() as made:
        kept = accepted(Path(made), texts)
        tally = Tally()
        try:
            play(str(on_top(Path(made))), in_c, tally)
        except Exception as problem:  # noqa: BLE001  a crash is a difference
            return f"{type(problem).__name__}: {problem}"
    counts["texts"] += len(kept)
    counts["reached"] += reached(kept, tally.reached + tally.failed)
    counts["decisions"] += tally.made
    counts["could not go on"] += tally.wrong
    return ""


def play(folder: str, in_c: bool, tally: Tally, games: int = GAMES, seats: int = 2) -> None:
    """Play games of a ruleset in its builds beside the evaluator; raise at the first difference."""
    ruleset = load(folder)
    plain = ruleset.program(seats)
    programs = [plain, ruleset.program(seats, traced=True), *([native(plain)] if in_c else [])]
    for number in range(1, games + 1):
        Beside(ruleset.checked_rules(seats), programs, number, tally).play(random.Random(number), DECISIONS)


def reduced(texts: dict[int, str], in_c: bool) -> dict[int, str]:
    """Leave out halves, quarters and so on, as long as there is a difference."""
    in_c = in_c and not difference(texts, Counter(), False)
    size = len(texts) // 2
    while size:
        for at in range(0, len(texts), size):
            seeds = list(texts)[at : at + size]
            fewer = {seed: text for seed, text in texts.items() if seed not in seeds}
            if fewer and difference(fewer, Counter(), in_c):
                texts = fewer
        size //= 2
    return texts


def main() -> int:
    """Generate, play, reduce; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle")
    parser.add_argument("--texts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="only in Python")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    in_c, code = not given.plain and compiler() is not None, 0
    library.OPTIMIZED = "-O0"  # A program is played for seconds: compiling it well takes longer.
    for at in itertools.count():
        if counts["texts"] + counts["texts in rulesets that differ"] >= given.texts:
            break
        texts = drawn(given.seed * 100_000 + at, min(AT_ONCE, given.texts))
        what = difference(texts, counts, in_c)
        if what:
            code = 1
            counts["texts in rulesets that differ"] += len(texts)
            sys.stdout.write(f"DIFFERENT: {what}\n")
            fewer = reduced(texts, in_c)
            sys.stdout.write(f"reduced: {difference(fewer, Counter(), in_c)}\n{''.join(fewer.values())}\n")
        sys.stdout.write(f"ruleset {at + 1}, {time.process_time():.0f} s: {dict(counts)}\n")
        sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main())
