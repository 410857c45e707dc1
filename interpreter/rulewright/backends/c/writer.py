"""The base of all function writers: names, ranges, and values converted to the form that is needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field

from rulewright.backends.c.layout import Structure
from rulewright.backends.c.numbers import INT64, IdentifierNames, constant, inside, number, words
from rulewright.backends.c.ranges import Ranges
from rulewright.backends.c.steps import StepCharges
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Effects, Moving
from rulewright.compile.ir.types import Set, Type, range_of


@dataclass(slots=True)
class WriterState:
    """Shared by all functions of a program, and extended while they are written."""

    program: ir.Program
    structure: Structure
    effects: dict[str, Effects]
    steps: StepCharges
    domains: dict[str, int]
    """The domains of pieces, by number."""
    pieces: dict[str, int]
    """How many pieces a domain has."""
    places: dict[str, int]
    """How many places there are, by domain."""
    streams: dict[str, int]
    """The keys of the streams of chance."""
    moving: dict[str, Moving]
    functions: IdentifierNames = field(default_factory=lambda: IdentifierNames("p_"))
    tables: IdentifierNames = field(default_factory=lambda: IdentifierNames("t_"))
    made: dict[str, None] = field(default_factory=dict)
    """Parts of the runtime that are instantiated for a type or class."""
    classes: set[int] = field(default_factory=lambda: {1, 2})
    lifted: dict[str, str] = field(default_factory=dict)
    """The name of each function that an expression was lifted to, by its text without the name."""
    ordered: list[int] = field(default_factory=list)
    """How many things each sorting statement handles at most."""
    own: list[str] = field(default_factory=list)
    """Members of `struct own` that belong to one statement."""

    def need(self, macro: str) -> None:
        """Have a parametrized part of the runtime instantiated, given the call of its macro."""
        self.made[macro] = None


class Writer(ABC):
    """Writes one function."""

    def __init__(self, known: WriterState, function: ir.Function) -> None:
        self.known = known
        self.ranges = Ranges(known.program.functions, function)
        self.names = IdentifierNames("l_")

    @abstractmethod
    def value(self, expr: ir.Expr) -> str:
        """Return the C text of an expression; a set belongs to the class of its own size."""

    def fit(self, expr: ir.Expr, type_: Type) -> str:
        """Return a value converted to a type, with a run-time check unless it is known to fit."""
        if isinstance(type_, Set):
            return self.set_of(expr, type_.size)
        low, high = range_of(type_)
        return self.between(expr, low, high)

    def between(self, expr: ir.Expr, low: int, high: int) -> str:
        """Return a number with a run-time check, unless the ranges prove that it lies within the bounds."""
        text = self.value(expr)
        if inside(self.ranges.bounds(expr), (low, high)):
            return text
        return f"within(R, {text}, {number(max(low, INT64[0]))}, {number(min(high, INT64[1]))})"

    def set_of(self, expr: ir.Expr, size: int) -> str:
        """Return a set converted to the class of sets of this size, with a check for members outside of it."""
        mine = self.ranges.size(expr)
        if isinstance(expr, ir.Const):
            return constant(expr.value, Set(size))
        text = self.value(expr)
        if mine > size:
            text = f"clip_{self.class_of(mine)}(R, {text}, {size})"
        return self.converted(text, self.class_of(mine), self.class_of(size))

    def class_of(self, size: int) -> int:
        """Return how many 64-bit words hold a set with members below `size`, and have this class declared."""
        found = words(size)
        self.known.classes.add(found)
        return found

    def converted(self, text: str, old: int, new: int) -> str:
        """Return a set converted from `old` to `new` words."""
        if old == new:
            return text
        if {old, new} != {1, 2}:
            self.known.need(f"CONVERTED({old}, {new})")
        return f"to_{old}_{new}({text})"

    def index(self, index: ir.Expr, count: int) -> str:
        """Return an index into `count` entries, with a bounds check unless it is known to be valid."""
        text = self.value(index)
        return text if inside(self.ranges.bounds(index), (0, count - 1)) else f"at(R, {text}, {count})"

    def place(self, field_: ir.Field, index: ir.Expr) -> str:
        """Return a value or row of a field as an lvalue."""
        found = f"R->s.{self.known.structure.access[field_.name]}"
        text = self.index(index, field_.count)
        if field_.count > 1:
            return f"{found}[{text}]"
        return found if inside(self.ranges.bounds(index), (0, 0)) else f"(*(&{found} + {text}))"


def within(text: str, known: tuple[int, int], wanted: tuple[int, int]) -> str:
    """Return a number, with a range check unless it is known to lie within the bounds."""
    if inside(known, wanted):
        return text
    return f"within(R, {text}, {number(max(wanted[0], INT64[0]))}, {number(min(wanted[1], INT64[1]))})"


def may_bail(text: str) -> bool:
    """Return whether evaluating a C text may bail out, or calls anything that runs for long: both are given the run."""
    return "(R," in text or "(R)" in text
