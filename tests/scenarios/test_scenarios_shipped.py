"""The scenarios of every ruleset that comes with Rulewright pass."""

from __future__ import annotations

from functools import partial

import pytest
from tests.tiers import slow_unless

from rulewright.diagnostics import Findings
from rulewright.pipeline import compiled
from rulewright.scenarios.run import run_all
from rulewright.source import RulesetSource, available, load

RULESETS = sorted(available())
QUICK = {"borneo-blackbeard", "goa-quick-start"}


def source_of(name: str) -> RulesetSource:
    findings = Findings()
    source = load(name, findings)
    findings.stop_on_errors()
    return source


@pytest.mark.parametrize("name", slow_unless(lambda name: name in QUICK, RULESETS))
def test_all_scenarios_pass(name: str) -> None:
    programs = {seats: partial(compiled, name, seats, traced=True) for seats in range(1, 9)}
    ready: dict[int, object] = {}
    results = run_all(lambda seats: ready.setdefault(seats, programs[seats]()), source_of(name))  # type: ignore[arg-type,return-value]
    assert [result for result in results if not result.ok] == []
