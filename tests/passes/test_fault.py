"""The comparison of outcomes notices a fault: a pass that knows only one of the ways that come together."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from tests.passes.programs import Maker
from tests.passes.test_same_outcome import same_outcomes

from rulewright.compile.passes import share
from rulewright.compile.passes.effects import Key, Versions


def join_last(self: Versions, ways: Iterable[dict[Key, int]]) -> None:
    """Take the last way for all."""
    for way in ways:
        self.changed = way.copy()


@pytest.mark.slow
def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Versions, "join", join_last)
    with pytest.raises(AssertionError):
        for seed in range(600):
            before = Maker(Random(seed)).whole()
            same_outcomes(before, share(before), Random(seed))
