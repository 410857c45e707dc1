"""Facts about expressions, by value number, at the current point of a function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rulewright.compile.ir import nodes as ir
from rulewright.compile.passes.effects import Key
from rulewright.compile.passes.numbering import Numbering
from rulewright.compile.passes.versions import Versions

Fact = TypeVar("Fact")


@dataclass(slots=True)
class Way(Generic[Fact]):
    """The facts, and the times of the last changes, at the end of one path through a function."""

    facts: dict[int, tuple[Fact, int]]
    changed: dict[Key, int]


class Knowledge(ABC, Generic[Fact]):
    """Facts with the time since when they hold: until something changes that the expression depends on."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.versions = Versions()
        self.facts: dict[int, tuple[Fact, int]] = {}

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
                self.learn_atomic(condition, holds)

    @abstractmethod
    def learn_atomic(self, condition: ir.Expr, holds: bool) -> None:
        """Note whether a condition holds that does not decompose into conditions that must (or cannot) hold."""

    @abstractmethod
    def merged(self, fact: Fact, other: Fact) -> Fact | None:
        """Return the join of two facts: what holds in either case; None if nothing does."""

    def keys_of(self, number: int, fact: Fact) -> Iterable[Key]:
        """Return what a fact depends on."""
        return self.numbering.infos[number].keys

    def fact(self, number: int) -> Fact | None:
        """Return what is known about the expressions with a number."""
        found = self.facts.get(number)
        return found[0] if found is not None and self.versions.same(self.keys_of(number, found[0]), found[1]) else None

    def way(self) -> Way[Fact]:
        """Return a snapshot of what is known now."""
        return Way(self.facts.copy(), self.versions.copy())

    def end_of_way(self) -> Way[Fact]:
        """Return what is known at the end of a path, to be joined with others."""
        return Way(self.facts, self.versions.changed)

    def back_to(self, way: Way[Fact]) -> None:
        """Restore a snapshot."""
        self.facts, self.versions.changed = way.facts.copy(), way.changed.copy()

    def join(self, ways: list[Way[Fact]]) -> None:
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
                self._merge(number, ways)

    def _merge(self, number: int, ways: list[Way[Fact]]) -> None:
        fact: Fact | None = None
        for way in ways:
            own, time = way.facts[number]
            if not all(way.changed.get(key, 0) <= time for key in self.keys_of(number, own)):
                return
            fact = own if fact is None else self.merged(fact, own)
            if fact is None:
                return
        if fact is not None:
            self.facts[number] = (fact, self.versions.clock)
