"""The checks find no mistake in any ruleset of the checkout, and are done in a moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tiers import sampled

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.source.loading import load

CHECKOUT = Path(__file__).parents[2]
RULESETS = sorted(path.parent for path in CHECKOUT.glob("[re]*/*/ruleset.yaml"))


@pytest.mark.parametrize("folder", sampled(4, RULESETS), ids=lambda path: path.name)
def test_no_ruleset_has_a_finding(folder: Path) -> None:
    findings = Findings()
    source = load(str(folder), findings)
    rules = compose(source, findings)
    players = source.manifest.players
    assert players is not None
    for seats in range(players.low, players.high + 1):
        check(rules, seats, findings)
    assert findings.found == []
