"""Numbers as drawings: intervals on one axis, and histograms, in the units of an SVG view box."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH, EDGE = 240, 12
"""The width of a drawing, and the margin left and right."""

TALL = 60
"""The height of the bars of a histogram."""

BARS = 24
"""Most bars of a histogram."""


class Tick(NamedTuple):
    """A number on an axis: where, and how it reads."""

    at: float
    text: str


class Interval(NamedTuple):
    """A mean and its interval on an axis; `label` says it in words."""

    label: str
    low: float
    mean: float
    high: float


class Axis(NamedTuple):
    """A straight scale from one number to another, with round numbers on it."""

    low: float
    high: float
    ticks: tuple[Tick, ...]

    def at(self, value: float) -> float:
        """Return where a number lies; what is off the scale lies at its end."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return round(EDGE + share * (WIDTH - 2 * EDGE), 1)

    def drawn(self, label: str, mean: float, within: tuple[float, float]) -> Interval:
        """Return a mean and its interval on this axis."""
        return Interval(label, self.at(within[0]), self.at(mean), self.at(within[1]))


class Bar(NamedTuple):
    """A bar of a histogram: from where to where, how high, what it stands for."""

    at: float
    width: float
    height: float
    label: str


class Histogram(NamedTuple):
    """How often numbers occur under two rulesets, on one axis; under one of them where the other has none."""

    axis: Axis
    bars: tuple[tuple[Bar, ...], tuple[Bar, ...]]


def symmetric(values: Iterable[float], percent: bool = False) -> Axis:
    """Return an axis around 0 that holds all values."""
    most = max((abs(value) for value in values), default=0.0) or 1.0
    return _rounded_axis(-most, most, percent, 4)


def spanning(values: Iterable[float], percent: bool = False) -> Axis:
    """Return an axis from the least of some values to the greatest."""
    known = list(values) or [0.0]
    low, high = min(known), max(known)
    return _rounded_axis(low, high if high > low else low + 1, percent, 6)


def _rounded_axis(low: float, high: float, percent: bool, parts: int) -> Axis:
    step = _round_step((high - low) / parts)
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    bare = Axis(first * step, last * step, ())
    numbers = [number * step for number in range(first, last + 1)]
    texts = [f"{100 * number:g}%" if percent else f"{number:g}" for number in numbers]
    ticks = tuple(Tick(bare.at(number), text) for number, text in zip(numbers, texts, strict=True))
    return bare._replace(ticks=ticks)


def _round_step(step: float) -> float:
    """Return the smallest round number, 1, 2 or 5 with zeros, that is at least a step."""
    size = 10.0 ** floor(log10(step))
    return float(next(factor * size for factor in (1, 2, 5, 10) if factor * size >= step * (1 - 1e-9)))


def histogram(a: Sequence[float], b: Sequence[float]) -> Histogram:
    """Return how often numbers occur on both sides, in shares of each side."""
    axis = spanning([*a, *b])
    width = max(1.0, ceil((axis.high - axis.low) / BARS))
    shares = [_shares_of(numbers, axis.low, width) for numbers in (a, b)]
    most = max((share for side in shares for share in side.values()), default=1.0)
    first, second = (tuple(_histogram_bars(side, axis, width, most)) for side in shares)
    return Histogram(axis, (first, second))


def _shares_of(numbers: Sequence[float], low: float, width: float) -> dict[int, float]:
    counts = Counter(int((number - low) // width) for number in numbers)
    return {at: count / len(numbers) for at, count in counts.items()}


def _histogram_bars(shares: dict[int, float], axis: Axis, width: float, most: float) -> Iterable[Bar]:
    for at, share in sorted(shares.items()):
        low = axis.low + at * width
        left, right = axis.at(low), axis.at(low + width)
        named = f"{low:g}" if width == 1 else f"{low:g} to {low + width - 1:g}"
        yield Bar(left, round(right - left, 1), round(TALL * share / most, 1), f"{named}: {100 * share:.0f}%")
