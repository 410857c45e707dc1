"""Works inside a copy, one process for each share: `python -m tests.mutants.inside PLACE NUMBER SHARES [SECONDS]`.

Without the seconds it measures the tests, with them it judges the chosen mutants.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from mutmut.configuration import config
from tests.mutants.judging import Judge, Measurer, Share
from tests.mutants.writing import Mutant, written


def main() -> None:
    """Run pytest with what measures or judges in the place of what runs tests."""
    place, share = Path(sys.argv[1]), Share(int(sys.argv[2]), int(sys.argv[3]))
    part = judge(place, share, float(sys.argv[4])) if len(sys.argv) > 4 else Measurer(place, share)
    options = [*config().pytest_add_cli_args, f"--basetemp={place / f'tmp-{share.number}'}", "-p", "no:terminal"]
    sys.exit(int(pytest.main([*options, *config().pytest_add_cli_args_test_selection], plugins=[part])))


def judge(place: Path, share: Share, seconds: float) -> Judge:
    """Return what judges a share of the mutants that were not judged before, and writes each down."""
    mutants = {mutant.name: mutant for mutant in written(place)}
    before = judged(place)
    names = [name for name in json.loads((place / "chosen.json").read_text("utf-8")) if name not in before]

    def told(mutant: Mutant, what: str) -> None:
        with (place / f"judged-{share.number}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps([mutant.name, what]) + "\n")
        print(f"{mutant.name}: {what}", file=sys.__stdout__, flush=True)

    return Judge(place, [mutants[name] for name in share.of(names)], seconds, told)


def judged(place: Path) -> dict[str, str]:
    """Return what became of each mutant that was judged."""
    lines = [line for file in sorted(place.glob("judged-*.jsonl")) for line in file.read_text("utf-8").splitlines()]
    return dict(json.loads(line) for line in lines)


if __name__ == "__main__":
    main()
