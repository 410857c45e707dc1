"""Numbers read from vectors: many at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from struct import Struct
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from rulewright.backends import Program
from rulewright.compile.tables import WORD, Fact
from rulewright.engine.cells import CellRow, fact_rows

Numbers: TypeAlias = NDArray[np.int64]
WHOLE, NOT_READ = -1, -2
"""Stand for a bit: all of a slot is read, or nothing, as the number comes from elsewhere."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number: what is read of a slot is the bit `bit`, and it is at most `high`."""

    name: str
    slot: int
    bit: int
    high: int
    row: CellRow[Fact] | None = None
    """What it is a number of."""


def written(high: int) -> Cell:
    """Return a number that is written, not read."""
    return Cell("", 0, NOT_READ, high)


def cells_of(program: Program, fact: Fact) -> Iterator[Cell]:
    """Yield the numbers of a fact: one for each value, of sets one for each member."""
    for row in fact_rows(program.domains, fact):
        slot = fact.slots(row.at)[0]
        if fact.as_bits:
            yield _bit(row.name, slot, row.at // fact.per_owner, row)
        elif fact.type.how == "set":
            for thing, member in enumerate(program.domains[fact.type.domain].members):
                yield _bit(f"{row.name}: {member}", slot, thing, row)
        else:
            yield Cell(row.name, slot, WHOLE, max(fact.high, 1), row)


def _bit(name: str, slot: int, bit: int, row: CellRow[Fact]) -> Cell:
    return Cell(name, slot + bit // WORD, bit % WORD, 1, row)


def numbers(values: Iterable[int]) -> Numbers:
    """Return numbers as an array."""
    return np.array(list(values), np.int64)


class Slots:
    """The slots that are read, which are far fewer than a vector has."""

    def __init__(self) -> None:
        self._at: dict[int, int] = {}

    def at(self, slots: Iterable[int]) -> Numbers:
        """Return where slots are in what is read; they are read from now on."""
        return numbers(self._at.setdefault(slot, len(self._at)) for slot in slots)

    def of(self, state: list[int]) -> Numbers:
        """Return what is in the slots of a vector."""
        get, packed = self._getting
        return np.frombuffer(packed.pack(*get(state)), np.int64)

    @cached_property
    def _getting(self) -> tuple[Callable[[list[int]], tuple[int, ...]], Struct]:
        """What reads the slots: several times as fast as making an array of a list or tuple."""
        return itemgetter(*self._at, 0, 0), Struct(f"{len(self._at) + 2}q")  # with two it always returns a tuple


class Reading:
    """Reads many cells at once."""

    def __init__(self, cells: Iterable[Cell], slots: Slots) -> None:
        given = list(cells)
        self.slots = slots.at(cell.slot for cell in given)
        self.shifts = numbers(max(cell.bit, 0) for cell in given)
        self.masks = numbers({WHOLE: -1, NOT_READ: 0}.get(cell.bit, 1) for cell in given)

    def of(self, read: Numbers) -> Numbers:
        """Return the numbers, 0 for those that are written."""
        found = read.take(self.slots)
        found >>= self.shifts
        found &= self.masks
        return found
