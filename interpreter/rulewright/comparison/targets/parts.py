"""From the rows of games to what a measure is made of: values of each game, of which the mean counts.

A measure may have several parts, of which the largest or the smallest mean counts: each two seats, each option.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import sqrt
from statistics import fmean

from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.questions import Knows, round_phase
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.arena.deals import pairs_of_deals
from rulewright.comparison.statistics.intervals import beta_cdf, student_p
from rulewright.engine.scoring import win_shares
from rulewright.source import targets as t


@dataclass(frozen=True)
class Part:
    """Values of games or of deals; `percent`: they are parts of 1, or differences of such. `name`: of what they are.

    `games`: the games whose values they are; of deals none.
    """

    values: Sequence[float]
    percent: bool
    games: Sequence[GameRow] = ()
    name: str = ""

    @cached_property
    def mean(self) -> float:
        """The mean of the values."""
        return fmean(self.values)

    @cached_property
    def squares(self) -> float:
        """The sum of the squared differences from the mean."""
        return sum((value - self.mean) ** 2 for value in self.values)

    @cached_property
    def counted(self) -> int:
        """How many values are yes; -1 where values are not yes or no."""
        return int(sum(self.values)) if self.percent and all(value in (0, 1) for value in self.values) else -1

    def p_above(self, limit: float) -> float:
        """Return how likely such a large mean, or a larger one, is if the true one is not above a limit."""
        if self.counted < 0:
            return self._one_sided(limit)
        return beta_cdf(limit, self.counted, len(self.values) - self.counted + 1) if self.counted else 1.0

    def p_below(self, limit: float) -> float:
        """Return how likely such a small mean, or a smaller one, is if the true one is not below a limit."""
        if self.counted < 0:
            return 1 - self._one_sided(limit)
        others = len(self.values) - self.counted
        return beta_cdf(1 - limit, others, self.counted + 1) if others else 1.0

    def _one_sided(self, limit: float) -> float:
        """Return the p-value of Student's test; shares get a pair of either direction, as their intervals do."""
        number, added = len(self.values), 2 if self.percent else 0
        gap = (self.mean - limit) * number / (number + added)
        squares = self.squares + number * (self.mean - limit - gap) ** 2 + added * (1 + gap**2)
        if squares < 1e-12:  # numbers that are all alike: a sign test
            return 0.5**number if gap > 0 else 1 - 0.5**number if gap < 0 else 0.5
        error = sqrt(squares / (number + added - 1) / (number + added))
        half = student_p(gap / error, number - 1) / 2
        return half if gap > 0 else 1 - half


def parts_of(target: t.Target, stage: Stage, rows: Sequence[GameRow], knows: Knows) -> list[Part]:
    """Return the parts of what a target is about; none where the rules, or too few games, have no such thing."""
    if target.measure == t.UNFINISHED:
        return [Part([float(not row.is_whole) for row in rows], True, rows)]
    if target.measure == t.ABOVE:
        return _above(stage, rows, len(knows.seats))
    whole = [row for row in rows if row.is_whole and (row.course or not needs_course(target))]
    return [part for part in MEASURED[target.measure](target, whole, knows) if len(part.values) > 1]


def needs_course(target: t.Target) -> bool:
    """Whether a target is about how games go; how they end does for others."""
    return t.DECISIONS not in (target.measure, target.unit) and target.measure not in (t.SPREAD, t.UNFINISHED, t.ABOVE)


def _above(stage: Stage, rows: Sequence[GameRow], seats: int) -> list[Part]:
    shares = [above / pairs for above, pairs in pairs_of_deals(stage.schedule(seats), rows, 1, 0)[0]]
    return [Part(shares, True)] if len(shares) > 1 else []


def _lengths(target: t.Target, rows: Sequence[GameRow], knows: Knows) -> Iterator[Part]:
    unit = target.unit or target.measure
    lengths = rounds_of(rows) if unit == t.ROUNDS else [sum(row.record.decisions) for row in rows]
    if not target.unit:
        yield Part(lengths, False, rows)
    elif target.measure == t.UNDER:
        yield Part([float(length < target.bound) for length in lengths], True, rows)
    else:
        yield Part([float(length > target.bound) for length in lengths], True, rows)


def rounds_of(rows: Sequence[GameRow]) -> list[int]:
    """Return how many rounds each game took: runs of the outermost phase that runs again, or else laps."""
    courses = [row.course[0] for row in rows]
    phase = round_phase(courses)
    return [course.runs.get(phase, 0) if phase else course.laps for course in courses]


def _seat_spread(target: t.Target, rows: Sequence[GameRow], knows: Knows) -> Iterator[Part]:
    if all(len(set(row.sides)) == 1 for row in rows):
        return
    shares = [win_shares(row.record.ranking, row.record.sides) for row in rows]
    for one, other in permutations(range(len(knows.seats)), 2):
        more = [share.get(one, 0.0) - share.get(other, 0.0) for share in shares]
        yield Part(more, True, rows, f"{knows.seats[one]} beside {knows.seats[other]}")


def _rarest(target: t.Target, rows: Sequence[GameRow], knows: Knows) -> Iterator[Part]:
    for option in dict.fromkeys(knows.options):
        yield Part([float(option in row.course[0].used) for row in rows], True, rows, option)


def _of_course(target: t.Target, rows: Sequence[GameRow], knows: Knows) -> Iterator[Part]:
    scored = any(row.course[0].scored for row in rows)
    won = [row for row in rows if row.course[0].won_alone and scored]
    match target.measure:
        case t.WAIT if len(knows.seats) > 1:
            yield Part([max(row.course[0].waits) for row in rows], False, rows)
        case t.CHANGES if scored:
            yield Part([row.course[0].changes for row in rows], False, rows)
        case t.BEHIND:
            yield Part([float(row.course[0].half < 0) for row in won], True, won)
        case t.OPEN:
            yield Part([row.course[0].settled for row in won], True, won)


MEASURED: dict[str, Callable[[t.Target, Sequence[GameRow], Knows], Iterator[Part]]] = {
    t.ROUNDS: _lengths, t.DECISIONS: _lengths, t.UNDER: _lengths, t.OVER: _lengths, t.SPREAD: _seat_spread,
    t.RAREST: _rarest, t.WAIT: _of_course, t.CHANGES: _of_course, t.BEHIND: _of_course, t.OPEN: _of_course,
}  # fmt: skip
