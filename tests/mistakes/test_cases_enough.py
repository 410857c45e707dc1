"""Each stage that reads what a designer writes has at least 300 cases, good and bad."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from language_cases import counted  # noqa: E402

COUNTED = counted()


@pytest.mark.parametrize("stage", COUNTED)
def test_there_are_at_least_300(stage: str) -> None:
    bad, good = COUNTED[stage]
    assert bad + good >= 300
    assert min(bad, good) >= 30
