"""The ranges of locals and slots at the current point of a function: what conditions imply, by value number."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Range, range_of, spanning
from rulewright.compile.passes.algebra import MIRRORED, OPPOSITE
from rulewright.compile.passes.bounds import of_members
from rulewright.compile.passes.effects import Key, Versions
from rulewright.compile.passes.numbering import ValueNumbering

_BOUNDS: dict[str, Callable[[Range, Range], Range]] = {
    "<": lambda own, other: (own[0], min(own[1], other[1] - 1)),
    "<=": lambda own, other: (own[0], min(own[1], other[1])),
    ">": lambda own, other: (max(own[0], other[0] + 1), own[1]),
    ">=": lambda own, other: (max(own[0], other[0]), own[1]),
    "==": lambda own, other: (max(own[0], other[0]), min(own[1], other[1])),
    "!=": lambda own, other: _range_without(own, other),
}
"""The range of a value, given a comparison with another range."""


def _range_without(own: Range, other: Range) -> Range:
    low, high = own
    if other[0] != other[1]:
        return own
    return low + (other[0] == low), high - (other[0] == high)


@dataclass(slots=True)
class PathState:
    """The facts, and the times of the last changes, at the end of one path through a function."""

    facts: dict[int, tuple[Range, int]]
    changed: dict[Key, int]


class KnownRanges:
    """Ranges with the time since when they hold: until something changes that the expression depends on."""

    def __init__(self, numbering: ValueNumbering) -> None:
        self.numbering = numbering
        self.versions = Versions()
        self.facts: dict[int, tuple[Range, int]] = {}

    def learn(self, condition: ir.Expr, holds: bool) -> None:
        """Note whether a condition holds, and what follows from that."""
        match condition:
            case ir.Const():
                return
            case ir.Not(part):
                self.learn(part, not holds)
            case ir.And(parts) if holds:
                for part in parts:
                    self.learn(part, True)
            case ir.Or(parts) if not holds:
                for part in parts:
                    self.learn(part, False)
            case _:
                self._learn_atomic(condition, holds)

    def set(self, expr: ir.Expr, bounds: Range) -> None:
        """Note the bounds of a local or slot, or of its sum with a constant."""
        match expr:
            case ir.Local() | ir.Slot():
                if bounds[0] <= bounds[1]:
                    self.facts[self.numbering.of(expr)] = (bounds, self.versions.clock)
            case ir.Arith("+", left, ir.Const(value)):
                self.set(left, (bounds[0] - value, bounds[1] - value))
            case ir.Arith("-", left, ir.Const(value)):
                self.set(left, (bounds[0] + value, bounds[1] + value))
            case ir.NonNull(part) | ir.InRange(part):
                self.set(part, bounds)
            case _:
                return

    def _learn_atomic(self, condition: ir.Expr, holds: bool) -> None:
        """Narrow the operands of a comparison, and what is a member."""
        match condition:
            case ir.Compare(op, left, right) if isinstance(left.type, Int) and isinstance(right.type, Int):
                own, other = range_of(left.type), range_of(right.type)
                op = op if holds else OPPOSITE[op]
                self.set(left, _BOUNDS[op](own, other))
                self.set(right, _BOUNDS[MIRRORED[op]](other, own))
            case ir.Has(things, thing) if holds:
                low, high = range_of(thing.type)
                least, most = of_members(things)
                self.set(thing, (max(low, least), min(high, most)))
            case _:
                return

    def fact(self, number: int) -> Range | None:
        """Return what is known about the expressions with a number."""
        found = self.facts.get(number)
        return (
            found[0] if found is not None and self.versions.same(self.numbering.infos[number].keys, found[1]) else None
        )

    def way(self) -> PathState:
        """Return a snapshot of what is known now."""
        return PathState(self.facts.copy(), self.versions.copy())

    def end_of_way(self) -> PathState:
        """Return what is known at the end of a path, to be joined with others."""
        return PathState(self.facts, self.versions.changed)

    def back_to(self, way: PathState) -> None:
        """Restore a snapshot."""
        self.facts, self.versions.changed = way.facts.copy(), way.changed.copy()

    def join(self, ways: list[PathState]) -> None:
        """Join several paths: what is known on all of them stays known."""
        if not ways:
            return
        self.versions.join(way.changed for way in ways)
        first, *others = ways
        self.facts = first.facts if not others else {}
        for number, entry in first.facts.items() if others else ():
            found = [other.facts.get(number) for other in others]
            if all(other is entry for other in found):
                self.facts[number] = entry
            elif None not in found:
                self._merge_fact(number, ways)

    def _merge_fact(self, number: int, ways: list[PathState]) -> None:
        fact: Range | None = None
        for way in ways:
            own, time = way.facts[number]
            if not all(way.changed.get(key, 0) <= time for key in self.numbering.infos[number].keys):
                return
            fact = own if fact is None else spanning(fact, own)
        if fact is not None:
            self.facts[number] = (fact, self.versions.clock)
