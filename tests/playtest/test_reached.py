"""What scenarios reach, scenario by scenario."""

from __future__ import annotations

import pytest

from rulewright.compose.compose import compose
from rulewright.compose.spots import spots
from rulewright.diagnostics import Findings
from rulewright.playtest.reached import reach_of_scenarios, rules_touched
from rulewright.source import load


@pytest.mark.slow
def test_a_scenario_reaches_the_rules_that_it_plays() -> None:
    source = load("goa", Findings())
    found = spots(compose(source, Findings()))
    reach = list(reach_of_scenarios(source, "A harvest larger than the room fills every field"))
    assert [each.result.ok for each in reach] == [True]
    rules = rules_touched(found, reach[0].marks)
    assert {"step.fill-all", "option.harvest", "value.player.room"} <= rules
    assert "option.taxes" in rules
    assert not {"step.sell", "tile.duty"} & rules
