"""Watches how a game goes: its decisions, the pieces that come to players, points by scoring, and why it ends."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.backends import Program
from rulewright.comparison.answers.rows import (
    QUARTERS,
    Course,
    laps_of,
    lead_changes,
    leaders,
    longest_waits,
    margin_of,
    option_counts,
    phase_runs,
    settled_after,
)
from rulewright.engine.holdings import PieceArrivals
from rulewright.engine.options import options_of
from rulewright.engine.phases import rules_under_way
from rulewright.engine.scoring import by_scoring
from rulewright.playtest.game import Record
from rulewright.playtest.watching import DecisionWatcher

MOST_SAMPLES = 64
"""The points by scoring are looked at this often in a game at most: they take longer than decisions."""


class CourseWatcher(DecisionWatcher):
    """Notes what the course of one game is made of.

    `marked` is the build of the same rules that notes what is reached: it makes the last decision once more, and the
    last one of the outermost phase before, after which the game may only be wound up. That says which lines and
    conditions ended the game; `endings` are their marks.
    """

    def __init__(self, program: Program, marked: Program, endings: Mapping[int, str]) -> None:
        super().__init__(program)
        self.marked, self.endings = marked, endings
        self._last, self._phase_end = list[int](), list[tuple[list[int], int]]()
        self._samples, self._stride = list[tuple[int, list[int]]](), 1
        self._arrivals: PieceArrivals | None = None

    def note(self, state: list[int], codes: list[int], code: int) -> None:
        """Note a decision before it is made."""
        if len(self.made) % self._stride == 0:
            self._sample(state)
        super().note(state, codes, code)
        if len(self.made) > 1 and self.made[-2].phases[:1] != self.made[-1].phases[:1]:
            self._phase_end = [(self._last, self.made[-2].taken)]
        self._last = state.copy()
        self._arrivals = self._arrivals or PieceArrivals(self.program, state)
        self._arrivals.watch(state)

    def end(self, state: list[int]) -> None:
        """Look at the end of the game."""
        if self._arrivals is not None:
            self._arrivals.watch(state)

    def _sample(self, state: list[int]) -> None:
        self._samples.append((len(self.made), [sum(points) for points in by_scoring(self.program, state)]))
        if len(self._samples) > MOST_SAMPLES:
            del self._samples[1::2]
            self._stride *= 2

    def course(self, record: Record) -> list[Course]:
        """Return the course of the game, given its record; a broken one, and one without decisions, has none."""
        if record.failure or self._arrivals is None:
            return []
        made, seats, arrivals = self.made, self.program.seats, self._arrivals
        asked, worths = [one.seat for one in made], [one.worths for one in made]
        sides = record.sides or [*range(seats)]
        leading = [*leaders(worths, sides)]
        winning = {sides[seat] for seat in record.ranking[0]}
        winner = winning.pop() if len(winning) == 1 and len(set(sides)) > 1 else -1
        names = {option.number: option.full_name for option in options_of(self.program).rows}
        offered, used = option_counts(made, names, seats)
        return [Course(
            rules_under_way(self.program, self._last), self._places_met(), phase_runs(one.phases for one in made),
            laps_of(asked), list(dict.fromkeys(asked)), longest_waits(asked, seats),
            lead_changes(leading), 1.0 if winner < 0 else settled_after(leading, winner),
            winner >= 0, 0 if winner < 0 else margin_of(worths[len(worths) // 2], sides, winner),
            any(len(set(each)) > 1 for each in worths), offered, used,
            [rule for rule, count in arrivals.counts.items() if count or rule in arrivals.held_first],
            [self._points_at(len(made) * quarter / QUARTERS) for quarter in range(1, QUARTERS)],
        )]  # fmt: skip

    def _places_met(self) -> list[str]:
        """Make the decisions once more that may have ended the game; return the places of what was met that ends it."""
        marks, met = self.marked.marks, set[str]()
        for before, taken in [*self._phase_end, (self._last, self.made[-1].taken)]:
            state = before.copy()
            self.marked.choices(state)
            marks[:] = bytes(len(marks))
            self.marked.take(state, taken)
            met |= {place for mark, place in self.endings.items() if marks[mark]}
        return sorted(met)

    def _points_at(self, decision: float) -> list[int]:
        return max(sample for sample in self._samples if sample[0] <= decision)[1]
