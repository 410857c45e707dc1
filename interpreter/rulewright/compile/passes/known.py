"""Known values: expressions that are equal to a local or a constant."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Set, Type
from rulewright.compile.passes.algebra import FALSE, TRUE, opposite
from rulewright.compile.passes.effects import Key
from rulewright.compile.passes.knowledge import Knowledge

Atom = ir.Const | ir.Local


def is_same(a: ir.Expr | None, b: ir.Expr | None) -> bool:
    """Whether two atoms are the same local or constant."""
    if isinstance(a, ir.Local):
        return isinstance(b, ir.Local) and a.name == b.name
    return isinstance(a, ir.Const) and isinstance(b, ir.Const) and a.value == b.value


def suited(atom: Atom, type_: Type) -> Atom | None:
    """Return an atom as a value of a type; None if their representations differ."""
    if isinstance(atom, ir.Const):
        return ir.Const(atom.value, type_)
    own = atom.type
    if isinstance(own, Set) and isinstance(type_, Set):
        return atom if own.size == type_.size else None
    return atom if own.__class__ is type_.__class__ else None


class Known(Knowledge[Atom]):
    """The value of an expression is that of a local or constant."""

    def keys_of(self, number: int, fact: Atom) -> Iterable[Key]:
        """Return what a fact depends on, including the local that it names."""
        keys = self.numbering.infos[number].keys
        return (*keys, fact.name) if isinstance(fact, ir.Local) else keys

    def merged(self, fact: Atom, other: Atom) -> Atom | None:
        """Return the value if both are the same."""
        return fact if is_same(fact, other) else None

    def set(self, expr: ir.Expr, atom: Atom) -> None:
        """Note the value of an expression."""
        number = self.numbering.of(expr)
        if not self.numbering.infos[number].fixed:
            self.facts[number] = (atom, self.versions.clock)

    def learn_atomic(self, condition: ir.Expr, holds: bool) -> None:
        """Note the truth of a condition and of its opposite, and equality with a constant."""
        self.set(condition, TRUE if holds else FALSE)
        if isinstance(condition, ir.Compare):
            self.set(opposite(condition), FALSE if holds else TRUE)
            if isinstance(condition.right, ir.Const) and condition.op == ("==" if holds else "!="):
                self.set(condition.left, condition.right)
