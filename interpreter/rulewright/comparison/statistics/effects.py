"""Paired effect sizes with confidence intervals, and the number of games that a difference needs.

Games come in pairs with the same number, so the statistic is the difference within each pair. Intervals are 95%
intervals under a normal approximation, which is adequate from about 30 pairs on; shares of a single ruleset use
Wilson's interval.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, inf, sqrt
from statistics import NormalDist, fmean, stdev

from rulewright.playtest.game import Record

SURE, SEEN = 0.95, 0.8
"""The confidence level of intervals, and the statistical power for which `pairs_for` counts pairs."""

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MeanInterval:
    """The mean of a number over the games of one ruleset, with its confidence interval."""

    mean: float
    within: Interval


@dataclass(frozen=True, slots=True)
class Effect:
    """A number under both rulesets. `size` is the difference in standard deviations of single games.

    `a` or `b` is None where that ruleset does not have the number.
    """

    a: MeanInterval | None
    b: MeanInterval | None
    difference: float
    within: Interval
    size: float
    spread: float
    """The standard deviation of the differences within pairs."""
    pairs: int

    @property
    def is_clear(self) -> bool:
        """Whether the confidence interval of the difference excludes zero."""
        return self.pairs > 1 and not self.within[0] <= 0 <= self.within[1]


def paired_effect(a: Sequence[float], b: Sequence[float], share: bool = False) -> Effect:
    """Compare two rulesets in the numbers of the same games; `share` means numbers from 0 to 1."""
    more = [after - before for before, after in zip(a, b, strict=True)]
    both = sqrt((_standard_deviation(a) ** 2 + _standard_deviation(b) ** 2) / 2)
    gap = fmean(more) if more else 0.0
    within = normal_interval(more)
    size = gap / both if both else 0.0
    return Effect(
        mean_interval(a, share), mean_interval(b, share), gap, within, size, _standard_deviation(more), len(more)
    )


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
    known = mean_interval(numbers, share)
    there = known.mean if in_b else -known.mean
    within = known.within if in_b else (-known.within[1], -known.within[0])
    return Effect(None if in_b else known, known if in_b else None, there, within, 0.0, 0.0, len(numbers))


def mean_interval(numbers: Sequence[float], share: bool = False) -> MeanInterval:
    """Return the mean of some numbers with its interval."""
    if not numbers:
        return MeanInterval(0.0, (0.0, 0.0))
    middle = fmean(numbers)
    return MeanInterval(middle, wilson_interval(middle, len(numbers)) if share else normal_interval(numbers))


def normal_interval(numbers: Sequence[float]) -> Interval:
    """Return the confidence interval of a mean under a normal approximation."""
    if not numbers:
        return 0.0, 0.0
    middle, half = fmean(numbers), normal_quantile() * _standard_deviation(numbers) / sqrt(len(numbers))
    return middle - half, middle + half


def wilson_interval(share: float, games: float, z: float | None = None) -> Interval:
    """Return the confidence interval of a proportion of games, after Wilson (1927); `z` is a quantile."""
    z = normal_quantile() if z is None else z
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def pairs_for(difference: float, spread: float) -> int:
    """Return how many pairs of games detect a difference with a power of 80 %."""
    if not difference:
        return 0
    needed = (normal_quantile() + NormalDist().inv_cdf(SEEN)) * spread / difference
    return max(2, ceil(needed * needed))


def normal_quantile() -> float:
    """Return the two-sided normal quantile of an interval."""
    return NormalDist().inv_cdf((1 + SURE) / 2)


def _standard_deviation(numbers: Sequence[float]) -> float:
    return stdev(numbers) if len(numbers) > 1 else 0.0


DealPart = tuple[float, float]
"""What a deal adds to the numerator and to the denominator."""

ONE_DEGREE = 12.706
"""The two-sided 95% quantile for one degree of freedom, also used where there is a single deal."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval, from a number of games."""

    value: float
    within: Interval
    games: int

    @property
    def half_width(self) -> float:
        """Half the width of the interval."""
        return (self.within[1] - self.within[0]) / 2


def estimate_share(parts: Sequence[DealPart], games: int) -> Estimate:
    """Return a share of games from 0 to 1."""
    value, variance = ratio_with_variance(parts)
    independent = sum(below for _, below in parts)
    if 0 < value < 1 and len(parts) > 1:
        independent = value * (1 - value) / variance if variance > 0 else inf
    return Estimate(value, wilson_interval(value, independent, student_quantile(len(parts) - 1)), games)


def estimate_mean(parts: Sequence[DealPart], games: int) -> Estimate:
    """Return a mean."""
    value, variance = ratio_with_variance(parts)
    half = student_quantile(len(parts) - 1) * sqrt(variance)
    return Estimate(value, (value - half, value + half), games)


def ratio_with_variance(parts: Sequence[DealPart]) -> tuple[float, float]:
    """Return a ratio of sums and its variance, by linearisation; 0 where there is a single deal."""
    below = sum(part[1] for part in parts)
    value = sum(part[0] for part in parts) / below
    if len(parts) < 2:
        return value, 0.0
    rest = sum((above - value * under) ** 2 for above, under in parts)
    return value, rest * len(parts) / (len(parts) - 1) / below**2


def student_quantile(freedom: int) -> float:
    """Return the two-sided 95% quantile of Student's distribution, expanded (Abramowitz and Stegun, 26.7.5)."""
    if freedom < 2:
        return ONE_DEGREE
    z, n = normal_quantile(), float(freedom)
    first, second = (z**3 + z) / (4 * n), (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return z + first + second + third
