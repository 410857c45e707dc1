"""The comparison of outcomes notices a fault: a pass that knows only one of the ways that come together."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from tests.passes.programs import Maker
from tests.passes.test_same_outcome import same_outcomes
from tests.tiers import sampled

from rulewright.compile.passes import Pass, forward, share
from rulewright.compile.passes.effects import Key
from rulewright.compile.passes.versions import Versions


def join_last(self: Versions, ways: Iterable[dict[Key, int]]) -> None:
    """Take the last way for all."""
    for way in ways:
        self.changed = way.copy()


FIRST = {share: 0, forward: 1500}
"""The first program that is tried. The fault affects `forward` in one of 500 programs, so it begins near one."""


@pytest.mark.parametrize("change", sampled(2, [*FIRST]), ids=lambda change: change.__name__)
def test_a_planted_fault_is_found(change: Pass, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Versions, "join", join_last)
    with pytest.raises(AssertionError):
        for seed in range(FIRST[change], FIRST[change] + 600):
            before = Maker(Random(seed)).whole()
            same_outcomes(before, change(before), Random(seed))
