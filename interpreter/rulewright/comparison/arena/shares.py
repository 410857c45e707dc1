"""Shares and means over deals, with 95% intervals.

A share is a ratio of two sums over deals, so games of one deal may depend on each other in any way. Its interval is
Wilson's, with the number of independent games that would have the same variance (Kish's design effect), and a quantile
of Student's distribution because that variance is itself estimated from the deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt

from rulewright.comparison.statistics.effects import Interval, quantile, wilson

Part = tuple[float, float]
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


def share(parts: Sequence[Part], games: int) -> Estimate:
    """Return a share of games from 0 to 1."""
    value, variance = ratio(parts)
    independent = sum(below for _, below in parts)
    if 0 < value < 1 and len(parts) > 1:
        independent = value * (1 - value) / variance if variance > 0 else inf
    return Estimate(value, wilson(value, independent, student(len(parts) - 1)), games)


def average(parts: Sequence[Part], games: int) -> Estimate:
    """Return a mean."""
    value, variance = ratio(parts)
    half = student(len(parts) - 1) * sqrt(variance)
    return Estimate(value, (value - half, value + half), games)


def ratio(parts: Sequence[Part]) -> tuple[float, float]:
    """Return a ratio of sums and its variance, by linearisation; 0 where there is a single deal."""
    below = sum(part[1] for part in parts)
    value = sum(part[0] for part in parts) / below
    if len(parts) < 2:
        return value, 0.0
    rest = sum((above - value * under) ** 2 for above, under in parts)
    return value, rest * len(parts) / (len(parts) - 1) / below**2


def student(freedom: int) -> float:
    """Return the two-sided 95% quantile of Student's distribution, expanded (Abramowitz and Stegun, 26.7.5)."""
    if freedom < 2:
        return ONE_DEGREE
    z, n = quantile(), float(freedom)
    first, second = (z**3 + z) / (4 * n), (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    return z + first + second + third
