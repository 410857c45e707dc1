"""What the numbers of a comparison by games are called: labels instead of the names of rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulewright.comparison.statistics.outcome import AMOUNTS, HELD, OPTIONS, PIECES, REACHED, Key
from rulewright.compose.composed import Composed
from rulewright.compose.languages import all_said, piece_labels
from rulewright.phrasing import upper
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
