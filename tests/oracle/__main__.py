"""`python -m tests.oracle --texts N --seed S`: rulesets of a hundred random texts, beside the reference evaluator.

Prints how many texts were in rulesets that agreed, and the texts that a difference takes. Ends with 1 after one.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.generated.texts import accepted, drawn
from tests.oracle.beside import Pair

from rulewright.backends.native import compiler, native
from rulewright.workspace import load

AT_ONCE = 100
DECISIONS = 150


def difference(texts: dict[int, str], counts: Counter[str], in_c: bool) -> str:
    """Play a ruleset of some texts; return what differs, or nothing."""
    with tempfile.TemporaryDirectory() as made:
        counts["texts"] += len(accepted(Path(made), texts))
        ruleset = load(made)
        rules, plain = ruleset.checked(2), ruleset.program(2)
        for number, program in enumerate([plain, *([native(plain)] if in_c else [])], 1):
            pair = Pair(rules, program, number)
            try:
                counts["decisions"] += pair.play(random.Random(number), DECISIONS)
            except Exception as problem:  # noqa: BLE001  a crash is a difference
                return f"{type(problem).__name__}: {problem}"
            counts["could not go on"] += pair.wrong
            counts["looked further than needed"] += pair.doubtful
    return ""


def reduced(texts: dict[int, str], in_c: bool) -> dict[int, str]:
    """Leave out halves, quarters and so on, as long as there is a difference."""
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
    parser.add_argument("--plain", action="store_true", help="only the plain build, without C")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    in_c, code = not given.plain and compiler() is not None, 0
    for at in range(max(1, given.texts // AT_ONCE)):
        texts = drawn(given.seed * 100_000 + at, min(AT_ONCE, given.texts))
        what = difference(texts, counts, in_c)
        if what:
            code = 1
            fewer = reduced(texts, in_c)
            sys.stdout.write(f"DIFFERENT: {difference(fewer, Counter(), in_c)}\n{''.join(fewer.values())}\n")
        sys.stdout.write(f"{dict(counts)}\n")
        sys.stdout.flush()
    return code


if __name__ == "__main__":
    sys.exit(main())
