"""Paired statistics of the games that `simulate` plays: points and length under two rulesets."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.comparison.statistics.effects import Effect, paired_effect
from rulewright.playtest.game import Record


def points_effect(before: Sequence[Record], after: Sequence[Record]) -> Effect:
    """Return the difference in points a player."""
    return _effect_of_pairs(
        [(_points_a_player(b.totals), _points_a_player(a.totals)) for b, a in _finished_pairs(before, after)]
    )


def length_effect(before: Sequence[Record], after: Sequence[Record]) -> Effect:
    """Return the difference in decisions a game."""
    return _effect_of_pairs(
        [(float(sum(b.decisions)), float(sum(a.decisions))) for b, a in _finished_pairs(before, after)]
    )


def _finished_pairs(before: Sequence[Record], after: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Return the games that came to their end under both."""
    whole = {record.game: record for record in before if not record.failure}
    return [(whole[record.game], record) for record in after if record.game in whole and not record.failure]


def _points_a_player(totals: Sequence[int]) -> float:
    return sum(totals) / len(totals)


def _effect_of_pairs(pairs: Sequence[tuple[float, float]]) -> Effect:
    return paired_effect([before for before, _ in pairs], [after for _, after in pairs])
