"""What scenarios reach, scenario by scenario."""

from __future__ import annotations

import pytest

from rulewright.compose.coverage_points import coverage_points
from rulewright.playtest.coverage_runs import reach_of_scenarios, rules_touched
from rulewright.workspace import load


@pytest.mark.slow
def test_a_scenario_reaches_the_rules_that_it_plays() -> None:
    rules = load("goa")
    found = coverage_points(rules.composed_rules)
    reach = list(reach_of_scenarios(rules, "A harvest larger than the room fills every field"))
    assert [each.result.ok for each in reach] == [True]
    touched = rules_touched(found, reach[0].marks)
    assert {"step.fill-all", "option.harvest", "value.player.room"} <= touched
    assert "option.taxes" in touched
    assert not {"step.sell", "tile.duty"} & touched
