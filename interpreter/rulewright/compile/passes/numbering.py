"""Value numbering: two expressions have the same number if they have the same value as long as nothing changes.

The number of an expression is found by those of its parts, so equal expressions are recognized without comparing them,
and what an expression depends on is found once for each number. The variable of a fold is numbered by how many folds
are nested inside, so folds that differ only in the name of their variable are equal. Types are ignored except for what
determines the width of a set; if guarded reads are kept apart, a type that is tighter than elsewhere in the function
counts, too: it holds only where a condition made it so, and what depends on it is evaluated nowhere else.

For instance, in `a + b < b + a`, `a` and `b` have numbers 1 and 2, both sums the key (+, 1, 2) and so the number 3.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type, joined, range_of
from rulewright.compile.ir.walk import bound_by, everything, parts, read_by, statements
from rulewright.compile.passes.effects import NOTHING, Key, KeyEffects, Keys

LOCAL = 1
"""What reading a local costs in Python, or giving it a value: the unit of costs, about five nanoseconds."""
LAPS = 5
"""How often a loop is assumed to run its body."""
COSTS: dict[type, int] = {
    ir.Const: 1, ir.Local: LOCAL, ir.Slot: 4, ir.Entry: 5, ir.Arith: 4, ir.Compare: 4, ir.Not: 2, ir.And: 2, ir.Or: 2,
    ir.Choose: 3, ir.Join: 4, ir.Shift: 4, ir.Has: 6, ir.Single: 5, ir.Size: 8, ir.Pick: 12, ir.Fold: 60,
    ir.NonNull: 4, ir.InRange: 6, ir.Call: 20, ir.Invoke: 25, ir.Address: 1, ir.Offered: 4, ir.AnyOffered: 100,
    ir.Noted: 20,
}  # fmt: skip
"""The costs of each kind of node without its parts."""


@dataclass(slots=True)
class Info:
    """The dependencies and cost of the expressions with one number; `fails` and `fixed` as for functions."""

    keys: Keys
    fails: bool
    fixed: bool
    cost: int
    bound: bool
    """Whether it reads the variable of an enclosing fold."""

    @property
    def moves(self) -> bool:
        """Whether it may be evaluated earlier, or where it was not evaluated before."""
        return not (self.fails or self.fixed or self.bound)


def _set_width(type_: Type) -> int:
    return type_.size if isinstance(type_, Set) else -1


_SETS = frozenset({ir.Const, ir.Join, ir.Choose, ir.Shift, ir.Single})
"""Classes of nodes whose values, if they are sets, differ by their width."""
_NAMES: dict[type, Callable[[ir.Expr], Hashable]] = {
    ir.Const: attrgetter("value"),
    ir.Local: attrgetter("name"),
    ir.Slot: attrgetter("field.start"),
    ir.Address: attrgetter("field.start"),
    ir.Entry: attrgetter("table.name"),
    ir.Arith: attrgetter("op"),
    ir.Compare: attrgetter("op"),
    ir.Join: attrgetter("op"),
    ir.Shift: attrgetter("by"),
    ir.Pick: attrgetter("how"),
    ir.NonNull: attrgetter("site"),
    ir.InRange: attrgetter("low", "high", "site"),
    ir.Call: attrgetter("function"),
    ir.AnyOffered: attrgetter("function"),
    ir.Invoke: attrgetter("helper", "domain"),
    ir.Noted: attrgetter("yes", "no"),
    ir.Offered: attrgetter("least"),
    **dict.fromkeys((ir.Not, ir.And, ir.Or, ir.Choose, ir.Has, ir.Single, ir.Size), lambda e: None),
}
"""What distinguishes nodes of a class besides their parts."""
_COMMUTING: dict[type, Container[Hashable]] = {
    ir.Arith: frozenset({"+", "*", "min", "max", "distance"}),
    ir.Compare: frozenset({"==", "!="}),
}


class ValueNumbering:
    """Numbers the expressions of a program; locals are those of the current function."""

    def __init__(self, effects: KeyEffects) -> None:
        self.effects = effects
        self.bases: dict[str, Type] | None = None
        self._function = ir.Function("", "block", (), None, ())
        self._fields: dict[int, Type] | None = None
        self.infos: list[Info] = []
        self._numbers: dict[Hashable, int] = {}
        self._seen: dict[int, tuple[ir.Expr, int]] = {}
        self._bound: dict[str, int] = {}

    def keep_guarded(self, function: ir.Function) -> None:
        """Switch to a function, distinguishing reads whose types are tighter than declared."""
        self.bases, self._fields, self._function = declared(function), None, function
        self._seen.clear()

    def of(self, expr: ir.Expr) -> int:
        """Return the number of an expression."""
        seen = self._seen.get(id(expr))
        if seen is not None:
            return seen[1]
        kind = expr.__class__
        if kind is ir.Local and expr.name in self._bound:  # type: ignore[union-attr]
            return self._variable_number(self._bound[expr.name])  # type: ignore[union-attr]
        if kind is ir.Fold:
            number = self._fold_number(expr)  # type: ignore[arg-type]
        else:
            inner = [self.of(part) for part in parts(expr)]
            name = _NAMES[kind](expr)
            if kind in _SETS:
                name = (name, _set_width(expr.type))
            if self.bases is not None and (kind is ir.Local or kind is ir.Slot) and self._is_guarded(expr):
                name = (name, *range_of(expr.type))
            if len(inner) == 2 and inner[0] > inner[1] and name in _COMMUTING.get(kind, ()):
                inner.reverse()
            key = (kind, name, *inner)
            known = self._numbers.get(key)
            number = self._new_number(key, expr, inner) if known is None else known
        if not self.infos[number].bound:
            self._seen[id(expr)] = (expr, number)
        return number

    @contextmanager
    def inside(self, fold: ir.Fold) -> Iterator[None]:
        """Number the parts of a fold one by one within this context."""
        outer = self._bound.get(fold.var.name)
        self._bound[fold.var.name] = _fold_height(fold)
        yield
        del self._bound[fold.var.name]
        if outer is not None:
            self._bound[fold.var.name] = outer

    def variable_key(self, fold: ir.Fold) -> Key:
        """Return the key of the variable of a fold."""
        return f"#{_fold_height(fold)}"

    def info(self, expr: ir.Expr) -> Info:
        """Return what an expression depends on and costs."""
        return self.infos[self.of(expr)]

    def _is_guarded(self, expr: ir.Expr) -> bool:
        """Whether a local or slot has a tighter type than elsewhere in the function."""
        assert self.bases is not None
        if isinstance(expr, ir.Slot):
            if expr.type is expr.field.type:
                return False
            if self._fields is None:
                self._fields = _read_as(self._function)
            base = self._fields.get(expr.field.start)
        else:
            base = self.bases.get(getattr(expr, "name", ""))
        if base is expr.type or not isinstance(base, Int):
            return False
        low, high = range_of(expr.type)
        return low > base.low or high < base.high

    def _new_number(self, key: Hashable, expr: ir.Expr, inner: list[int]) -> int:
        own, fails, fixed = self.effects.own(expr)
        fails |= self.bases is not None and isinstance(expr, ir.Local | ir.Slot) and self._is_guarded(expr)
        fails |= isinstance(expr, ir.Arith) and expr.op == "//" and not isinstance(expr.right, ir.Const)
        fails |= (
            self.bases is not None
            and isinstance(expr, ir.Single | ir.Has)
            and any(
                isinstance(part, ir.Local | ir.Slot) and self._may_be_nothing(part) for part in everything(expr.thing)
            )
        )
        infos = [self.infos[number] for number in inner]
        keys = frozenset(own).union(*(info.keys for info in infos)) if own else _united_keys(infos)
        cost, bound = COSTS[expr.__class__], False
        if isinstance(expr, ir.Slot) and not isinstance(expr.index, ir.Const):
            cost += COSTS[ir.Arith]
        for info in infos:
            cost += info.cost
            fails |= info.fails
            fixed |= info.fixed
            bound |= info.bound
        return self._add_number(key, Info(keys, fails, fixed, cost, bound))

    def _may_be_nothing(self, expr: ir.Local | ir.Slot) -> bool:
        assert self.bases is not None
        base = expr.field.type if isinstance(expr, ir.Slot) else self.bases.get(expr.name)
        return isinstance(base, Int) and base.low < 0 <= range_of(expr.type)[0]

    def _add_number(self, key: Hashable, info: Info) -> int:
        number = self._numbers[key] = len(self.infos)
        self.infos.append(info)
        return number

    def _variable_number(self, height: int) -> int:
        key = ("variable", height)
        known = self._numbers.get(key)
        return self._add_number(key, Info(frozenset({f"#{height}"}), False, False, 1, True)) if known is None else known

    def _fold_number(self, fold: ir.Fold) -> int:
        height = _fold_height(fold)
        things = self.of(fold.things)
        with self.inside(fold):
            test = -1 if fold.test is None else self.of(fold.test)
            value = -1 if fold.value is None else self.of(fold.value)
        key = (ir.Fold, fold.how, _set_width(fold.type), things, test, value)
        known = self._numbers.get(key)
        if known is not None:
            return known
        inside = [self.infos[number] for number in (test, value) if number >= 0]
        infos = [self.infos[things], *inside]
        variable: Key = f"#{height}"
        keys = self.infos[things].keys | (_united_keys(inside) - {variable})
        cost = COSTS[ir.Fold] + self.infos[things].cost + LAPS * sum(info.cost for info in inside)
        fails, fixed = any(info.fails for info in infos), any(info.fixed for info in infos)
        bound = any(isinstance(key, str) and key[0] == "#" and key[1:].isdigit() for key in keys)
        return self._add_number(key, Info(keys, fails, fixed, cost, bound))


def declared(function: ir.Function) -> dict[str, Type]:
    """Return the types with which the locals of a function are assigned."""
    types: dict[str, Type] = {param.name: param.type for param in function.params}
    for stmt in statements(function.body):
        local = bound_by(stmt)
        if local is not None:
            types[local.name] = joined(types.get(local.name, local.type), local.type)
    return types


def _read_as(function: ir.Function) -> dict[int, Type]:
    """Return the widest types with which the values of fields are read and stored in a function."""
    types: dict[int, Type] = {}
    for stmt in statements(function.body):
        slots = [part for expr in read_by(stmt) for part in everything(expr) if part.__class__ is ir.Slot]
        if isinstance(stmt, ir.Store):
            slots += stmt.slots
        for slot in slots:
            known = types.get(slot.field.start)
            if known is not slot.type:
                types[slot.field.start] = slot.type if known is None else joined(known, slot.type)
    return types


def _united_keys(infos: list[Info]) -> Keys:
    if len(infos) == 1:
        return infos[0].keys
    return NOTHING.union(*(info.keys for info in infos))


def _fold_height(expr: ir.Expr) -> int:
    """Return how many folds are nested in an expression."""
    inside = max(map(_fold_height, parts(expr)), default=0)
    return inside + 1 if isinstance(expr, ir.Fold) else inside
