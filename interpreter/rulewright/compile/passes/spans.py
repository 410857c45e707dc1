"""Interprocedural ranges: those of locals, parameters and results, joined over all assignments, calls and returns.

A value that is another local, parameter or result has its range, so ranges are joined along such copies until nothing
changes; every other value has the range of its type.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Range, range_of, spanning
from rulewright.compile.ir.walk import called_by, everything, read_by, statements
from rulewright.compile.passes.bounds import of_members

Place = tuple[str, str]
"""A function and one of its locals; the empty name is for the result."""
INSIDE = ("value", "procedure", "menu")
"""Kinds of functions that only the program itself calls."""


class Spans:
    """Collects what flows into each place, and computes the ranges."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.ranges: dict[Place, Range] = {}
        self.copies: defaultdict[Place, list[Place]] = defaultdict(list)
        self.fixed: set[Place] = set()
        outside = {*program.strains.functions, *program.scores, *program.ties, *program.always, *program.quantities}
        for function in program.functions.values():
            if function.name in outside or function.kind not in INSIDE:
                self.fixed.update((function.name, param.name) for param in function.params)
        for function in program.functions.values():
            self._collect(function)
        self._spread()

    def of(self, function: str) -> dict[str, Range]:
        """Return the ranges in a function, by the name of the local."""
        return self._by_function.get(function, {})

    def _collect(self, function: ir.Function) -> None:
        for stmt in statements(function.body):
            for local, value in _given(stmt):
                self._gives((function.name, local.name), function.name, value)
            for name in called_by(stmt):
                self._called(name, stmt.args, function.name)  # type: ignore[union-attr]
            for expr in read_by(stmt):
                for part in everything(expr):
                    kind = part.__class__
                    if kind is ir.Call or kind is ir.AnyOffered:
                        self._called(part.function, part.args, function.name)  # type: ignore[union-attr]
                    elif kind is ir.Fold:
                        place = function.name, part.var.name  # type: ignore[union-attr]
                        self._join(place, of_members(part.things))  # type: ignore[union-attr]
            if isinstance(stmt, ir.Return) and stmt.value is not None and not isinstance(stmt.value, ir.Text):
                self._gives((function.name, ""), function.name, stmt.value)

    def _called(self, name: str, args: tuple[ir.Expr, ...], caller: str) -> None:
        function = self.program.functions.get(name)
        for param, arg in zip(function.params, args, strict=True) if function is not None else ():
            self._gives((name, param.name), caller, arg)

    def _gives(self, place: Place, function: str, value: ir.Expr | Range) -> None:
        match value:
            case ir.Local(name):
                self.copies[function, name].append(place)
            case ir.Call(called):
                self.copies[called, ""].append(place)
            case tuple():
                self._join(place, value)
            case _:
                self._join(place, range_of(value.type))

    def _join(self, place: Place, bounds: Range) -> None:
        self.ranges[place] = spanning(self.ranges.get(place, bounds), bounds)

    def _spread(self) -> None:
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
                self._join(copy, self.ranges[place])
                if self.ranges[copy] != before and copy in self.copies:
                    waiting.append(copy)
        self._by_function: dict[str, dict[str, Range]] = {}
        for (name, local), bounds in self.ranges.items():
            self._by_function.setdefault(name, {})[local] = bounds


def _given(stmt: ir.Stmt) -> Iterator[tuple[ir.Local, ir.Expr | Range]]:
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
