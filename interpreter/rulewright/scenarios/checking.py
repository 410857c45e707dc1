"""Checks the names and values in scenarios without playing anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rulewright.diagnostics import Findings
from rulewright.engine.rule_names import DeclaredValue, RuleNames
from rulewright.scenarios.chance import prescribed_draws, prescribed_rolls
from rulewright.scenarios.entries import (
    WrittenEntry,
    meaning_of_entry,
    parts_of_places,
    written_entries,
    written_values,
)
from rulewright.scenarios.expectations import WORDS_OF_EXPECT, computed_values, expected_pieces
from rulewright.scenarios.naming import OwnedFact, OwnedPlace, Owner, ScenarioNames, WordMeaning
from rulewright.scenarios.offers import fits_option, known_choices
from rulewright.scenarios.pieces import WantedPieces
from rulewright.scenarios.position import GivenEntries, given_step
from rulewright.scenarios.reading import Scenario, ScenarioDecision, listed_nodes
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import possessive_of
from rulewright.source.nodes import entries_of

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
            _check_expectations(names, part)


def _check_decision(
    names: ScenarioNames, decision: ScenarioDecision, choices: ChoiceNames, elsewhere: Elsewhere
) -> None:
    names.seat_number(decision.who)
    for wanted in (*decision.chooses, *decision.named):
        names.note_meaning(wanted, "choice")
        if not choices.has_choice(wanted.text) and not any(other.has_choice(wanted.text) for other in elsewhere()):
            names.report_unknown(wanted, wanted.text, "choice", known_choices(names))


# ---- what is expected


def _check_expectations(names: ScenarioNames, expect: Mapping) -> None:
    for entry in written_entries(names, expect, frozenset(WORDS_OF_EXPECT)):
        _check_entry(names, entry)
    asked = expect.get("asked")
    if isinstance(asked, Scalar) and asked.text != "nobody":
        names.seat_number(asked)
    _check_scores(names, expect.get("score"))
    ranking = expect.get("ranking")
    for place in listed_nodes(ranking) if ranking is not None else ():
        for seat in listed_nodes(place):
            if isinstance(seat, Scalar):
                names.seat_number(seat)


def _check_entry(names: ScenarioNames, entry: WrittenEntry) -> None:
    found = meaning_of_entry(names, entry)
    if isinstance(found, OwnedFact):
        for cell in written_values(names, found, entry.value):
            names.read_value(cell.row, cell.node)
    elif isinstance(found, DeclaredValue):
        for _, _, node in computed_values(names, found, possessive_of(entry.owner.label, found.name), entry.value):
            names.read_value(found, node)
    elif found is not None:
        for place, node in parts_of_places(names, found, entry.value):
            _check_pieces(names, place, node)


def _check_pieces(names: ScenarioNames, place: OwnedPlace, node: YamlNode) -> None:
    if isinstance(node, Scalar) and node.number is not None:
        return
    for one in expected_pieces(names, node).pieces:
        for piece in names.pieces_named(place, one.node)[:1]:
            for key, value in entries_of(one.facts):
                _check_entry(names, WrittenEntry(Owner(place.domain, piece, one.node.text), key, value))


def _check_scores(names: ScenarioNames, node: YamlNode | None) -> None:
    sources = [*(label for _, label in names.rules.scorings), "total"]
    for who, points in entries_of(node):
        names.seat_number(who)
        for label, number in entries_of(points):
            if label.text not in sources:
                names.report_unknown(label, label.text, "source of points", sources)
            names.read_number(number)
