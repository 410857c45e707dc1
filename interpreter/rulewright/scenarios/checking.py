"""Checks the names and values in scenarios without playing anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rulewright.diagnostics import Findings
from rulewright.engine.rule_names import RuleNames
from rulewright.scenarios.chance import prescribed_draws, prescribed_rolls
from rulewright.scenarios.expectations import compare_expectations
from rulewright.scenarios.naming import ScenarioNames, WordMeaning
from rulewright.scenarios.offers import fits_option, known_choices
from rulewright.scenarios.pieces import WantedPieces
from rulewright.scenarios.position import GivenEntries, given_step
from rulewright.scenarios.reading import Scenario, ScenarioDecision

_NUMBERED = re.compile(r"(.+) (\([a-z0-9-]+\)|[0-9]+)")
"""A disambiguated name of a choice: with its menu, or with a number."""


class ChoiceNames:
    """The possible names of choices under some rules, cached."""

    def __init__(self, rules: RuleNames, labels: Sequence[tuple[str, ...]]) -> None:
        self.names, self.labels = ScenarioNames(rules, Findings()), labels
        self._known: dict[str, bool] = {}

    def has_choice(self, text: str) -> bool:
        """Return whether any question can have a choice of this name or label."""
        if text not in self._known:
            shorter = _NUMBERED.fullmatch(text)
            self._known[text] = self._fits_any(text) or (shorter is not None and self._fits_any(shorter[1]))
        return self._known[text]

    def _fits_any(self, text: str) -> bool:
        named = any(fits_option(self.names, option, text) for option in self.names.rules.options)
        return named or any(reads_as(label, text) for label in self.labels)


def reads_as(literals: tuple[str, ...], text: str) -> bool:
    """Return whether a text consists of these parts in order, with anything between them."""
    first, *rest = literals
    if not rest:
        return text == first
    at = len(first)
    for part in rest[:-1]:
        at = text.find(part, at) + len(part) if part in text[at:] else len(text) + 1
    return text.startswith(first) and text.endswith(rest[-1]) and len(text) - len(rest[-1]) >= at


Elsewhere = Callable[[], Iterable[ChoiceNames]]
"""Returns the choices of the other rulesets that a scenario names."""


def check_names(
    scenario: Scenario,
    choices: ChoiceNames,
    elsewhere: Elsewhere,
    findings: Findings,
    meant: list[WordMeaning] | None = None,
) -> None:
    """Report every name and value in a scenario that does not exist under its rules.

    Under `not offered` a choice may have a name that only other rulesets know. `meant` takes what every word means.
    """
    names = choices.names.reporting_to(findings, meant)
    for _ in (*prescribed_rolls(names, scenario), *prescribed_draws(names, scenario)):
        pass
    if scenario.given is not None:
        given = GivenEntries(names, WantedPieces(names))
        given.read_entries(scenario.given)
        for cell in given.cells:
            given.value_of(cell)
    given_step(names, scenario.given)
    known = names.rules.invariants
    for rule in scenario.breaks:
        names.note_meaning(rule, "always")
        if rule.text not in known:
            names.report_unknown(rule, rule.text, "always rule", known)
    for part in (*scenario.play, *([scenario.expect] if scenario.expect is not None else [])):
        if isinstance(part, ScenarioDecision):
            _check_decision(names, part, choices, elsewhere)
        else:
            list(compare_expectations(names, None, part))  # without a game it reports names and yields nothing


def _check_decision(
    names: ScenarioNames, decision: ScenarioDecision, choices: ChoiceNames, elsewhere: Elsewhere
) -> None:
    names.seat_number(decision.who)
    for wanted in (*decision.chooses, *decision.named):
        names.note_meaning(wanted, "choice")
        if not choices.has_choice(wanted.text) and not any(other.has_choice(wanted.text) for other in elsewhere()):
            names.report_unknown(wanted, wanted.text, "choice", known_choices(names))
