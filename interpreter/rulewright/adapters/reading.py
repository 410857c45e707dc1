"""Numbers of vectors as arrays: many are read at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.engine.number_layout import WHOLE_SLOT, NumberSlot, SlotReader

Numbers: TypeAlias = NDArray[np.int64]
NOT_READ = -2
"""Instead of a bit: the number comes from elsewhere."""


def written_number(high: int) -> NumberSlot:
    """Return a number that is written, not read."""
    return NumberSlot("", 0, NOT_READ, high)


def number_array(values: Iterable[int]) -> Numbers:
    """Return numbers as an array."""
    return np.array(list(values), np.int64)


class NumberReader:
    """Takes numbers out of the slots that were read. `written` has by seat those that are always the same for it."""

    def __init__(self, columns: list[NumberSlot], reader: SlotReader, written: list[dict[int, int]]) -> None:
        self._indexes = number_array(reader.index_of(column.slot) for column in columns)
        self._shifts = number_array(max(column.bit, 0) for column in columns)
        masks = [{WHOLE_SLOT: -1, NOT_READ: 0}.get(column.bit, 1) for column in columns]
        self._masks = [number_array(0 if at in own else mask for at, mask in enumerate(masks)) for own in written]
        self._written = [number_array(own.get(at, 0) for at in range(len(columns))) for own in written]

    def read_numbers(self, slots: Numbers, seat: int) -> Numbers:
        """Return the numbers in a new array."""
        found = slots.take(self._indexes)
        found >>= self._shifts
        found &= self._masks[seat]
        found |= self._written[seat]
        return found
