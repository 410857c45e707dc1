"""Which passages the scenarios of a ruleset cite."""

from __future__ import annotations

from rulewright.compose.citations import Citer
from rulewright.diagnostics import Findings
from rulewright.scenarios.reading import read_scenarios
from rulewright.source import RulesetSource


def scenario_citers(source: RulesetSource, findings: Findings) -> list[Citer]:
    """Return the scenarios of a ruleset and of what it stands on, each with its passage and the rules that it tests."""
    below = scenario_citers(source.base, findings) if source.base else []
    own = []
    for scenario in read_scenarios(source, findings):
        cites = ((scenario.cites.source.text, scenario.cites.passage.text),) if scenario.cites else ()
        tested = tuple(rule.text for rule in scenario.rules)
        own.append(Citer("scenario", scenario.name.text, scenario.name.span, cites, more=tested))
    return below + own
