"""The scenarios of every ruleset that comes with Rulewright, and what they leave out."""

from __future__ import annotations

from functools import partial

import pytest

from rulewright.compile import compiled
from rulewright.compose.compose import compose
from rulewright.compose.composed import full_name
from rulewright.diagnostics import Findings
from rulewright.scenarios.reading import read_scenarios
from rulewright.scenarios.run import run_all
from rulewright.source import RulesetSource, available, load
from rulewright.syntax import declarations as d

RULESETS = sorted(available())
TESTED = (d.PieceRule, d.MenuOption, d.After, d.Scoring, d.TieBreak)
"""What must be named by a scenario that tests it."""


def source_of(name: str) -> RulesetSource:
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return source


@pytest.mark.parametrize("name", RULESETS)
def test_all_scenarios_pass(name: str) -> None:
    programs = {seats: partial(compiled, name, seats, traced=True) for seats in range(1, 9)}
    ready: dict[int, object] = {}
    results = run_all(lambda seats: ready.setdefault(seats, programs[seats]()), source_of(name))  # type: ignore[arg-type,return-value]
    assert [result for result in results if not result.ok] == []


@pytest.mark.parametrize("name", RULESETS)
def test_what_can_be_played_has_a_scenario(name: str) -> None:
    findings = Findings()
    source = source_of(name)
    tested = {rule.text for scenario in read_scenarios(source, findings) for rule in scenario.rules}
    if source.base is not None:
        tested |= {rule.text for scenario in read_scenarios(source.base, findings) for rule in scenario.rules}
    rules = compose(source, findings).declarations
    untested = [full_name(rule) for rule in rules if isinstance(rule, TESTED) and full_name(rule) not in tested]
    assert untested == []
