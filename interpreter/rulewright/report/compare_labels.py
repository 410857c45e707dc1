"""What the numbers of a comparison by games are called: labels instead of the names of rules, and sentences of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rulewright.comparison.statistics.effects import Effect, MeanInterval
from rulewright.comparison.statistics.outcome import (
    AMOUNTS,
    HELD,
    LENGTH,
    OPTIONS,
    PIECES,
    POINTS,
    REACHED,
    SEATS,
    SOURCES,
    Key,
)
from rulewright.compose.composed import Composed
from rulewright.compose.languages import all_said, piece_labels
from rulewright.phrasing import upper
from rulewright.report.compare_words import number, signed
from rulewright.rulebook.phrases import name_words

VALUE = re.compile(r"\s*\{[^{}]*\}")


class Labels:
    """The texts of some rulesets by full name; those of the first that has one count."""

    def __init__(self, rulesets: Sequence[Composed]) -> None:
        self._said: dict[str, str] = {}
        self._pieces: dict[str, str] = {}
        for rules in rulesets:
            for said in all_said(rules):
                self._said.setdefault(said.name, VALUE.sub(" …", said.text).strip(" …,:") or said.spoken)
            self._pieces = piece_labels(rules) | self._pieces

    def of(self, key: Key) -> str:
        """Return what a number is called."""
        group, name = key
        if group in (OPTIONS, AMOUNTS):
            return self._option_label(name)
        if group == PIECES:
            return upper(self._pieces.get(name, name_words(name)))
        if group == HELD:
            return upper(self._said.get(f"player.{name}", name_words(name)))
        if group == REACHED:
            number, _, what = name.partition(" ")
            return f"{number} × {self._said.get(f'player.{what}', name_words(what))}"
        return upper(name)

    def _option_label(self, name: str) -> str:
        """Return the title of a rule, and that of the option in it."""
        rule, _, option = name.partition(" ")
        if option:
            return f"{self._rule_title(rule)}: {self._said.get(f'{rule}.{option}', name_words(option))}"
        parent, _, own = rule.rpartition(".")
        if "." not in parent:
            return self._rule_title(rule)
        label = self._said.get(rule, name_words(own))
        return f"{self._rule_title(parent)}: {label}" if label.lower() != name_words(own) else self._rule_title(parent)

    def _rule_title(self, rule: str) -> str:
        return upper(self._said.get(rule) or name_words(rule.rpartition(".")[2]))


# -- the largest effects

MOST = 5
"""The number of effects that are listed."""

SENTENCES = {
    POINTS: "Points, {label}: {b} under B, {a} under A",
    SOURCES: "A player gets {b} points from {label} under B, {a} under A",
    SEATS: "{label} wins {b} of the games under B, {a} under A",
    LENGTH: "A game has {b} decisions under B, {a} under A",
    HELD: "The winner ends with {label}: {b} under B, {a} under A",
    REACHED: "Winners with {label}: {b} under B, {a} under A",
    OPTIONS: "{label} is chosen {b} times a game under B, {a} times under A",
    AMOUNTS: "The number chosen for {label} is {b} on average under B, {a} under A",
    PIECES: "Players get {label} {b} times a game under B, {a} times under A",
}
"""By group. The points of the winner, by source, repeat those of a player and are left out."""

QUOTED = (SOURCES, HELD, OPTIONS, AMOUNTS, PIECES)
"""Groups whose labels are texts of the rules."""


def largest(effects: Mapping[Key, Effect], labels: Labels) -> list[str]:
    """Return a sentence for each of the largest effects that are clear, measured in standard deviations."""
    clear = [(key, one) for key, one in effects.items() if one.a and one.b and one.is_clear and key[0] in SENTENCES]
    clear.sort(key=lambda pair: -abs(pair[1].size))
    return [_effect_sentence(key, one, one.a, one.b, labels) for key, one in clear[:MOST] if one.a and one.b]


def _effect_sentence(key: Key, one: Effect, a: MeanInterval, b: MeanInterval, labels: Labels) -> str:
    group, label = key[0], labels.of(key)
    quoted = f"\u201c{label}\u201d" if group in QUOTED else label
    said = SENTENCES[group].format(label=quoted, a=number(a.mean, group), b=number(b.mean, group))
    return f"{said} ({signed(one.difference, group)})."
