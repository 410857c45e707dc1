"""Cached outcomes of mutants: a new scenario is tried only on those that have survived."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.playtest.mutants.model import CAUGHT, FAILED, SURVIVED, Outcome
from rulewright.scenarios.prepared import fingerprint
from rulewright.source import cache
from rulewright.syntax import declarations as d

if TYPE_CHECKING:
    from rulewright.playtest.mutants.trial import Trial

STAGES = ("source", "syntax", "compose", "check", "compile", "backends", "engine", "scenarios", "workspace", "playtest")
"""Stages of the interpreter whose changes invalidate all results."""


class ResultCache:
    """The outcomes of earlier runs under the same rules, texts and interpreter, as far as they are still valid."""

    def __init__(self, trial: Trial) -> None:
        rules = trial.ruleset.composed
        said = [decl for decl in rules.declarations if not isinstance(decl, d.Ruling)]
        parts = fingerprint((rules.manifest.title, said, rules.rows, rules.figures, rules.changes))
        self.key = cache.fingerprint("mutants", cache.own_code(*STAGES), parts)
        self.now = {scenario.fingerprint for scenario in trial.scenarios}
        rows = cache.load(self.key) or []
        self.outcomes = {row[0]: Outcome(row[0], row[1], row[2], tuple(row[3])) for row in rows}

    def known(self, number: int) -> Outcome | None:
        """Return the known outcome of a mutant; None if it must be tried."""
        outcome = self.outcomes.get(number)
        if outcome is None or outcome.verdict == FAILED:
            return None
        if outcome.verdict == CAUGHT:
            return outcome if self.now.issuperset(outcome.tried) else None
        return outcome if outcome.verdict != SURVIVED or self.now.issubset(outcome.tried) else None

    def passed(self, number: int) -> frozenset[str]:
        """Return the scenarios that a mutant has already survived."""
        outcome = self.outcomes.get(number)
        return frozenset(outcome.tried) if outcome is not None and outcome.verdict == SURVIVED else frozenset()

    def add(self, outcome: Outcome) -> None:
        """Record the outcome of a mutant."""
        self.outcomes[outcome.number] = outcome

    def save(self) -> None:
        """Save all outcomes for the next run."""
        rows = [(o.number, o.verdict, o.by, list(o.tried)) for o in self.outcomes.values()]
        cache.save(self.key, rows)
