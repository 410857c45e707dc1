"""Intervals of strengths by a bootstrap over deals.

Deals get random weights (Rubin's Bayesian bootstrap, which is smoother than drawing deals with replacement), and one
step of Newton's method leads from the strengths that fit all deals to those that fit the weighted ones. The prior has
weights like a deal, so a kind that never loses has a wide interval instead of none. With few deals the interval is
wider than the percentiles of the bootstrap, by Student's distribution (Hesterberg's expanded percentiles).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from operator import mul
from random import Random
from statistics import NormalDist, fmean

from rulewright.comparison.arena.deals import Deal
from rulewright.comparison.arena.plackett_luce import RankedTable, Slope, StrengthModel, Vector, newton_step
from rulewright.comparison.statistics.intervals import Interval, student_quantile

SAMPLE_COUNT = 1000
MOST_GROUPS = 200
"""Most independent weights: with more deals, consecutive ones share a weight."""
RATING_POINTS = 400 / log(10)
"""Rating points for a factor e in strength: 400 points are odds of 10 to 1, as in chess."""


@dataclass(frozen=True)
class Strengths:
    """Strengths of kinds, then of seats, in rating points; kinds and seats each have a mean of 0."""

    kinds: int
    fitted: Vector
    samples: list[Vector]
    groups: int

    def interval_of(self, which: int) -> Interval:
        """Return the interval of a strength."""
        more = sqrt((self.groups + 1) / max(1, self.groups - 1))
        tail = NormalDist().cdf(-student_quantile(self.groups - 1) * more)
        ordered = sorted(sample[which] for sample in self.samples)
        return percentile(ordered, tail), percentile(ordered, 1 - tail)

    def probability_above(self, one: int, other: int) -> float:
        """Return how often one strength is above another."""
        return fmean((s[one] > s[other]) + (s[one] == s[other]) / 2 for s in self.samples)


def bootstrap_strengths(deals: Sequence[Deal], kinds: int, seats: int) -> Strengths:
    """Return the strengths after some deals, at least one."""
    counted = [Counter(sorted((game.who, game.ranks) for game in deal)) for deal in deals]
    model = StrengthModel(kinds, seats)
    fitted = model.fit_strengths(sum(counted, Counter[RankedTable]()))
    known = {outcome: model.slope_of(outcome, fitted) for outcome in set().union(*counted)}
    groups = [_total_slope(group, known, model.size) for group in grouped_rankings(counted)]
    parts = [*model.prior_slopes(fitted), *groups]
    first = [[part.first[at] for part in parts] for at in range(model.size)]
    second = [[part.second[at] for part in parts] for at in range(model.size**2)]
    random = Random(len(deals))
    samples = []
    for _ in range(SAMPLE_COUNT):
        weights = random_weights(random, len(parts))
        slope = Slope([_dot_product(weights, row) for row in first], [_dot_product(weights, row) for row in second])
        samples.append([x + d for x, d in zip(fitted, newton_step(slope), strict=True)])
    return Strengths(kinds, _rating_points(fitted, kinds), [_rating_points(one, kinds) for one in samples], len(groups))


def grouped_rankings(counted: Sequence[Counter[RankedTable]]) -> list[Counter[RankedTable]]:
    """Return the rankings of deals, consecutive deals together where there are many."""
    size = -(-len(counted) // MOST_GROUPS)
    return [sum(counted[at : at + size], Counter[RankedTable]()) for at in range(0, len(counted), size)]


def random_weights(random: Random, parts: int) -> Vector:
    """Return random weights with a mean of 1."""
    drawn = [-log(1 - random.random()) for _ in range(parts)]
    mean = fmean(drawn)
    return [one / mean for one in drawn]


def percentile(ordered: Sequence[float], share: float) -> float:
    """Return a percentile of numbers in ascending order, interpolated."""
    at = share * (len(ordered) - 1)
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def _total_slope(outcomes: Counter[RankedTable], known: dict[RankedTable, Slope], size: int) -> Slope:
    total = Slope([0.0] * size, [0.0] * size**2)
    for outcome, count in outcomes.items():
        total.add(known[outcome], count)
    return total


def _dot_product(weights: Vector, numbers: Vector) -> float:
    return sum(map(mul, weights, numbers), 0.0)


def _rating_points(at: Vector, kinds: int) -> Vector:
    of_kinds, of_seats = fmean(at[:kinds]), fmean(at[kinds:])
    return [RATING_POINTS * (x - (of_kinds if which < kinds else of_seats)) for which, x in enumerate(at)]
