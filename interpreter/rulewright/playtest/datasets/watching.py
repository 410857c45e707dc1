"""Watches what each seat has at each decision of a game, and at its end."""

from __future__ import annotations

from rulewright.backends import Program
from rulewright.engine.holdings import held_by_seats
from rulewright.playtest.watching import DecisionWatcher

Holdings = dict[str, list[int]]
"""By amount and place how much each seat has."""


class HoldingsWatcher(DecisionWatcher):
    """Notes every decision of one game, and what each seat had before it."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.holdings: list[Holdings] = []
        """Before each decision, and at the end of a game that came to one."""

    def note(self, state: list[int], codes: list[int], code: int) -> None:
        """Note a decision before it is made."""
        super().note(state, codes, code)
        self.end(state)

    def end(self, state: list[int]) -> None:
        """Note what each seat has."""
        self.holdings.append(held_by_seats(self.program, state))
