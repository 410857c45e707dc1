"""Judges the chosen mutants of a copy, from inside it: `python -m tests.mutants.inside PLACE SECONDS`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from mutmut.configuration import config
from tests.mutants.judging import Judge
from tests.mutants.writing import Mutant, written


def main() -> None:
    """Judge what was not judged before and write down what became of it, after each one."""
    place, seconds = Path(sys.argv[1]), float(sys.argv[2])
    chosen = set(json.loads((place / "chosen.json").read_text("utf-8")))
    file = place / "judged.json"
    judged: dict[str, str] = json.loads(file.read_text("utf-8")) if file.exists() else {}

    def told(mutant: Mutant, what: str) -> None:
        judged[mutant.name] = what
        file.write_text(json.dumps(judged, indent=0), "utf-8")
        print(f"{len(judged):5} {mutant.name}: {what}", file=sys.__stdout__, flush=True)

    mutants = [mutant for mutant in written(place) if mutant.name in chosen and mutant.name not in judged]
    options = [*config().pytest_add_cli_args, f"--basetemp={place / 'tmp'}", "-p", "no:terminal"]
    judge = Judge(place, mutants, seconds, told)
    sys.exit(int(pytest.main([*options, *config().pytest_add_cli_args_test_selection], plugins=[judge])))


if __name__ == "__main__":
    main()
