"""Watches games: a decision function in front of those of all seats, which notes a row for each decision."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.backends.ranking import sides_of, worths_of
from rulewright.comparison.answers.rows import (
    QUARTERS,
    Course,
    DecisionRow,
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
from rulewright.engine.phases import PhaseRuns, rules_under_way
from rulewright.engine.scoring import by_scoring
from rulewright.playtest.game import Record, play_one

MOST_SAMPLES = 64
"""The points by scoring are looked at this often in a game at most: they take longer than decisions."""


class WatchedTable:
    """Plays games of some deciders, and returns their records with their courses.

    The choices, and so the games, are those of the deciders alone. `told` is the traced build of the same rules: it
    makes the last decision once more, which says whether a line of the rules ended the game at once.
    """

    def __init__(self, program: Program, told: Program, deciders: Sequence[Decider]) -> None:
        self.program, self.told, self.deciders = program, told, deciders
        self._names = {option.number: option.full_name for option in options_of(program).rows}
        self._phases = PhaseRuns(program)
        ending = program.tables.ending
        self._more_points_win = not (ending.fewest or ending.teams or ending.together)

    def play(self, number: int, check: bool) -> tuple[Record, list[Course]]:
        """Play a game by its number, which may carry a secret; a broken one has no course."""
        self._rows: list[DecisionRow] = []
        self._samples: list[tuple[int, list[int]]] = []
        self._stride = 1
        self._arrivals: PieceArrivals | None = None
        self._last: tuple[Sequence[int], int] = ((), 0)
        record = play_one(self.program, number, check, [self._decide] * self.program.seats)
        return record, [self._course(record)] if self._rows and not record.failure else []

    def _decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        seat = self.program.seat_asked(state)
        code = self.deciders[seat](state, codes, number, made)
        self._last = state.copy(), code
        self._note_pieces(state)
        if made % self._stride == 0:
            self._sample(state, made)
        offered = frozenset(each >> 32 for each in codes)
        self._rows.append(DecisionRow(seat, self._phases.under_way(state), offered, code >> 32, self._worths(state)))
        return code

    def _note_pieces(self, state: list[int]) -> None:
        if self._arrivals is None:
            self._arrivals = PieceArrivals(self.program, state)
        self._arrivals.watch(state)

    def _sample(self, state: list[int], made: int) -> None:
        self._samples.append((made, [sum(points) for points in by_scoring(self.program, state)]))
        if len(self._samples) > MOST_SAMPLES:
            del self._samples[1::2]
            self._stride *= 2

    def _worths(self, state: list[int]) -> tuple[int, ...]:
        points = self.program.playing.points(state)
        if self._more_points_win:
            return tuple(points)
        return tuple(worths_of(self.program, points, sides_of(self.program, state)))

    def _course(self, record: Record) -> Course:
        rows, seats = self._rows, self.program.seats
        asked, worths = [row.seat for row in rows], [row.worths for row in rows]
        sides = record.sides or [*range(seats)]
        leading = [*leaders(worths, sides)]
        winning = {sides[seat] for seat in record.ranking[0]}
        winner = winning.pop() if len(winning) == 1 and len(set(sides)) > 1 else -1
        last, code = self._last
        rules, place = rules_under_way(self.program, last), self._end_game(last, code)
        offered, used = option_counts(rows, self._names, seats)
        assert (arrivals := self._arrivals) is not None
        return Course(
            rules, place, phase_runs(rows), laps_of(asked), list(dict.fromkeys(asked)), longest_waits(asked, seats),
            lead_changes(leading), 1.0 if winner < 0 else settled_after(leading, winner),
            winner >= 0, 0 if winner < 0 else margin_of(worths[len(worths) // 2], sides, winner),
            any(len(set(each)) > 1 for each in worths), offered, used,
            [rule for rule, count in arrivals.counts.items() if count or rule in arrivals.held_first],
            [self._points_at(len(rows) * quarter / QUARTERS) for quarter in range(1, QUARTERS)],
        )  # fmt: skip

    def _end_game(self, last: Sequence[int], code: int) -> str:
        """Make the last decision once more; return the line that ended the game at once, if one did."""
        state = [*last]
        self.told.log.clear()
        self.told.choices(state)
        self.told.take(state, code)
        self._note_pieces(state)
        lines = [note[1] for note in self.told.log if note[0] == "over"]
        return self.told.tables.lines[lines[-1]].place if lines and isinstance(lines[-1], int) else ""

    def _points_at(self, decision: float) -> list[int]:
        return max(sample for sample in self._samples if sample[0] <= decision)[1]
