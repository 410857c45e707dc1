"""Rounds in which seats decide at once: the same secret question, asked of one seat after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from rulewright.adapters.actions import Offered
from rulewright.adapters.position import Adapted, AdaptedPosition
from rulewright.api.parts import call_refusal
from rulewright.diagnostics import Code

REMEDY_FOR_ROUNDS = "Use `env`, in which seats decide one after the other."


def only_secret_questions(adapted: Adapted) -> Adapted:
    """Return a ruleset in which every decision is secret. Raises `RulesError` for others."""
    if questions := adapted.games.open_questions:
        message = f'seats do not decide at once: "{questions[0]}" does not ask in secret'
        raise call_refusal(adapted.rules.name, Code.OUT_OF_RANGE, message, REMEDY_FOR_ROUNDS)
    return adapted


@dataclass(frozen=True, slots=True)
class Round:
    """What seats that decide at once can choose. A seat that is not asked is not in `offered`."""

    first: AdaptedPosition
    offered: dict[int, Offered]

    @classmethod
    def round_at(cls, first: AdaptedPosition) -> Round:
        """Return the round that begins at a position. Raises `RulesError` if a seat learns what another one chose."""
        one, other = list(_asked_positions(first, 0)), list(_asked_positions(first, -1))
        if not all(map(_look_alike, one, other)) or len(one) != len(other):
            message = "seats do not decide at once: one learns what another one has chosen"
            raise call_refusal(first.adapted.rules.name, Code.OUT_OF_RANGE, message, REMEDY_FOR_ROUNDS)
        return cls(first, {here.seat: here.offered for here in one})

    def position_after(self, actions: Mapping[int, int]) -> AdaptedPosition:
        """Return the position after the actions of all seats. Raises `RulesError` for one that is not offered."""
        here = self.first
        for seat in self.offered:
            here = here.after(actions.get(seat, -1), here.offered)
        return here


def _asked_positions(first: AdaptedPosition, choice: int) -> Iterator[AdaptedPosition]:
    """Yield where each seat decides in a round in which the seats take their first choice, say, or their last."""
    here, seats = first, set[int]()
    while not here.over and here.site == first.site and here.seat not in seats:
        yield here
        seats.add(here.seat)
        offered = _single_actions(here)
        here = here.after(list(offered)[choice], offered)


def _look_alike(here: AdaptedPosition, there: AdaptedPosition) -> bool:
    """Whether the seat that decides can tell two positions apart by nothing."""
    observed = [position.observed_by(position.seat) for position in (here, there)]
    return np.array_equal(*observed) and here.offered == there.offered


def _single_actions(position: AdaptedPosition) -> Offered:
    """Return what is offered, as long as every choice is one action."""
    offered = position.offered
    if any(position.adapted.actions.is_large(code) for code in offered.values()):
        message = "a number is offered that takes several actions"
        raise call_refusal(position.adapted.rules.name, Code.OUT_OF_RANGE, message, REMEDY_FOR_ROUNDS)
    return offered
