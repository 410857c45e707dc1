"""The two rulesets of a comparison, read and checked, and what they have in common."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.check.check import check
from rulewright.check.core import CheckedRules
from rulewright.compose.compose import compose
from rulewright.compose.composed import Composed
from rulewright.compose.differences import Difference
from rulewright.diagnostics import Findings
from rulewright.source import RulesetSource


@dataclass(frozen=True, slots=True)
class Side:
    """One ruleset: its files, its finished rules, and those rules checked for the most players it allows."""

    source: RulesetSource
    rules: Composed
    checked: CheckedRules

    @property
    def name(self) -> str:
        """The name of the ruleset."""
        return self.source.name


def side(source: RulesetSource) -> Side:
    """Compose and check a ruleset; raises `RulesError` when it has mistakes."""
    findings = Findings()
    rules = compose(source, findings)
    players = source.manifest.players
    return Side(source, rules, check(rules, players.high if players else 2, findings))


def own_differences(one: Composed, other: Composed) -> list[Difference]:
    """The differences of finished rules that others do not have, in the order in which they are applied."""
    theirs = {difference.name for difference in other.differences}
    return [difference for difference in one.differences if difference.name not in theirs]
