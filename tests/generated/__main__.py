"""`python -m tests.generated --texts N --seed S`: rulesets of a hundred random texts each, played in all builds.

A ruleset that goes differently in two builds is reduced to the texts that it takes, and printed. Ends with 1 then.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.generated.playing import Different, Lockstep
from tests.generated.productions import missing, missing_forms, used
from tests.generated.texts import accepted, drawn, files, on_top
from tests.generated.world import DECLARATIONS

AT_ONCE = 100


def difference(texts: dict[int, str], games: int, found: Counter[str]) -> str:
    """Play a ruleset of some texts; return what differs, or nothing."""
    with tempfile.TemporaryDirectory() as made:
        try:
            kept = accepted(Path(made), texts)
            found["accepted"] += len(kept)
            lockstep = Lockstep(on_top(Path(made)))
            for number in range(1, games + 1):
                lockstep.play(number, 300)
        except Different as different:
            return str(different)
        except Exception as problem:  # noqa: BLE001  a crash is a finding
            return f"{type(problem).__name__}: {problem}"
        found.update(lockstep.wrong)
        found["decisions"] += lockstep.decisions
        found["reached"] += reached(kept, lockstep.reached)
        found["bail-outs"] += lockstep.bails.count
        return f"{lockstep.bails.count} bail-outs" if lockstep.bails.count else ""


def reached(texts: dict[int, str], rules: Counter[str]) -> int:
    """Return how many texts were brought about in play, or are only looked at."""
    return sum(
        f"act-{seed} " not in made or any(rule.endswith(f"-{seed}") for rule in rules) for seed, made in texts.items()
    )


def reduced(texts: dict[int, str], games: int) -> dict[int, str]:
    """Return fewer texts that still differ: halves, quarters and so on are left out while that is so."""
    size = len(texts) // 2
    while size:
        seeds = list(texts)
        for at in range(0, len(seeds), size):
            fewer = {seed: texts[seed] for seed in texts if seed not in seeds[at : at + size]}
            if fewer and difference(fewer, games, Counter()):
                texts = fewer
        size //= 2
    return texts


def main() -> int:
    """Generate, play, reduce; return 1 if anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.generated")
    parser.add_argument("--texts", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=3)
    given = parser.parse_args()
    found: Counter[str] = Counter()
    counts: Counter[int] = Counter()
    code = 0
    for at in range(max(1, given.texts // AT_ONCE)):
        texts = drawn(given.seed * 100_000 + at, min(AT_ONCE, given.texts))
        for seed, made in texts.items():
            counts += used(content for name, content in files(seed, made).items() if name.endswith(".rules"))
        what = difference(texts, given.games, found)
        if what:
            code = 1
            fewer = reduced(texts, given.games)
            why = difference(fewer, given.games, Counter())
            sys.stdout.write(f"{what}\nreduced: {why}\n" + "\n".join(fewer.values()) + "\n")
        sys.stdout.write(f"ruleset {at + 1}: {dict(found)}\n")
        sys.stdout.flush()
    counts += used([DECLARATIONS])
    forms = missing_forms(counts)
    sys.stdout.write(f"productions that do not occur: {missing(counts)}; forms of them: {len(forms)}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
