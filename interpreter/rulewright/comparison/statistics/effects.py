"""Effects: a number under two rulesets, judged with all others of a comparison, and how many games one needs.

Games come in pairs with the same number, so the statistic is the difference within each pair.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt
from statistics import NormalDist, fmean, stdev
from typing import TypeVar

from rulewright.comparison.statistics.intervals import (
    LESS,
    MORE,
    SURE,
    UNDECIDED,
    Finding,
    Interval,
    difference_in_pairs,
    estimate_share,
    mean_interval,
    verdicts,
)
from rulewright.playtest.game import Record

SEEN = 0.8
"""The statistical power for which `pairs_for` counts pairs."""

SMALL, SMALL_SHARE = 0.2, 0.05
"""Differences up to these are practically none: in standard deviations of single games (Cohen's small effect), and in
shares of the games."""

Name = TypeVar("Name")


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """The mean of a number over the games of one ruleset, with its confidence interval."""

    mean: float
    within: Interval


@dataclass(frozen=True, slots=True)
class Effect:
    """A number under both rulesets. `size` is the difference in standard deviations of single games.

    `a` or `b` is None where that ruleset does not have the number. Up to `margin` a difference is practically none.
    """

    a: MeanInterval | None
    b: MeanInterval | None
    difference: float
    within: Interval
    size: float
    spread: float
    """The standard deviation of the differences within pairs."""
    pairs: int
    p: float = 1.0
    margin: float = 0.0
    verdict: str = UNDECIDED

    @property
    def is_clear(self) -> bool:
        """Whether there is more or less of it."""
        return self.verdict in (MORE, LESS)

    @property
    def is_no_loss(self) -> bool:
        """Whether there is clearly as much of it, up to practically nothing, if not more."""
        return self.within[0] >= -self.margin and _finding(self).has_enough_pairs

    @property
    def is_alike(self) -> bool:
        """Whether the number was the same in both games of every pair."""
        return not self.difference and not self.spread


def paired_effect(a: Sequence[float], b: Sequence[float], share: bool = False) -> Effect:
    """Compare two rulesets in the numbers of the same games; `share` means numbers from 0 to 1."""
    more = [after - before for before, after in zip(a, b, strict=True)]
    both = sqrt((_standard_deviation(a) ** 2 + _standard_deviation(b) ** 2) / 2)
    gap = fmean(more) if more else 0.0
    within, p = difference_in_pairs(more, share)
    size = gap / both if both else 0.0
    means, margin = [_mean_of(numbers, share) for numbers in (a, b)], SMALL_SHARE if share else SMALL * both
    one = Effect(means[0], means[1], gap, within, size, _standard_deviation(more), len(more), p, margin)
    return judged({"": one})[""]


def judged(effects: Mapping[Name, Effect]) -> dict[Name, Effect]:
    """Return effects with verdicts that take into account how many of them there are."""
    both = {name: one for name, one in effects.items() if one.a and one.b}
    found = verdicts(map(_finding, both.values()))
    named = dict(zip(both, found, strict=True))
    return {name: replace(one, verdict=named.get(name, UNDECIDED)) for name, one in effects.items()}


def _finding(one: Effect) -> Finding:
    return Finding(one.within, one.p, one.pairs, one.margin)


def points_effect(before: Sequence[Record], after: Sequence[Record]) -> Effect:
    """Return the difference in points a player between games of equal numbers."""
    return _effect_on_games(before, after, lambda record: sum(record.totals) / len(record.totals))


def length_effect(before: Sequence[Record], after: Sequence[Record]) -> Effect:
    """Return the difference in decisions a game between games of equal numbers."""
    return _effect_on_games(before, after, lambda record: float(sum(record.decisions)))


def _effect_on_games(before: Sequence[Record], after: Sequence[Record], number_of: Callable[[Record], float]) -> Effect:
    """Return the effect on a number of those games that came to their end under both."""
    whole = {record.game: record for record in before if not record.failure}
    later = [record for record in after if record.game in whole and not record.failure]
    return paired_effect([number_of(whole[record.game]) for record in later], [number_of(record) for record in later])


def one_sided_effect(numbers: Sequence[float], in_b: bool, share: bool = False) -> Effect:
    """Return the effect on a number that only one of the rulesets has."""
    known = _mean_of(numbers, share)
    there = known.mean if in_b else -known.mean
    within = known.within if in_b else (-known.within[1], -known.within[0])
    return Effect(None if in_b else known, known if in_b else None, there, within, 0.0, 0.0, len(numbers))


def _mean_of(numbers: Sequence[float], share: bool) -> MeanInterval:
    if not numbers:
        return MeanInterval(0.0, (0.0, 0.0))
    within = estimate_share([(one, 1.0) for one in numbers], 0).within if share else mean_interval(numbers)
    return MeanInterval(fmean(numbers), within)


def pairs_for(difference: float, spread: float) -> int:
    """Return how many pairs of games detect a difference with a power of 80 %."""
    if not difference:
        return 0
    needed = (NormalDist().inv_cdf((1 + SURE) / 2) + NormalDist().inv_cdf(SEEN)) * spread / difference
    return max(2, ceil(needed * needed))


def _standard_deviation(numbers: Sequence[float]) -> float:
    return stdev(numbers) if len(numbers) > 1 else 0.0
