"""Every ruling and everything that a game can be played or scored by is tested by a scenario that names it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest
from tests.tiers import sampled

from rulewright.compose.compose import compose
from rulewright.compose.composed import full_name
from rulewright.diagnostics import Findings
from rulewright.scenarios.reading import Scenario, read_scenarios
from rulewright.source import RulesetSource, available
from rulewright.syntax import declarations as d
from rulewright.syntax.statements import Sources
from rulewright.workspace import load

RULESETS = sorted(available())
TESTED = (d.Ruling, d.PieceRule, d.MenuOption, d.Cost, d.Scoring, d.TieBreak, d.After)
"""The kinds of rules that a scenario must name under `rules`."""


def scenarios_of(source: RulesetSource) -> list[Scenario]:
    """Return the scenarios of a ruleset and of those it stands on."""
    own = read_scenarios(source, Findings())
    return own if source.base is None else own + scenarios_of(source.base)


def declared(source: RulesetSource) -> list[d.Decl]:
    return compose(source, Findings()).declarations


def at(rule: d.Decl) -> str:
    return f"{rule.span.file}:{rule.span.line}: {full_name(rule)}"


def without_scenario(source: RulesetSource, scenarios: list[Scenario]) -> list[str]:
    """Return what no scenario names, each with the place where it is written."""
    tested = {rule.text for scenario in scenarios for rule in scenario.rules}
    rules = [rule for rule in declared(source) if isinstance(rule, TESTED)]
    return [at(rule) for rule in rules if full_name(rule) not in tested]


def rests_of(part: Any) -> Iterator[str]:
    """Yield the rulings that a rule, or a part of it, rests on."""
    if isinstance(part, Sources):
        yield from (word.text for word in part.rests)
    elif isinstance(part, tuple):
        for inner in part:
            yield from rests_of(inner)
    elif is_dataclass(part):
        for field in fields(part):
            yield from rests_of(getattr(part, field.name))


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(13, RULESETS))
def test_every_rule_has_a_scenario(name: str) -> None:
    source = load(name).source
    missing = without_scenario(source, scenarios_of(source))
    assert not missing, "no scenario names:\n" + "\n".join(missing)


@pytest.mark.slow
@pytest.mark.parametrize("name", sampled(13, RULESETS))
def test_what_rests_on_a_ruling_is_tested_together_with_it(name: str) -> None:
    source = load(name).source
    together = [{rule.text for rule in scenario.rules} for scenario in scenarios_of(source)]
    pairs = [(rule, f"ruling.{ruling}") for rule in declared(source) for ruling in set(rests_of(rule))]
    missing = [
        f"{at(rule)} rests on {ruling}"
        for rule, ruling in pairs
        if not any(rules >= {full_name(rule), ruling} for rules in together)
    ]
    assert not missing, "no scenario names both:\n" + "\n".join(missing)


def test_what_is_missing_is_listed_with_its_place() -> None:
    source = load("goa").source
    missing = without_scenario(source, [])
    assert sum(": ruling." in line for line in missing) == sum(isinstance(r, d.Ruling) for r in declared(source)) > 30
    assert any(line.endswith(": card.two-ships") and "rules/cards.rules:" in line for line in missing)
