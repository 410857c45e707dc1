"""How many mutants were caught, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt


def share_caught(verdicts: Iterable[str]) -> float:
    """Return which share of some mutants was caught."""
    caught = [verdict.startswith("caught") for verdict in verdicts]
    return sum(caught) / len(caught)


def interval(caught: int, number: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson)."""
    share, z = caught / number, 1.96
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    around = z * sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    return middle - around, middle + around
