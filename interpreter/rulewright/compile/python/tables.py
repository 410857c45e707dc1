"""Constant tables of a written program, and small texts of expressions."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.given import size
from rulewright.check.types import Type
from rulewright.compile.python.tabulating import is_small


@dataclass(slots=True)
class Tables:
    """Constant tables of the program by name; equal tables are one."""

    by_value: dict[tuple[int, ...], str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    """Small functions of the program by their text."""

    made: dict[str, str] = field(default_factory=dict)
    """Tables that the program makes when it starts: their names by the text that makes them."""

    def made_of(self, text: str) -> str:
        """Return the name of a table that the program makes when it starts."""
        return self.made.setdefault(text, f"M{len(self.made)}")

    def codes(self, base: int, type_: Type, fewest: int) -> str:
        """Return the name of the table with the choices, numbered from a base on, of every set of a type."""
        assert type_.domain is not None
        size = f"{type_.domain.size}, " if is_small(type_) else ""
        return self.made_of(f"{'listed' if size else 'Listed'}({base}, {size}{fewest})")

    def lines(self) -> list[str]:
        """The lines that define all tables."""
        fixed = [f"{name} = {values!r}" for values, name in self.by_value.items()]
        fixed += [f"def {name}{text}" for text, name in self.functions.items()]
        return fixed + [f"{name} = {text}" for text, name in self.made.items()]

    def name(self, values: list[int] | tuple[int, ...]) -> str:
        key = tuple(values)
        if key not in self.by_value:
            self.by_value[key] = f"T{len(self.by_value)}"
        return self.by_value[key]

    def function(self, text: str) -> str:
        """The name of a small function whose text follows its name."""
        return self.functions.setdefault(text, f"F{len(self.functions)}")


def printed_mask(figure: c.Figure, operator: str, value: int) -> int:
    """The set of things whose printed fact compares so with a value."""
    start = figure.keys[0].start
    tests = {
        "==": int.__eq__, "!=": int.__ne__, ">=": int.__ge__, "<=": int.__le__, ">": int.__gt__, "<": int.__lt__,
    }  # fmt: skip
    return sum(1 << start + i for i, have in enumerate(figure.values) if tests[operator](have, value))


def owner_of(place: c.Place, instance: int, what: str) -> int:
    """Which thing of a domain owns an instance of a place, or -1."""
    if not place.keys or place.keys[0].domain is None or place.keys[0].domain.name != what:
        return -1
    return place.keys[0].start + instance // size(place.keys[1:])


def safe(name: str) -> str:
    return name.replace("-", "_")


def wrap(text: str) -> str:
    simple = text.replace("_", "").isalnum() or (text[0] == "(" and text[-1] == ")" and text.count("(") == 1)
    return text if simple or (text.startswith("S[") and text.endswith("]") and text.count("[") == 1) else f"({text})"


def plus(slot: int | str, more: int) -> str:
    return str(slot + more) if isinstance(slot, int) else f"{slot} + {more}"
