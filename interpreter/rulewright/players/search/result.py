"""What a search finds out about the choices at its root."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

RARE_FACTOR = 8
"""What was tried less often than the favourite by this factor is not played by who mixes."""


class StuckError(Exception):
    """The rules fail in almost every world that the seat considers possible."""


@dataclass(frozen=True, slots=True)
class Considered:
    """A choice at the root: how often it was tried, and the sum of its rewards in hundredths of a point.

    `proven`: 1 if it is proven to win, -1 if it is proven to lose.
    """

    code: int
    visits: int
    worth: float
    proven: int = 0

    @property
    def mean(self) -> float:
        """The reward to be expected."""
        return self.worth / self.visits if self.visits else 0.0


def merged_choices(trees: Sequence[Sequence[Considered]]) -> list[Considered]:
    """Add up what several trees found out about the same choices."""
    return [
        Considered(
            row[0].code, sum(one.visits for one in row), sum(one.worth for one in row),
            max((one.proven for one in row), key=abs),
        )
        for row in zip(*trees, strict=True)
    ]  # fmt: skip


def best_of(found: Sequence[Considered]) -> Considered:
    """Return a choice that is proven to win, or the one with the most visits of those that are not proven to lose; of
    equal ones that with the highest mean, then the first."""
    return max(found, key=rank_of)


def drawn_of(found: Sequence[Considered], number: int) -> Considered:
    """Draw a choice with the probabilities of `shares_of`, by a number of 62 bits."""
    shares = shares_of(found)
    left = number * sum(shares) >> 62
    for one, share in zip(found, shares, strict=True):
        left -= share
        if left < 0:
            return one
    return best_of(found)


def shares_of(found: Sequence[Considered]) -> list[int]:
    """Return the visits of choices, without those that were hardly made but for exploration."""
    least = max(one.visits for one in found) // RARE_FACTOR
    return [one.visits if one.visits > least else 0 for one in found]


def rank_of(one: Considered) -> tuple[int, int, float]:
    """Return what choices are ordered by, the best one last."""
    return one.proven, one.visits, one.mean
