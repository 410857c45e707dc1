"""Simplification: constants are folded, and algebra removes what has no influence on a value.

For both backends, and for the traced build: less code to generate, compile and run. Later passes produce constants, so
those that do call `simpler` on the nodes they change. For instance, `size(x) > 0 and true` becomes `x != {}`.
"""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import range_of
from rulewright.compile.ir.walk import mapped, rebuilt, with_bodies
from rulewright.compile.passes.algebra import droppable, simpler


def simplify(program: ir.Program) -> ir.Program:
    """Return the program with all expressions simplified."""
    return with_bodies(program, lambda function: simplified_body(function.body))


def simplified(expr: ir.Expr) -> ir.Expr:
    """Return an expression with every node simplified, the innermost ones first."""
    kind = expr.__class__
    if kind is ir.Local or kind is ir.Const:
        return expr
    return simpler(rebuilt(expr, simplified))


def simplified_body(body: ir.Body) -> ir.Body:
    """Return a body with all expressions simplified, without checks that cannot fail."""
    return tuple(new for stmt in body if (new := mapped(stmt, simplified, simplified_body)) and not _always_holds(new))


def _always_holds(stmt: ir.Stmt) -> bool:
    """Whether a statement is a check that cannot fail."""
    if not isinstance(stmt, ir.Check):
        return False
    low, high = range_of(stmt.value.type)
    return stmt.low <= low and high <= stmt.high and droppable(stmt.value)
