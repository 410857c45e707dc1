"""Figures of answers: shares and means of games with intervals, and verdicts on those that an even game would have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, stdev

from rulewright.comparison.answers.model import Figure
from rulewright.comparison.statistics.effects import SMALL_SHARE, pairs_for
from rulewright.comparison.statistics.intervals import (
    FEWEST_PAIRS,
    UNDECIDED,
    Estimate,
    Finding,
    difference_in_pairs,
    estimate_share,
    mean_interval,
    verdicts,
)

FEWEST_GAMES = FEWEST_PAIRS
"""With fewer games than this nothing is said."""


def mean_figure(name: str, numbers: Sequence[float]) -> Figure:
    """Return the mean of a number of each game."""
    return Figure(name, Estimate(fmean(numbers), mean_interval(numbers), len(numbers)))


def share_figure(name: str, numbers: Sequence[float], even: float = 0.0) -> Figure:
    """Return the share of games for which something holds, or of what each game divides."""
    return Figure(name, estimate_share([(one, 1.0) for one in numbers], len(numbers)), True, even=even)


def judged_shares(numbers: Mapping[str, Sequence[float]], even: float) -> list[Figure]:
    """Return shares with verdicts beside an even one, held together."""
    more = {name: [one - even for one in each] for name, each in numbers.items()}
    findings = [
        Finding(*difference_in_pairs(each, share=True), len(each), SMALL_SHARE) for each in more.values()
    ]  # fmt: skip
    return [
        Figure(
            name, share_figure(name, numbers[name]).estimate, True, verdict, even,
            pairs_for(fmean(each), stdev(each)) if verdict == UNDECIDED and len(each) > 1 else 0,
        )
        for (name, each), verdict in zip(more.items(), verdicts(findings), strict=True)
    ]  # fmt: skip
