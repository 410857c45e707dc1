"""Unrolling: a fold or loop over a few constant things becomes one expression or stretch of statements for each.

Saves the list and the function that Python makes for every fold (a third of a microsecond), and evaluates no more
conditions than are needed; indices and entries of tables become constants. C compilers do the same themselves.
"""

from __future__ import annotations

from functools import reduce

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.operators import members
from rulewright.compile.ir.types import Int, Set, range_of, range_of_arith, spanning
from rulewright.compile.ir.walk import (
    bodies,
    bound_in,
    everything,
    expressions,
    mapped,
    rebuilt,
    statements,
    with_bodies,
)
from rulewright.compile.passes.algebra import droppable, simpler

MOST = 6
"""Things that a fold or loop goes through at most."""
FOLD, LOOP = 100, 500
"""Nodes that a fold or loop becomes at most: a table of conditions for five columns, say."""


def unroll(program: ir.Program) -> ir.Program:
    """Return the program without folds and loops over a few constant things."""
    return with_bodies(program, lambda function: _unrolled(function.body))


def _unrolled(body: ir.Body) -> ir.Body:
    new: list[ir.Stmt] = []
    for stmt in body:
        inner = mapped(stmt, _folded, _unrolled)
        new += _rounds(inner) if isinstance(inner, ir.For) else (inner,)
    return tuple(new)


def _rounds(loop: ir.For) -> ir.Body:
    """Return the body of a loop for each of its things; the loop itself where that would be too much."""
    things = loop.things
    if not isinstance(things, ir.Const) or loop.start is not None or loop.key is not None:
        return (loop,)
    number = things.value.bit_count()
    if number > MOST or number * _size(loop.body) > LOOP or _leaves(loop.body) or _is_local(loop.var, loop.body):
        return (loop,)
    return tuple(stmt for member in members(things.value) for stmt in _for_member(loop.body, loop.var, member))


def _size(body: ir.Body) -> int:
    return sum(1 for _ in statements(body)) + sum(1 for _ in expressions(body))


def _is_local(var: ir.Local, body: ir.Body) -> bool:
    """Whether a body needs a variable as such, and a constant in its place would not do."""
    calls = (stmt.piece for stmt in statements(body) if isinstance(stmt, ir.Dispatch))
    return any(local.name == var.name for local in (*bound_in(body), *calls))


def _leaves(body: ir.Body) -> bool:
    """Whether statements leave the loop that they are the body of, or its round."""
    return any(
        isinstance(stmt, ir.Break | ir.Continue)
        or (not isinstance(stmt, ir.For | ir.Count | ir.Once) and any(map(_leaves, bodies(stmt))))
        for stmt in body
    )


def _for_member(body: ir.Body, var: ir.Local, member: int) -> ir.Body:
    return tuple(
        mapped(stmt, lambda expr: _put(expr, var, member), lambda inner: _for_member(inner, var, member))
        for stmt in body
    )


def _put(expr: ir.Expr, var: ir.Local, member: int) -> ir.Expr:
    """Return an expression with a constant in place of a variable."""
    if isinstance(expr, ir.Local):
        return ir.Const(member, Int(member, member)) if expr.name == var.name else expr
    new = rebuilt(expr, lambda part: _put(part, var, member))
    return expr if new is expr else simpler(new)


def _folded(expr: ir.Expr) -> ir.Expr:
    new = rebuilt(expr, _folded)
    if not isinstance(new, ir.Fold) or not isinstance(new.things, ir.Const):
        return new
    number, value = new.things.value.bit_count(), new.value if new.value is not None else new.var
    if not 0 < number <= MOST or new.how not in ("any", "every", "count", "filter", "sum", "union"):
        return new
    inside = [part for part in (new.test, new.value) if part is not None]
    if not all(map(droppable, inside)) or number * sum(1 for part in inside for _ in everything(part)) > FOLD:
        return new
    return _joined(new, [_member(new, value, member) for member in members(new.things.value)])


def _member(fold: ir.Fold, value: ir.Expr, member: int) -> ir.Expr:
    """Return what one member adds to a fold."""
    if fold.how in ("count", "filter"):
        value = ir.Const(1, Int(1, 1)) if fold.how == "count" else ir.Const(1 << member, fold.type)
    value = _put(value, fold.var, member)
    if fold.test is None:
        return value
    nothing = ir.Const(0, value.type if isinstance(value.type, Set) else Int(0, 0))
    type_ = value.type if isinstance(value.type, Set) else Int(*spanning(range_of(value.type), (0, 0)))
    return simpler(ir.Choose(_put(fold.test, fold.var, member), value, nothing, type_))


def _joined(fold: ir.Fold, parts: list[ir.Expr]) -> ir.Expr:
    match fold.how:
        case "any":
            return simpler(ir.Or(tuple(dict.fromkeys(parts))))
        case "every":
            return simpler(ir.And(tuple(dict.fromkeys(parts))))
        case "filter" | "union":
            return reduce(lambda a, b: simpler(ir.Join("|", a, b, fold.type)), parts)
        case _:
            return reduce(_sum, parts)


def _sum(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return simpler(ir.Arith("+", a, b, Int(*range_of_arith("+", range_of(a.type), range_of(b.type)))))
