"""How values look in C: the types of integers and sets, constants, names."""

from __future__ import annotations

import re

from rulewright.compile.ir.types import Bool, Int, Set, Type

INT32 = -(1 << 31), (1 << 31) - 1
INT64 = -(1 << 63), (1 << 63) - 1
_KEPT = ((8, "int8_t"), (16, "int16_t"), (32, "int32_t"), (64, "int64_t"))
_WORD = (1 << 64) - 1


class Unsupported(Exception):  # noqa: N818
    """A construct that this generator cannot express: the program is traced, or its IR is invalid."""


def inside(inner: tuple[int, int], outer: tuple[int, int]) -> bool:
    """Whether one range lies within another."""
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def words(size: int) -> int:
    """Return how many 64-bit words a set of this size takes, which is its class."""
    return max(1, -(-size // 64))


def set_type(size: int) -> str:
    """Return the C type of a set: an integer of 64 or 128 bits, or a structure (`sets.c`)."""
    return f"U{words(size)}"


def local_type(type_: Type) -> str:
    """Return the C type of a local variable, parameter or result."""
    match type_:
        case Set(size):
            return set_type(size)
        case Bool():
            return "int"
        case Int(low, high):
            return number_type((low, high))


def number_type(bounds: tuple[int, int]) -> str:
    """Return the C type for arithmetic on numbers within bounds."""
    return "int" if inside(bounds, INT32) else "int64_t"


def stored_type(low: int, high: int) -> str:
    """Return the narrowest signed C type that holds all numbers within bounds."""
    for bits, name in _KEPT:
        if -(1 << bits - 1) <= low and high < 1 << bits - 1:
            return name
    raise Unsupported(f"numbers from {low} to {high} do not fit in 64 bits")


def constant(value: int, type_: Type) -> str:
    """Return a constant as a C expression."""
    if isinstance(type_, Set):
        return f"({set_type(type_.size)}){initial(value, type_)}" if words(type_.size) > 2 else initial(value, type_)
    return number(value)


def number(value: int) -> str:
    """Return an integer as a C expression."""
    if not inside((value, value), INT64):
        raise Unsupported(f"the constant {value} does not fit in 64 bits")
    if inside((value, value), INT32) and value > INT32[0]:
        return str(value) if value >= 0 else f"({value})"
    return f"{value}LL" if value > INT64[0] else "INT64_MIN"


def initial(value: int, type_: Type) -> str:
    """Return a constant in the form of a C initializer."""
    if not isinstance(type_, Set):
        return number(value)
    if value < 0 or value >> type_.size:
        raise Unsupported(f"the set {value:#x} has members outside of its domain")
    parts = [value >> 64 * i & _WORD for i in range(words(type_.size))]
    if len(parts) == 1:
        return f"{value:#x}ull"
    if len(parts) == 2:
        return f"((U2){parts[1]:#x}ull << 64 | {parts[0]:#x}ull)"
    return f"{{{{{', '.join(f'{part:#x}ull' for part in parts)}}}}}"


def clean(name: str) -> str:
    """Return a name with all characters replaced that C does not allow."""
    return re.sub(r"\W", "_", name, flags=re.ASCII)


class IdentifierNames:
    """Maps the names of a program to distinct C identifiers."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.of: dict[str, str] = {}
        self.taken: set[str] = set()

    def __getitem__(self, name: str) -> str:
        if name not in self.of:
            found = base = f"{self.prefix}{clean(name)}"
            at = 1
            while found in self.taken:
                at += 1
                found = f"{base}_{at}"
            self.of[name] = found
            self.taken.add(found)
        return self.of[name]
