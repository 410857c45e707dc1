"""Ranges of integers: those that follow from the parts of an expression, and those of locals, parameters and results.

The latter are joined over all assignments, calls and returns. A value that is another local, parameter or result has
its range, so ranges are joined along such copies until nothing changes; every other value has the range of its type.
For instance, if a function is called with 3 and with the result of another one, which returns its parameter, for which
5 is given, the parameter lies within 3 and 5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Range, Type, range_of, range_of_arith, spanning, width_of
from rulewright.compile.ir.walk import called_by, everything, read_by, statements


def within(type_: Type, bounds: Range) -> Type:
    """Return an integer type intersected with bounds; other types, and empty intersections, change nothing."""
    if not isinstance(type_, Int):
        return type_
    low, high = max(type_.low, bounds[0]), min(type_.high, bounds[1])
    return type_ if low > high or (low, high) == (type_.low, type_.high) else Int(low, high, type_.domain)


def of_members(things: ir.Expr) -> Range:
    """Return the range of the members of a set."""
    if isinstance(things, ir.Const) and things.value:
        return (things.value & -things.value).bit_length() - 1, things.value.bit_length() - 1
    return 0, width_of(things.type) - 1


def tightened(expr: ir.Expr) -> ir.Expr:
    """Return an expression with the type that follows from the types of its parts."""
    type_ = expr.type
    if not isinstance(type_, Int):
        return expr
    match expr:
        case ir.Arith(op, left, right):
            bounds = range_of_arith(op, range_of(left.type), range_of(right.type))
        case ir.Choose(_, then, otherwise):
            bounds = spanning(range_of(then.type), range_of(otherwise.type))
        case ir.Entry(table, index):
            low, high = range_of(index.type)
            every = high - low + 1 >= len(table.values)
            values = table.values if every else table.values[max(low, 0) : high + 1]
            bounds = (min(values), max(values)) if values else range_of(table.type)
        case ir.NonNull(thing):
            low, high = range_of(thing.type)
            bounds = max(low, 0), high
        case ir.InRange(value, least, most):
            low, high = range_of(value.type)
            bounds = max(low, least), min(high, most)
        case ir.Size(things):
            bounds = 0, width_of(things.type)
        case _:
            return expr
    new = within(type_, bounds)
    return expr if new is type_ else replace(expr, type=new)


Place = tuple[str, str]
"""A function and one of its locals; the empty name is for the result."""
INSIDE = ("value", "would", "procedure", "menu")
"""Kinds of functions that only the program itself calls."""


class ProgramRanges:
    """Collects what flows into each place, and computes the ranges."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.ranges: dict[Place, Range] = {}
        self.copies: defaultdict[Place, list[Place]] = defaultdict(list)
        self.fixed: set[Place] = set()
        outside = {*program.strains.functions, *program.scores, *program.ties, *program.always, *program.quantities}
        outside |= {*program.ending.sides, *program.ending.ahead}
        for function in program.functions.values():
            if function.name in outside or function.kind not in INSIDE:
                self.fixed.update((function.name, param.name) for param in function.params)
        for function in program.functions.values():
            self._collect_function(function)
        self._spread_copies()

    def of(self, function: str) -> dict[str, Range]:
        """Return the ranges in a function, by the name of the local."""
        return self._by_function.get(function, {})

    def _collect_function(self, function: ir.Function) -> None:
        for stmt in statements(function.body):
            for local, value in _assigned_locals(stmt):
                self._add_value((function.name, local.name), function.name, value)
            for name in called_by(stmt):
                self._add_call(name, stmt.args, function.name)  # type: ignore[union-attr]
            for expr in read_by(stmt):
                for part in everything(expr):
                    kind = part.__class__
                    if kind is ir.Call or kind is ir.AnyOffered:
                        self._add_call(part.function, part.args, function.name)  # type: ignore[union-attr]
                    elif kind is ir.Fold:
                        place = function.name, part.var.name  # type: ignore[union-attr]
                        self._join_range(place, of_members(part.things))  # type: ignore[union-attr]
            if isinstance(stmt, ir.Return) and stmt.value is not None and not isinstance(stmt.value, ir.Text):
                self._add_value((function.name, ""), function.name, stmt.value)

    def _add_call(self, name: str, args: tuple[ir.Expr, ...], caller: str) -> None:
        function = self.program.functions.get(name)
        for param, arg in zip(function.params, args, strict=True) if function is not None else ():
            self._add_value((name, param.name), caller, arg)

    def _add_value(self, place: Place, function: str, value: ir.Expr | Range) -> None:
        match value:
            case ir.Local(name):
                self.copies[function, name].append(place)
            case ir.Call(called):
                self.copies[called, ""].append(place)
            case tuple():
                self._join_range(place, value)
            case _:
                self._join_range(place, range_of(value.type))

    def _join_range(self, place: Place, bounds: Range) -> None:
        self.ranges[place] = spanning(self.ranges.get(place, bounds), bounds)

    def _spread_copies(self) -> None:
        """Propagate ranges along copies; parameters of functions called from outside have their declared ranges."""
        for function in self.program.functions.values():
            for param in function.params:
                if (function.name, param.name) in self.fixed:
                    self.ranges[function.name, param.name] = range_of(param.type)
        waiting = [place for place in self.copies if place in self.ranges]
        while waiting:
            place = waiting.pop()
            for copy in self.copies[place]:
                before = self.ranges.get(copy)
                self._join_range(copy, self.ranges[place])
                if self.ranges[copy] != before and copy in self.copies:
                    waiting.append(copy)
        self._by_function: dict[str, dict[str, Range]] = {}
        for (name, local), bounds in self.ranges.items():
            self._by_function.setdefault(name, {})[local] = bounds


def _assigned_locals(stmt: ir.Stmt) -> Iterator[tuple[ir.Local, ir.Expr | Range]]:
    """Yield the locals that a statement assigns to, with the value or its range."""
    match stmt:
        case ir.Let(local, value):
            yield local, value
        case ir.Count(local, low, high) | ir.Roll(local, low, high):
            yield local, (range_of(low.type)[0], range_of(high.type)[1])
        case ir.For(local, things) | ir.LineUp(_, local, things):
            yield local, of_members(things)
        case ir.Pop(_, local):
            yield local, range_of(local.type)
        case _:
            return
