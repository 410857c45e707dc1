"""Watchers of games: they note each decision, how the seats stood before it, and the end."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.backends import Program
from rulewright.backends.ranking import sides_of, worths_of
from rulewright.engine.holdings import held_by_seats
from rulewright.engine.phases import PhaseRuns, PhaseStack


class DecisionMade(NamedTuple):
    """A decision: who made it, the phases under way, the choices, and how the seats stood before it."""

    seat: int
    phases: PhaseStack
    codes: list[int]
    taken: int
    points: list[int]
    worths: list[int]
    """What the points of each seat's side are worth: more is better."""
    sides: list[int]


class DecisionWatcher:
    """Notes every decision of one game, a watcher for `play_one`."""

    def __init__(self, program: Program) -> None:
        self.program, self._phases = program, PhaseRuns(program)
        self.made: list[DecisionMade] = []

    def note(self, state: list[int], codes: list[int], code: int) -> None:
        """Note a decision before it is made."""
        points, sides = self.program.playing.points(state), sides_of(self.program, state)
        seat, phases = self.program.seat_asked(state), self._phases.under_way(state)
        worths = worths_of(self.program, points, sides)
        self.made.append(DecisionMade(seat, phases, [*codes], code, points, worths, sides))

    def end(self, state: list[int]) -> None:
        """Look at the end of the game, if it comes to one."""


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
