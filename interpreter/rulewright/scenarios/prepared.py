"""Scenarios made ready to be run many times, under rules that are not quite those they were written for."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from hashlib import sha256
from typing import Any

from rulewright.backends import Program
from rulewright.diagnostics import Findings
from rulewright.scenarios.reading import Scenario, read_scenarios
from rulewright.scenarios.run import run_one, seats_for
from rulewright.source import RulesetSource

FIELDS_OF_PLACES = {"span", "fact_spans", "sources", "cites", "source", "assumed"}
"""Fields with spans and citations."""


@dataclass(frozen=True, slots=True, eq=False)
class PreparedScenario:
    """A scenario, its number of seats, and a hash of its content without spans."""

    scenario: Scenario
    seats: int
    fingerprint: str

    @property
    def name(self) -> str:
        """The name of the scenario."""
        return self.scenario.name.text

    @property
    def rules(self) -> set[str]:
        """The rules that it says it tests."""
        return {rule.text for rule in self.scenario.rules}


def prepared_scenarios(source: RulesetSource, findings: Findings) -> list[PreparedScenario]:
    """Return the scenarios of a ruleset, each only under the ruleset itself."""
    listed = [(one, seats_for(one, source.manifest.players, findings)) for one in read_scenarios(source, findings)]
    return [PreparedScenario(one, seats, content_fingerprint(one)) for one, seats in listed if seats is not None]


def passes(program: Program, one: PreparedScenario) -> bool:
    """Tell whether a scenario passes; one that names what is not there does not."""
    return run_one(program, one.scenario, one.name).ok


def content_fingerprint(thing: object) -> str:
    """Return a hash of the content, without spans and citations."""
    return sha256(repr(without_places(thing)).encode()).hexdigest()[:16]


def without_places(thing: Any) -> Any:
    """Return tuples, texts and numbers that say what a tree says, without places."""
    if is_dataclass(thing):
        return type(thing).__name__, *(
            without_places(getattr(thing, f.name)) for f in fields(thing) if f.name not in FIELDS_OF_PLACES
        )
    if isinstance(thing, dict):
        return tuple((key, without_places(value)) for key, value in thing.items())
    return tuple(map(without_places, thing)) if isinstance(thing, list | tuple) else thing
