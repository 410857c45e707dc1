"""Games of two rulesets by the same numbers, summed up game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from rulewright.playtest.game import Record
from rulewright.playtest.summary import Summary, together


@dataclass(frozen=True, slots=True)
class Difference:
    """How much more there is on average, and within what that is sure: twice its standard error."""

    mean: float
    margin: float


def points(before: Sequence[Record], after: Sequence[Record]) -> Difference:
    """Return the difference in points a player."""
    return _difference([(_each(a.totals), _each(b.totals)) for b, a in _both(before, after)])


def length(before: Sequence[Record], after: Sequence[Record]) -> Difference:
    """Return the difference in decisions a game."""
    return _difference([(float(sum(a.decisions)), float(sum(b.decisions))) for b, a in _both(before, after)])


def summed(records: Sequence[Record], seats: int) -> Summary:
    """Return the summary of some games."""
    summary = Summary(seats)
    for record in records:
        summary.add(record)
    return summary


def points_each(summary: Summary) -> float:
    """Return the points a player."""
    return together(summary.points).mean


def _both(before: Sequence[Record], after: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Return the games that came to their end under both."""
    whole = {record.game: record for record in before if not record.failure}
    return [(whole[record.game], record) for record in after if record.game in whole and not record.failure]


def _each(totals: Sequence[int]) -> float:
    return sum(totals) / len(totals)


def _difference(pairs: Sequence[tuple[float, float]]) -> Difference:
    if not pairs:
        return Difference(0.0, 0.0)
    more = [after - before for after, before in pairs]
    mean = sum(more) / len(more)
    spread = sqrt(sum((one - mean) ** 2 for one in more) / max(1, len(more) - 1))
    return Difference(mean, 2 * spread / sqrt(len(more)))
