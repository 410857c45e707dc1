"""Recorded games in the eyes of a search: what each decision cost, compared with what the search would have chosen."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import sqrt

from rulewright.backends import Program
from rulewright.engine.options import ChoiceKeys
from rulewright.players.search.result import best_of
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import SearchBudget

SIGNIFICANT_ERRORS = 2.0
"""A loss counts as a mistake if it is this many standard errors above nothing."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """A decision of a recorded game, its number counted from 1, with what was chosen and what the search would choose.

    `lost` is the difference of their worth, in hundredths of a point: the mean of two measurements, which are `apart`.
    """

    number: int
    seat: int
    state: list[int]
    codes: list[int]
    chosen: int
    best: int
    lost: float = 0.0
    apart: float = 0.0

    @property
    def agrees(self) -> bool:
        """Whether the search would have made the same choice."""
        return self.best == self.chosen


class Judge:
    """Judges decisions by what their seats could know. Equal budgets in playouts give equal judgements."""

    def __init__(self, program: Program, budget: SearchBudget) -> None:
        self.program, self._keys = program, ChoiceKeys(program)
        self.budget = budget = budget.for_program(program)
        self.searcher = Searcher(program, budget)
        self._measuring = Searcher(program, SearchBudget(-(-budget.playouts // 2), budget.seconds / 2))

    def judge_decision(self, number: int, state: list[int], codes: list[int], chosen: int) -> JudgedDecision:
        """Judge a decision. One search finds the best choice; others measure what it and the one that was made are
        worth, for the choice that looks best does so partly by chance."""
        best = best_of(self.searcher.search_choices(state, codes, number)).code
        asked = self.program.seat_asked(state)
        same = self._keys.key_of(state, best) == self._keys.key_of(state, chosen)
        found = JudgedDecision(number, asked, state, codes, chosen, chosen if same else best)
        if same:
            return found
        one, other = (
            self._measuring.value_of(state, best, seed) - self._measuring.value_of(state, chosen, seed)
            for seed in (number + (1 << 32), number + (2 << 32))
        )
        return replace(found, lost=(one + other) / 2, apart=abs(one - other))


def standard_error_of_losses(judged: Iterable[JudgedDecision]) -> float:
    """Return the standard error of a loss, from how far its measurements are apart."""
    apart = [one.apart for one in judged if not one.agrees]
    return sqrt(sum(each * each for each in apart) / len(apart)) / 2 if apart else 0.0


def significant_mistakes(judged: Iterable[JudgedDecision]) -> list[JudgedDecision]:
    """Return the decisions with a significant loss, the most expensive one first."""
    found = [*judged]
    least = SIGNIFICANT_ERRORS * standard_error_of_losses(found)
    return sorted((one for one in found if not one.agrees and one.lost > least), key=lambda one: -one.lost)
