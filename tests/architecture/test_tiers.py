"""The quick tier takes part of every folder, what is left out is said, and .ci/long enlarges every sample."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from tests import conftest
from tests.tiers import sampled

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
VARIABLE = re.compile(r"environ\S*\"(RULEWRIGHT_\w+)\"|\"(RULEWRIGHT_\w+)\" in os\.environ")
NO_SAMPLE = {
    "RULEWRIGHT_MARK", "RULEWRIGHT_STATE", "RULEWRIGHT_CACHE", "RULEWRIGHT_PYTHONS", "RULEWRIGHT_NODE_MODULES",
    "RULEWRIGHT_BROWSER",
}  # fmt: skip
"""What changes where tests work and what they compare, not how much."""

TWO_TESTS = """\
import pytest

def test_quick():
    pass

@pytest.mark.slow
def test_slow():
    pass
"""


def pytest_in(folder: Path, *words: str) -> str:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def two_tests(tmp_path: Path) -> Path:
    """A folder with a quick and a slow test."""
    shutil.copy(TESTS / "conftest.py", tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow\n", "utf-8")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "test_two.py").write_text(TWO_TESTS, "utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("words", sampled(4, ["-q", "inner", "-n 2", ""]))
def test_what_is_left_out_is_said(words: str, two_tests: Path) -> None:
    told = pytest_in(two_tests, *words.split())
    assert "1 passed" in told and "tier: quick" in told
    assert "slow tests deselected: 1; pytest --all runs them" in told


ASKED = {
    "--all": 2,
    "--all -n 2": 2,
    "inner/test_two.py": 2,
    "inner/test_two.py -n 2": 2,
    "inner/test_two.py::test_slow": 1,
    "-m slow": 1,
}
"""How many tests run, by what is typed."""


@pytest.mark.slow
@pytest.mark.parametrize("words", sampled(6, ASKED))
def test_slow_tests_run_when_asked_for(words: str, two_tests: Path) -> None:
    told = pytest_in(two_tests, *words.split())
    assert f"{ASKED[words]} passed" in told and "slow tests deselected" not in told


@pytest.mark.slow
def test_every_folder_has_a_test_in_the_quick_tier() -> None:
    with_tests = {path.relative_to(TESTS).parts[0] for path in TESTS.glob("*/**/test_*.py")}
    listed = pytest_in(ROOT, "--collect-only", "-q", "-n", "0")
    quick = {line.split("/")[1] for line in listed.splitlines() if line.startswith("tests/")}
    assert len(with_tests) > 15 and with_tests - quick == set()
    assert "slow tests deselected: " in listed


def test_no_two_test_files_have_one_name() -> None:
    """pytest imports them by name; the second of two is not found."""
    names = Counter(path.name for path in TESTS.rglob("test_*.py"))
    assert [name for name, number in names.items() if number > 1] == []


def test_the_long_run_enlarges_every_sample() -> None:
    read = [name for path in TESTS.rglob("*.py") for pair in VARIABLE.findall(path.read_text("utf-8")) for name in pair]
    samples = set(filter(None, read)) - NO_SAMPLE
    assert len(samples) >= 3
    long = (ROOT / ".ci" / "long").read_text("utf-8")
    assert [name for name in samples if f'{name}="${{{name}:-' not in long] == []


@pytest.mark.slow
def test_a_test_that_hangs_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "MOST_SECONDS", 1)
    bounded = conftest.pytest_runtest_call()
    next(bounded)
    with pytest.raises(pytest.fail.Exception, match="not over after 1 seconds"):
        time.sleep(60)
    bounded.close()
