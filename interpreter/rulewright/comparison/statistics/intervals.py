"""Confidence intervals that hold for few games, the p-values that belong to them, and verdicts on many rows at once.

- A share of games that are won or lost: Blaker's exact interval (Canadian Journal of Statistics 28, 2000). It contains
  the true share in at least 95 of 100 samples of every size, and is narrower than that of Clopper and Pearson.
- A share where wins are shared, or games depend on each other: two wins and two losses are added (Agresti and Coull,
  American Statistician 52, 1998), with Student's quantile, which few games need.
- The difference of two shares in pairs: a pair is added for each direction (Bonett and Price, Journal of Educational
  and Behavioral Statistics 37, 2012), again with Student's quantile.
- Means and their differences in pairs: Student's interval, widened on one side by the correction for skewness
  (Johnson, Journal of the American Statistical Association 73, 1978; Hall, Annals of Statistics 11, 1983).

`tests/compare/test_coverage_of_intervals.py` simulates how often each of them contains the truth.

Verdicts hold the share of false marks at 5 % of all marks (Benjamini and Hochberg, Journal of the Royal Statistical
Society B 57, 1995): a comparison is a list of suspects, in which Holm's stricter rule would hide too much. It holds
for rows that depend on each other positively, as the numbers of the same games do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, exp, floor, lgamma, log, log1p, sqrt
from statistics import fmean, stdev

SURE = 0.95
"""The confidence level of intervals."""

FEWEST_PAIRS = 10
"""With fewer pairs of games every row is undecided."""

ALIKE_PAIRS = 59
"""So many equal pairs show that at least 95 % of all pairs are equal (0.95 to the power of 59 is below 5 %)."""

Interval = tuple[float, float]

DealPart = tuple[float, float]
"""What a deal adds to the numerator and to the denominator."""


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


# -- shares


def estimate_share(parts: Sequence[DealPart], games: int) -> Estimate:
    """Return a share of games from 0 to 1."""
    above, below = (sum(part[at] for part in parts) for at in (0, 1))
    if all(part in ((0, 1), (1, 1)) for part in parts):
        return Estimate(above / below, share_interval(above, len(parts)), games)
    size = below / len(parts)
    low, high = _ratio_interval([*parts, *[(size, size)] * 2, *[(0.0, size)] * 2], len(parts) - 1)
    return Estimate(above / below, (max(0.0, low), min(1.0, high)), games)


def estimate_mean(parts: Sequence[DealPart], games: int) -> Estimate:
    """Return a mean."""
    return Estimate(ratio_with_variance(parts)[0], _ratio_interval(parts, len(parts) - 1), games)


def share_interval(won: float, games: int) -> Interval:
    """Return the interval of a share of independent games; shared wins make it wider than it had to be."""
    return _lower_limit(floor(won), games), 1 - _lower_limit(games - ceil(won), games)


@cache
def _lower_limit(won: int, games: int) -> float:
    """Return Blaker's lower limit, which lies between that of Clopper and Pearson and the share itself."""
    if not won:
        return 0.0
    first = root_of(lambda share: beta_cdf(share, won, games - won + 1) - (1 - SURE) / 2, won / games)
    return root_of(lambda share: _acceptability(won, games, share) - (1 - SURE), won / games, first)


def _acceptability(won: int, games: int, share: float) -> float:
    """Return the probability of at least this many wins, plus that of the lower tail which is no more likely."""
    upper, at = beta_cdf(share, won, games - won + 1), max(-1, min(won - 1, int(2 * games * share) - won))
    lower = 1 - beta_cdf(share, at + 1, games - at) if at >= 0 else 0.0
    while at >= 0 and lower > upper:
        lower, at = lower - _binomial(at, games, share), at - 1
    while at + 1 < won and (more := lower + _binomial(at + 1, games, share)) <= upper:
        lower, at = more, at + 1
    return upper + max(0.0, lower)


def _binomial(won: int, games: int, share: float) -> float:
    ways = lgamma(games + 1) - lgamma(won + 1) - lgamma(games - won + 1)
    return exp(ways + won * log(share) + (games - won) * log1p(-share))


# -- means and differences


def mean_interval(numbers: Sequence[float]) -> Interval:
    """Return the interval of a mean; a point where all numbers are equal."""
    count, middle = len(numbers), fmean(numbers) if numbers else 0.0
    spread = stdev(numbers) if count > 1 else 0.0
    if not spread:
        return middle, middle
    quantile = student_quantile(count - 1)
    half, lean = quantile * spread / sqrt(count), 0.0
    if count > 2:
        third = sum((number - middle) ** 3 for number in numbers) * count / ((count - 1) * (count - 2))
        lean = third / spread**2 * (1 + 2 * quantile**2) / (6 * count)
    return middle - half + min(0.0, lean), middle + half + max(0.0, lean)


def difference_in_pairs(more: Sequence[float], share: bool = False) -> tuple[Interval, float]:
    """Return the interval of the mean of differences within pairs, and the p-value of no difference."""
    if not more:
        return (0.0, 0.0), 1.0
    if share:
        parts = [(one, 1.0) for one in (*more, 1.0, -1.0)]
        low, high = _ratio_interval(parts, len(more) - 1)
        return (max(-1.0, low), min(1.0, high)), p_value((low, high), len(more) - 1)
    if len(set(more)) == 1:  # a sign test
        return (more[0], more[0]), 2 * 0.5 ** len(more) if more[0] and len(more) > 1 else 1.0
    error = stdev(more) / sqrt(len(more))
    return mean_interval(more), student_p(fmean(more) / error, len(more) - 1)


def ratio_with_variance(parts: Sequence[DealPart]) -> tuple[float, float]:
    """Return a ratio of sums and its variance, by linearisation; 0 where there is a single deal."""
    below = sum(part[1] for part in parts)
    value = sum(part[0] for part in parts) / below
    if len(parts) < 2:
        return value, 0.0
    rest = sum((above - value * under) ** 2 for above, under in parts)
    return value, rest * len(parts) / (len(parts) - 1) / below**2


def _ratio_interval(parts: Sequence[DealPart], freedom: int) -> Interval:
    value, variance = ratio_with_variance(parts)
    half = student_quantile(freedom) * sqrt(variance)
    return value - half, value + half


# -- verdicts

MORE, LESS, SAME, UNDECIDED = "more", "less", "practically the same", "undecided"


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference to be judged: its interval, its p-value, its pairs, and up to where it makes no practical odds."""

    within: Interval
    p: float
    pairs: int
    margin: float

    @property
    def has_enough_pairs(self) -> bool:
        """Whether anything is said of it: more pairs are needed where all of them were alike."""
        low, high = self.within
        return self.pairs >= (FEWEST_PAIRS if low or high else ALIKE_PAIRS)


def verdicts(findings: Iterable[Finding]) -> list[str]:
    """Return a verdict for each row of a list, with the share of false marks held at 5 %."""
    listed = list(findings)
    limit = held_limit([one.p for one in listed if one.pairs >= FEWEST_PAIRS])
    return [_verdict(one, limit) for one in listed]


def held_limit(found: Sequence[float]) -> float:
    """Return up to which of some p-values marks may be set, so that 5 % of all marks are false; below 0 for none."""
    held = [p for at, p in enumerate(sorted(found), 1) if p <= at * (1 - SURE) / len(found)]
    return max(held, default=-1.0)


def _verdict(one: Finding, limit: float) -> str:
    low, high = one.within
    if not one.has_enough_pairs:
        return UNDECIDED
    if -one.margin <= low and high <= one.margin:
        return SAME
    if one.p > limit or low <= 0 <= high:
        return UNDECIDED
    return MORE if low > 0 else LESS


# -- distributions


def p_value(within: Interval, freedom: int) -> float:
    """Return the p-value of 0 for a symmetric interval with Student's quantile."""
    low, high = within
    half = (high - low) / 2
    return student_p((low + high) / 2 / half * student_quantile(freedom), freedom) if half and freedom else 1.0


@cache
def student_quantile(freedom: int) -> float:
    """Return the two-sided 95% quantile of Student's distribution; of a single deal that of two."""
    return -root_of(lambda minus: student_p(minus, max(1, freedom)) - (1 - SURE), 0.0, -13.0)


def student_p(t: float, freedom: int) -> float:
    """Return how likely a number at least as far from 0 is under Student's distribution."""
    return beta_cdf(freedom / (freedom + t * t), freedom / 2, 0.5)


def beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction (NIST Handbook, 8.17.22)."""
    if not 0 < x < 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - beta_cdf(1 - x, b, a)
    factor = exp(a * log(x) + b * log1p(-x) + lgamma(a + b) - lgamma(a) - lgamma(b)) / a
    c, d, step, m = 1.0, 1 / (1 - (a + b) * x / (a + 1)), 0.0, 0
    fraction = d
    while abs(step - 1) > 1e-12:
        m += 1
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            c, d = 1 + term / c, 1 / (1 + term * d)
            step = c * d
            fraction *= step
    return factor * fraction


def root_of(rising: Callable[[float], float], high: float, low: float = 0.0) -> float:
    """Return where a function that rises from below 0 is 0, from below, to nine decimals."""
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return low
