"""Paired statistics of the games that `simulate` plays: points and length under two rulesets."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.comparison.statistics.effects import Effect, effect
from rulewright.playtest.game import Record
from rulewright.playtest.summary import Summary, together


def points(before: Sequence[Record], after: Sequence[Record]) -> Effect:
    """Return the difference in points a player."""
    return _effect([(_each(b.totals), _each(a.totals)) for b, a in _both(before, after)])


def length(before: Sequence[Record], after: Sequence[Record]) -> Effect:
    """Return the difference in decisions a game."""
    return _effect([(float(sum(b.decisions)), float(sum(a.decisions))) for b, a in _both(before, after)])


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


def _effect(pairs: Sequence[tuple[float, float]]) -> Effect:
    return effect([before for before, _ in pairs], [after for _, after in pairs])
