"""A seat that plays Kuhn poker by an equilibrium: who has the second turn gains 1/18 of a chip a game on average."""

from __future__ import annotations

from random import Random

from rulewright import Choice, Question, SeatView

BETS = {0: {"jack": 0.0, "queen": 0.0, "king": 0.0}, 1: {"jack": 1 / 3, "queen": 0.0, "king": 1.0}}
"""How often a seat bets that may, by its card; the first one always waits, which belongs to an equilibrium as well."""
CALLS = {"jack": 0.0, "queen": 1 / 3, "king": 1.0}
"""How often a seat answers a bet (Kuhn, Annals of Mathematics Studies 24, 1950)."""


class Equilibrium:
    """Bets and calls as often as the equilibrium asks for."""

    def __init__(self) -> None:
        self._random = Random(1)

    def choose(self, question: Question, view: SeatView) -> Choice:
        """Return one of the two choices, of which the second is to do nothing."""
        (card,) = next(
            held for name, held in view.facts.items() if name.startswith("player.hand") and held != ["hidden"]
        )
        often = (BETS[question.seat] if question.choices[0].name == "bet" else CALLS)[card]
        return question.choices[self._random.random() >= often]
