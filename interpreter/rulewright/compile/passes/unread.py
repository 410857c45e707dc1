"""Unread arguments: a local that the called function never reads becomes a constant in the call.

Whoever acts is an argument of every value, and most values of spaces or pieces ask about nobody. Without that argument
they depend on one number only, and `tabulate` makes tables of them: `cross(player, square)` becomes `cross(0, square)`.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int
from rulewright.compile.ir.walk import expressions, mapped, rebuilt, with_bodies


def unread(program: ir.Program) -> ir.Program:
    """Return the program with constants for locals that the functions called do not read."""
    arguments = _Arguments(program.functions)
    return with_bodies(program, arguments.body)


class _Arguments:
    def __init__(self, functions: dict[str, ir.Function]) -> None:
        self.functions = functions
        self.done: dict[str, ir.Body] = {}
        self.read: dict[str, frozenset[str]] = {}

    def body(self, function: ir.Function) -> ir.Body:
        """Return the body of a function, those of the functions that it calls first."""
        if function.name not in self.done:
            self.done[function.name] = function.body  # what calls itself reads what it did before
            self.done[function.name] = self._changed(function.body)
        return self.done[function.name]

    def _changed(self, body: ir.Body) -> ir.Body:
        return tuple(mapped(stmt, self.expr, self._changed) for stmt in body)

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with constants for the arguments that nobody reads."""
        found = rebuilt(expr, self.expr)
        if not isinstance(found, ir.Call):
            return found
        function = self.functions[found.function]
        if function.name not in self.read:
            body = self.body(function)
            self.read[function.name] = frozenset(e.name for e in expressions(body) if isinstance(e, ir.Local))
        read = self.read[function.name]
        given = zip(function.params, found.args, strict=True)
        return replace(found, args=tuple(arg if param.name in read else _constant(arg) for param, arg in given))


def _constant(arg: ir.Expr) -> ir.Expr:
    return ir.Const(arg.type.low, arg.type) if isinstance(arg, ir.Local) and isinstance(arg.type, Int) else arg
