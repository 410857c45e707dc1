"""Checks the names and values in scenarios without playing anything."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from rulewright.diagnostics import Findings
from rulewright.engine.rule_names import DeclaredValue, RuleNames
from rulewright.scenarios.chance import prescribed_draws, prescribed_rolls
from rulewright.scenarios.entries import Entry, cells, entries, meaning, parts
from rulewright.scenarios.expectations import WORDS, computed_values, expected_pieces
from rulewright.scenarios.naming import Meant, Names, OwnedFact, OwnedPlace, Owner
from rulewright.scenarios.offers import fits, known_choices
from rulewright.scenarios.pieces import WantedPieces
from rulewright.scenarios.position import Given, given_step
from rulewright.scenarios.reading import Decision, Scenario, listed
from rulewright.source import Mapping, Scalar, YamlNode
from rulewright.source.languages import possessive_of
from rulewright.source.nodes import entries_of

_NUMBERED = re.compile(r"(.+) (\([a-z0-9-]+\)|[0-9]+)")
"""A disambiguated name of a choice: with its menu, or with a number."""


class Choices:
    """The possible names of choices under some rules, cached."""

    def __init__(self, rules: RuleNames, labels: Sequence[tuple[str, ...]]) -> None:
        self.names, self.labels = Names(rules, Findings()), labels
        self._known: dict[str, bool] = {}

    def has(self, text: str) -> bool:
        """Return whether any question can have a choice of this name or label."""
        if text not in self._known:
            shorter = _NUMBERED.fullmatch(text)
            self._known[text] = self._fits(text) or (shorter is not None and self._fits(shorter[1]))
        return self._known[text]

    def _fits(self, text: str) -> bool:
        named = any(fits(self.names, option, text) for option in self.names.rules.options)
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


Elsewhere = Callable[[], Iterable[Choices]]
"""Returns the choices of the other rulesets that a scenario names."""


def check_names(
    scenario: Scenario, choices: Choices, elsewhere: Elsewhere, findings: Findings, meant: list[Meant] | None = None
) -> None:
    """Report every name and value in a scenario that does not exist under its rules.

    Under `not offered` a choice may have a name that only other rulesets know. `meant` takes what every word means.
    """
    names = choices.names.reporting(findings, meant)
    for _ in (*prescribed_rolls(names, scenario), *prescribed_draws(names, scenario)):
        pass
    if scenario.given is not None:
        given = Given(names, WantedPieces(names))
        given.read(scenario.given)
        for cell in given.cells:
            given.value(cell)
    given_step(names, scenario.given)
    known = names.rules.invariants
    for rule in scenario.breaks:
        names.note(rule, "always")
        if rule.text not in known:
            names.unknown(rule, rule.text, "always rule", known)
    for part in (*scenario.play, *([scenario.expect] if scenario.expect is not None else [])):
        if isinstance(part, Decision):
            _decision(names, part, choices, elsewhere)
        else:
            _expected(names, part)


def _decision(names: Names, decision: Decision, choices: Choices, elsewhere: Elsewhere) -> None:
    names.seat(decision.who)
    for wanted in (*decision.chooses, *decision.named):
        names.note(wanted, "choice")
        if not choices.has(wanted.text) and not any(other.has(wanted.text) for other in elsewhere()):
            names.unknown(wanted, wanted.text, "choice", known_choices(names))


# ---- what is expected


def _expected(names: Names, expect: Mapping) -> None:
    for entry in entries(names, expect, frozenset(WORDS)):
        _entry(names, entry)
    asked = expect.get("asked")
    if isinstance(asked, Scalar) and asked.text != "nobody":
        names.seat(asked)
    _scores(names, expect.get("score"))
    ranking = expect.get("ranking")
    for place in listed(ranking) if ranking is not None else ():
        for seat in listed(place):
            if isinstance(seat, Scalar):
                names.seat(seat)


def _entry(names: Names, entry: Entry) -> None:
    found = meaning(names, entry)
    if isinstance(found, OwnedFact):
        for cell in cells(names, found, entry.value):
            names.value(cell.row, cell.node)
    elif isinstance(found, DeclaredValue):
        for _, _, node in computed_values(names, found, possessive_of(entry.owner.label, found.name), entry.value):
            names.value(found, node)
    elif found is not None:
        for place, node in parts(names, found, entry.value):
            _pieces(names, place, node)


def _pieces(names: Names, place: OwnedPlace, node: YamlNode) -> None:
    if isinstance(node, Scalar) and node.number is not None:
        return
    for one in expected_pieces(names, node).pieces:
        for piece in names.pieces(place, one.node)[:1]:
            for key, value in entries_of(one.facts):
                _entry(names, Entry(Owner(place.domain, piece, one.node.text), key, value))


def _scores(names: Names, node: YamlNode | None) -> None:
    sources = [*(label for _, label in names.rules.scorings), "total"]
    for who, points in entries_of(node):
        names.seat(who)
        for label, number in entries_of(points):
            if label.text not in sources:
                names.unknown(label, label.text, "source of points", sources)
            names.number(number)
