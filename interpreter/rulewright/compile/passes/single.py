"""Substitutes the value of a local that is read only once, right after it is assigned."""

from __future__ import annotations

from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import deepened, mapped, parts, rebuilt
from rulewright.compile.passes.algebra import droppable

Reads = dict[str, int]


def count_locals(expr: ir.Expr, reads: Reads) -> None:
    """Add how often each local is read in an expression."""
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        if part.__class__ is ir.Local:
            reads[part.name] = reads.get(part.name, 0) + 1
        else:
            waiting.extend(parts(part))


def without_single(body: ir.Body, reads: Reads, lets: dict[str, list[ir.Expr]]) -> ir.Body:
    """Return a body without the locals that are assigned once and read once, before any other effect.

    `reads` and `lets` hold the number of reads of each local in the function, and the values assigned to it.
    """
    new: list[ir.Stmt] = []
    pending: dict[str, ir.Let] = {}
    for stmt in body:
        if pending:
            stmt = _with_values(stmt, pending)
        stmt = deepened(stmt, lambda inner: without_single(inner, reads, lets))
        if isinstance(stmt, ir.Let):
            name = stmt.local.name
            _settle(pending, new, stmt)
            if reads.get(name) == 1 and len(lets[name]) == 1 and droppable(stmt.value):
                pending[name] = stmt
                continue
        else:
            new += pending.values()
            pending.clear()
        new.append(stmt)
    return (*new, *pending.values())


def _settle(pending: dict[str, ir.Let], new: list[ir.Stmt], stmt: ir.Let) -> None:
    """Keep pending locals that an assignment still reads, inside a fold, or whose values depend on what it assigns."""
    still: Reads = {}
    count_locals(stmt.value, still)
    for name, let in list(pending.items()):
        read: Reads = {}
        count_locals(let.value, read)
        if name in still or stmt.local.name in read:
            new.append(pending.pop(name))


def _with_values(stmt: ir.Stmt, pending: dict[str, ir.Let]) -> ir.Stmt:
    """Return a statement with pending values substituted in what it evaluates first, and only once."""

    def change(expr: ir.Expr) -> ir.Expr:
        if isinstance(expr, ir.Local) and expr.name in pending:
            return change(pending.pop(expr.name).value)
        if isinstance(expr, ir.Fold):
            things = change(expr.things)
            if things is expr.things:
                return expr
            return ir.Fold(expr.how, expr.var, things, expr.test, expr.value, expr.type)
        return rebuilt(expr, change)

    match stmt:
        case ir.If(((test, body), *others), otherwise):
            return ir.If(((change(test), body), *others), otherwise)
        case ir.For(things=things) | ir.LineUp(things=things):
            return replace(stmt, things=change(things))
        case _:
            return mapped(stmt, change, lambda inner: inner)
