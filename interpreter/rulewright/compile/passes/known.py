"""What is known on the way through a function: expressions that a local or a constant has the value of."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set, Type
from rulewright.compile.passes.algebra import FALSE, TRUE, opposite
from rulewright.compile.passes.effects import Key
from rulewright.compile.passes.numbering import Numbering
from rulewright.compile.passes.versions import Versions

Atom = ir.Const | ir.Local
Atoms = dict[int, tuple[Atom, int]]
"""By the number of an expression: what it is, and since when."""


def is_same(a: ir.Expr | None, b: ir.Expr | None) -> bool:
    """Whether two atoms are the same local or constant."""
    if isinstance(a, ir.Local):
        return isinstance(b, ir.Local) and a.name == b.name
    return isinstance(a, ir.Const) and isinstance(b, ir.Const) and a.value == b.value


def suited(atom: Atom, type_: Type) -> Atom | None:
    """Return an atom where a value of a type is expected; None if it is represented differently."""
    if isinstance(atom, ir.Const):
        return ir.Const(atom.value, type_)
    own = atom.type
    fits = (
        own.size == type_.size if isinstance(own, Set) and isinstance(type_, Set) else own.__class__ is type_.__class__
    )
    return atom if fits else None


@dataclass(slots=True)
class Way:
    """What is known, and when things changed last, at the end of one of several ways through a function."""

    atoms: Atoms
    changed: dict[Key, int]


class Known:
    """Knowledge at the present point of a function."""

    def __init__(self, numbering: Numbering) -> None:
        self.numbering = numbering
        self.versions = Versions()
        self.atoms: Atoms = {}

    def way(self) -> Way:
        """Return what is known now, to come back to it."""
        return Way(self.atoms.copy(), self.versions.copy())

    def back_to(self, way: Way) -> None:
        self.atoms, self.versions.changed = way.atoms.copy(), way.changed.copy()

    def atom(self, number: int) -> Atom | None:
        """Return the local or constant that has the value of the expressions with a number."""
        found = self.atoms.get(number)
        if found is None:
            return None
        atom, time = found
        if not self.versions.same(self.numbering.infos[number].keys, time):
            return None
        return None if isinstance(atom, ir.Local) and not self.versions.same((atom.name,), time) else atom

    def set(self, expr: ir.Expr, atom: Atom) -> None:
        """Note the value of an expression."""
        number = self.numbering.of(expr)
        if not self.numbering.infos[number].fixed:
            self.atoms[number] = (atom, self.versions.clock)

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
            case ir.Compare(op, left, right):
                self._learn_comparison(condition, holds)
                if isinstance(right, ir.Const) and op == ("==" if holds else "!="):
                    self.set(left, right)
            case _:
                self.set(condition, TRUE if holds else FALSE)

    def _learn_comparison(self, condition: ir.Compare, holds: bool) -> None:
        self.set(condition, TRUE if holds else FALSE)
        self.set(opposite(condition), FALSE if holds else TRUE)

    def join(self, ways: list[Way]) -> None:
        """Several ways come together: what is known on all of them stays known."""
        if not ways:
            return
        self.versions.join(way.changed for way in ways)
        first, *others = ways
        if not others:
            self.atoms = first.atoms
            return
        joined: Atoms = {}
        for number, entry in first.atoms.items():
            found = [other.atoms.get(number) for other in others]
            if all(entry is other for other in found):
                joined[number] = entry
            elif all(other is not None and is_same(entry[0], other[0]) for other in found) and self._valid(
                number, ways
            ):
                joined[number] = (entry[0], self.versions.clock)
        self.atoms = joined

    def _valid(self, number: int, ways: list[Way]) -> bool:
        return all(self._valid_on(number, way) for way in ways)

    def _valid_on(self, number: int, way: Way) -> bool:
        atom, time = way.atoms[number]
        keys = self.numbering.infos[number].keys
        if isinstance(atom, ir.Local):
            keys = keys | {atom.name}
        return all(way.changed.get(key, 0) <= time for key in keys)
