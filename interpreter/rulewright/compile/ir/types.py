"""Types of the intermediate representation: integers with bounds, sets with a width, Booleans."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Node = TypeVar("Node")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(cls: type[Node]) -> type[Node]:
    """Make a class of frozen values that are compared by what they hold.

    The type checker enforces that nodes are frozen; doing so at run time would triple the time that lowering takes.
    """
    return dataclass(slots=True, repr=False, unsafe_hash=True)(cls)


LARGEST = (1 << 62) - 1
"""The largest magnitude of a number that rules can store in the vector."""


@node
class Int:
    """An integer from `low` to `high`. Pieces, seats, places and names are integers of a `domain`; -1 is nothing."""

    low: int
    high: int
    domain: str = field(default="", compare=False)


@node
class Set:
    """A set of the integers from 0 to `size` - 1, one bit each."""

    size: int
    domain: str = field(default="", compare=False)


@node
class Bool:
    """True or false, as 1 or 0."""


Type = Int | Set | Bool
Range = tuple[int, int]
"""The lowest and the highest of some integers."""
BOOL = Bool()
WIDE = Int(-LARGEST, LARGEST)
"""An integer about which nothing is known."""


def range_of(type_: Type) -> Range:
    """Return the lowest and the highest integer that encodes a value of a type."""
    match type_:
        case Int(low, high):
            return low, high
        case Bool():
            return 0, 1
        case Set(size):
            return 0, (1 << size) - 1


def width_of(type_: Type) -> int:
    """Return how many members a set of a type can have; 1 for types of single things."""
    return type_.size if isinstance(type_, Set) else 1


def joined(a: Type, b: Type) -> Type:
    """Return a type that holds the values of two types of the same kind."""
    match a, b:
        case Int(), Int():
            return Int(min(a.low, b.low), max(a.high, b.high), a.domain or b.domain)
        case Set(), Set():
            return a if a.size >= b.size else b
        case Bool(), Bool():
            return BOOL
    return Int(*spanning(range_of(a), range_of(b)))


def spanning(a: Range, b: Range) -> Range:
    """Return the smallest range that contains two ranges."""
    return min(a[0], b[0]), max(a[1], b[1])


def range_of_arith(op: str, left: Range, right: Range) -> Range:
    """Return the range of the results of an operation of `nodes.Arith`; raise ValueError if there is no such one."""
    (a, b), (c, d) = left, right
    match op:
        case "+":
            return a + c, b + d
        case "-":
            return a - d, b - c
        case "*":
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case "//":
            found = [end // max(by, 1) for end in left for by in right]
            return min(found), max(found)
        case "min":
            return min(a, c), min(b, d)
        case "max":
            return max(a, c), max(b, d)
        case "distance":
            return max(0, a - d, c - b), max(b - c, d - a)
        case "%":
            return (a, b) if a >= 0 and b < c else (0, d - 1)
        case _:
            raise ValueError(op)
