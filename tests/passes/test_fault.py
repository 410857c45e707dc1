"""The comparison of outcomes notices a fault: a pass that forgets that loops change what they store."""

from __future__ import annotations

from random import Random

import pytest
from tests.passes.programs import Maker
from tests.passes.test_same_outcome import same_outcomes

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes import forward, share
from rulewright.compile.passes.effects import NOTHING, Effects


@pytest.mark.parametrize("change", [forward, share])
def test_a_planted_fault_is_found(change: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Effects, "changed", lambda self, body: NOTHING)
    assert callable(change)
    with pytest.raises(AssertionError):
        for seed in range(600):
            before: ir.Program = Maker(Random(seed)).whole()
            same_outcomes(before, change(before), Random(seed))
