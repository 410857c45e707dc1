"""A fixed sample of the mutants of one stage is caught by its tests; .ci/long tries many, of all stages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

pytest.importorskip("mutmut", reason='mutmut is not installed: pip install -e ".[mutants]"')

ROOT = Path(__file__).parents[2]
ONLY = 'only_mutate = ["interpreter/rulewright/compose/*"]'
TESTS = 'pytest_add_cli_args_test_selection = ["tests/compose"]'


def copied(place: Path) -> Path:
    """Copy the checkout, in which only one stage is broken and only its tests are tried."""
    copytree(ROOT, place, ignore=ignore_patterns(".*", "__pycache__", "build", "dist"))
    settings = place / "pyproject.toml"
    text = re.sub(r"^only_mutate = .*?\]$", ONLY, settings.read_text("utf-8"), flags=re.M | re.S)
    text = re.sub(r"^pytest_add_cli_args_test_selection = .*?^\]$", TESTS, text, flags=re.M | re.S)
    assert ONLY in text and TESTS in text
    settings.write_text(text, "utf-8")
    return place


@pytest.mark.slow
def test_the_tests_of_a_stage_catch_most_of_a_sample(tmp_path: Path) -> None:
    checkout = copied(tmp_path / "checkout")
    words = [str(tmp_path / "mutants"), "--mutants", "3", "--seed", "1", "--jobs", "2", "--least", "60"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.mutants", *words], cwd=checkout, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (checkout / "interpreter", checkout)))},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^all +\d+ of 3 caught", done.stdout, re.MULTILINE), done.stdout
