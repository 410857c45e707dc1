"""Numbers of the rules with the values that they are tried with, and all combinations of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

MOST_SETTINGS = 1000
"""The most combinations of values."""
_PART = re.compile(r"(-?[0-9]{1,9})(?:\.\.(-?[0-9]{1,9}))?")

Setting = tuple[tuple[str, int], ...]
"""Numbers by name with the values that they are given."""


class Swept(NamedTuple):
    """A number of the rules, by the name of a setting, and the values that it is tried with."""

    name: str
    values: tuple[int, ...]


def typed_values(text: str) -> tuple[int, ...]:
    """Return the values that a text lists, as `3..12` or `3,4,5`; raises `ValueError` with what is wrong."""
    found: list[int] = []
    for part in text.split(","):
        numbers = _PART.fullmatch(part.strip())
        if numbers is None:
            raise ValueError(f'"{part.strip()}" is neither a whole number nor a range: write 5, or 3..12, or 3,4,5')
        first, last = int(numbers[1]), int(numbers[2] or numbers[1])
        if last < first:
            raise ValueError(f"{part.strip()} begins with the larger number: write {last}..{first}")
        if last - first >= MOST_SETTINGS:
            raise ValueError(f"{part.strip()} are {last - first + 1:,} values, and at most {MOST_SETTINGS:,} are tried")
        found += range(first, last + 1)
    twice = [value for at, value in enumerate(found) if value in found[:at]]
    if twice:
        raise ValueError(f"{twice[0]} stands there twice")
    return tuple(found)


def combinations(swept: Sequence[Swept]) -> list[Setting]:
    """Return every combination of values, the last number changing fastest."""
    names = [one.name for one in swept]
    return [tuple(zip(names, values, strict=True)) for values in product(*(one.values for one in swept))]
