"""Shared by the tables: types of values, stretches of the vector, the encoding of choices."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
def row(cls: type[T]) -> type[T]:
    """Make a class of immutable rows; only the type checker enforces that, so that programs start faster."""
    return dataclass(slots=True, eq=False, repr=False, match_args=False)(cls)


WORD = 62
"""Bits of a set that one number of the vector holds; a larger set takes several numbers."""
BY_NOTHING = 65535
"""The argument of a choice that has none."""


@dataclass(frozen=True, slots=True, repr=False)
class ValueType:
    """The type of a value: `how` is number, truth, one or set; `domain` has the things of the latter two."""

    how: str
    domain: str = ""

    @property
    def is_number(self) -> bool:
        """Whether values are plain numbers."""
        return self.how == "number"


@row
class TypedSlot:
    """A value in the vector: its first slot and its type."""

    slot: int
    type: ValueType


@dataclass(slots=True)
class Entry:
    """A stretch of the vector: `names` gives every number its own name after the entry's."""

    name: str
    start: int
    names: list[str]
    low: int
    high: int
    what: str
    seen: str = "all"
    owners: list[int] = field(default_factory=list)
    """For facts only their owner sees: the seat that owns each number."""
    is_set: bool = False
    """Whether the numbers are bit sets."""

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return len(self.names)


def bits(mask: int) -> list[int]:
    """Return the things of a set in order."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def words_for(things: int) -> int:
    """Return how many slots a set of this many things takes."""
    return max(1, -(-things // WORD))


def value_at(state: Sequence[int], slot: int, width: int) -> int:
    """Return a value: one slot, or a set that takes several."""
    return state[slot] if width == 1 else sum(state[slot + word] << WORD * word for word in range(width))


def write_at(state: list[int], slot: int, value: int, width: int) -> None:
    """Write a value: one slot, or a set that takes several."""
    for word in range(width if width > 1 else 0):
        state[slot + word] = value >> WORD * word & (1 << WORD) - 1
    if width == 1:
        state[slot] = value


def option_of(code: int) -> int:
    """Return the number of the option that a choice takes: its row among the choices of the tables."""
    return code >> 32


def piece_of(code: int) -> int:
    """Return the piece to whose rule a choice belongs; -1 for none."""
    return (code >> 16 & 65535) - 1


def argument_of(code: int) -> int:
    """Return the number or thing that comes with a choice; -1 for none."""
    low = code & 65535
    return -1 if low == BY_NOTHING else low
