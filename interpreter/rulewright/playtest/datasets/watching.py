"""Watches games: a decision function in front of those of all seats, which keeps what rows of decisions need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.backends.ranking import sides_of, worths_of
from rulewright.engine.holdings import held_by_seats
from rulewright.engine.phases import PhaseRuns, PhaseStack

Holdings = dict[str, list[int]]
"""By amount and place how much each seat has."""


@dataclass(slots=True)
class DecisionMade:
    """A decision: who made it, the phases under way, the choices, and how the seats stood before it."""

    seat: int
    phases: PhaseStack
    codes: list[int]
    taken: int
    points: list[int]
    worths: list[int]
    """What the points of each seat's side are worth: more is better."""
    sides: list[int]
    before: Holdings


class WatchedGame:
    """Decides like some deciders, and keeps every decision of one game."""

    def __init__(self, program: Program, deciders: Sequence[Decider]) -> None:
        self.program, self.deciders = program, deciders
        self._phases = PhaseRuns(program)
        self.made: list[DecisionMade] = []
        self._last: list[int] = []

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the choice of the seat that is asked."""
        seat = self.program.seat_asked(state)
        code = self.deciders[seat](state, codes, number, made)
        points, sides = self.program.playing.points(state), sides_of(self.program, state)
        worths, holdings = worths_of(self.program, points, sides), held_by_seats(self.program, state)
        phases = self._phases.under_way(state)
        self.made.append(DecisionMade(seat, phases, [*codes], code, points, worths, sides, holdings))
        self._last = state.copy()
        return code

    def make_last_decision(self) -> list[int]:
        """Make the last decision of a game that is over once more; return the vector at its end."""
        if self.made:
            self.program.choices(self._last)
            self.program.take(self._last, self.made[-1].taken)
        return self._last

    def holdings_after(self) -> list[Holdings]:
        """Return how the seats stood after each decision, after the last one if it was made once more."""
        return [*(one.before for one in self.made[1:]), held_by_seats(self.program, self._last)] if self.made else []
