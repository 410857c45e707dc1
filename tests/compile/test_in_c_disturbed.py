"""Vectors with wrong numbers in them: C does the same as Python or leaves it to Python, and never crashes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler
from tests.tiers import sampled

ROOT = Path(__file__).parents[2]
PLAYED = (
    ("examples/connect-four", 2), ("examples/hearts", 4), ("tests/probes/rank-fight", 3),
    ("tests/probes/nested-harvest", 2), ("tests/probes/laying-cards", 3),
)  # fmt: skip
GAMES = 12


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize(("folder", "seats"), sampled(5, PLAYED), ids=[Path(folder).name for folder, _ in PLAYED])
def test_wrong_numbers_are_no_harm(folder: str, seats: int) -> None:
    given = [str(ROOT / folder), str(seats), str(GAMES)]
    done = subprocess.run(
        [sys.executable, "-m", "tests.compile.disturbed", *given], capture_output=True, text=True, cwd=ROOT,
        timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    same, left = map(int, done.stdout.split())
    assert same > 100 and left > 10
