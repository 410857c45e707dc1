"""Tabulation: an expression with a loop that depends only on one small set becomes a table lookup.

There are at most 1,024 sets of ten things, so the value for each is computed at compile time. Saves the
loop, hundreds of nanoseconds in Python and tens in C, for the price of one lookup. The same holds for the call of a
value function whose only argument is such a set. Several lookups by one small number become one: a condition on two
properties of the place where a piece lies needs a single table. For instance, `sum(price[i] for i in hand)`, where
`hand` is a set of at most 8 cards, becomes `T5[hand]` with a table of 256 sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type, width_of
from rulewright.compile.ir.walk import bodies, everything, mapped, parts, read_by, rebuilt, with_bodies
from rulewright.compile.passes.algebra import droppable
from rulewright.compile.passes.evaluate import Evaluator, Unknown

SMALL = 10
"""The size of the largest sets that index a table."""
NUMBERS = 128
"""Numbers below this index a table."""
WORK = 400_000
"""The budget, in evaluated nodes, for filling all tables of a program."""
INPUT = "tabulated"


def tabulate(program: ir.Program) -> ir.Program:
    """Return the program with table lookups in place of loops that depend on one small set."""
    tabulation = _Tabulation(program)
    changed = with_bodies(program, lambda function: tabulation.body(function.body))
    return replace(changed, tables=(*program.tables, *tabulation.tables.values()))


class _Tabulation:
    def __init__(self, program: ir.Program) -> None:
        self.weights = _NodeWeights(program)
        self.evaluator = Evaluator(program)
        self.tables: dict[tuple[tuple[int, ...], str], ir.Table] = {}
        self.work = WORK
        self.taken = {table.name for table in program.tables}

    def body(self, body: ir.Body) -> ir.Body:
        return tuple(mapped(stmt, self.expr, self.body) for stmt in body)

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with its largest tabulable parts replaced by table lookups."""
        kind = expr.__class__
        if kind is ir.Local or kind is ir.Const:
            return expr
        if not any(part.__class__ is ir.Fold or part.__class__ is ir.Call for part in everything(expr)):
            return self._combine_lookups(expr)
        entry = None if kind is ir.Slot or kind is ir.Entry else self._table_entry(expr)
        return rebuilt(expr, self.expr) if entry is None else entry

    def _combine_lookups(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression without loops in which lookups by the same number are one."""
        if sum(part.__class__ is ir.Entry for part in everything(expr)) < 2:  # noqa: PLR2004
            return expr
        entry = self._table_entry(expr)
        return rebuilt(expr, self._combine_lookups) if entry is None else entry

    def _table_entry(self, expr: ir.Expr) -> ir.Expr | None:
        found = _only_input(expr)
        if found is None:
            return None
        values = self._table_values(expr, found, _possible_values(found.type))
        return None if values is None else ir.Entry(self._table_of(values, expr), found, expr.type)

    def _table_values(self, expr: ir.Expr, found: ir.Slot | ir.Local, count: int) -> tuple[int, ...] | None:
        work = self.weights.expr(expr) * count
        if work > self.work:
            return None
        self.work -= work
        try:
            evaluation = self.evaluator.expr(_put_input(expr, found))
            return tuple(int(evaluation({INPUT: things})) for things in range(count))
        except (Unknown, IndexError, ZeroDivisionError):
            return None

    def _table_of(self, values: tuple[int, ...], expr: ir.Expr) -> ir.Table:
        key = (values, repr(expr.type.__class__))
        if key not in self.tables:
            name = f"T{len(self.taken)}"
            while name in self.taken:
                name += "x"
            self.taken.add(name)
            self.tables[key] = ir.Table(name, values, expr.type)
        return self.tables[key]


class _Several(Exception):  # noqa: N818
    """The expression depends on anything but one small set or number."""


def _possible_values(type_: Type) -> int:
    """Return how many values of a type index a table, from 0 on; 0 where no table is made."""
    match type_:
        case Set(size) if size <= SMALL:
            return 1 << size
        case Int(low, high) if 0 <= low <= high < NUMBERS:
            return high + 1
        case _:
            return 0


def _only_input(expr: ir.Expr) -> ir.Slot | ir.Local | None:
    """Return the small set or number that is the only input of an expression, if there is one."""
    try:
        found = list(_inputs_of(expr, frozenset()))
    except _Several:
        return None
    if not found or not all(_is_same_input(found[0], other) for other in found[1:]):
        return None
    return found[0] if _possible_values(found[0].type) else None


def _inputs_of(expr: ir.Expr, bound: frozenset[str]) -> Iterator[ir.Slot | ir.Local]:
    match expr:
        case ir.Local(name):
            if name not in bound:
                yield expr
        case ir.Slot(_, index):
            if not droppable(index) or any(
                isinstance(part, ir.Local) and part.name in bound for part in everything(index)
            ):
                raise _Several
            yield expr
        case ir.Fold(_, var, things, test, value):
            yield from _inputs_of(things, bound)
            for part in (test, value):
                if part is not None:
                    yield from _inputs_of(part, bound | {var.name})
        case ir.Address() | ir.Offered() | ir.AnyOffered() | ir.Noted() | ir.NonNull() | ir.InRange():
            raise _Several
        case ir.Invoke(helper) if helper != "after":
            raise _Several
        case _:
            for part in parts(expr):
                yield from _inputs_of(part, bound)


def _is_same_input(a: ir.Slot | ir.Local, b: ir.Slot | ir.Local) -> bool:
    if isinstance(a, ir.Local) or isinstance(b, ir.Local):
        return isinstance(a, ir.Local) and isinstance(b, ir.Local) and a.name == b.name
    return a.field.start == b.field.start and a.index == b.index


def _put_input(expr: ir.Expr, old: ir.Slot | ir.Local) -> ir.Expr:
    """Return an expression with a local substituted for its input."""
    if isinstance(expr, ir.Slot | ir.Local) and _is_same_input(expr, old):
        return ir.Local(INPUT, old.type)
    return rebuilt(expr, lambda part: _put_input(part, old))


class _NodeWeights:
    """Estimates how many nodes are evaluated for one value of an expression; each function is weighed once."""

    def __init__(self, program: ir.Program) -> None:
        self.functions = program.functions
        self.known: dict[str, int] = {}

    def expr(self, expr: ir.Expr) -> int:
        """Return the weight of an expression."""
        inside = 1 + sum(map(self.expr, parts(expr)))
        match expr:
            case ir.Fold(things=things):
                possible = things.value.bit_count() if isinstance(things, ir.Const) else width_of(things.type) // 2
                return inside * max(1, possible)
            case ir.Call(function):
                return inside + self._function_weight(function)
            case _:
                return inside

    def _function_weight(self, name: str) -> int:
        if name not in self.known:
            self.known[name] = 1 << 40  # one that calls itself is too heavy for a table
            self.known[name] = self._body_weight(self.functions[name].body)
        return self.known[name]

    def _body_weight(self, body: ir.Body) -> int:
        total = 0
        for stmt in body:
            times = SMALL if isinstance(stmt, ir.For | ir.Count) else 1
            total += 1 + sum(map(self.expr, read_by(stmt)))
            total += times * sum(map(self._body_weight, bodies(stmt)))
        return total
