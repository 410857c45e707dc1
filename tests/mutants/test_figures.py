"""The figures that `python -m tests.mutants` prints."""

from __future__ import annotations

import pytest
from tests.mutants.figures import interval, share_caught


def test_what_survived_or_was_not_reached_is_not_caught() -> None:
    verdicts = ["caught by tests/x.py::y", "reached by no test", "survived all of 3 tests", "caught: the process ended"]
    assert share_caught(verdicts) == 0.5


def test_the_interval_is_that_of_wilson() -> None:
    assert interval(50, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)
    low, high = interval(0, 10)
    assert low == pytest.approx(0, abs=1e-9) and high == pytest.approx(0.2775, abs=1e-4)
