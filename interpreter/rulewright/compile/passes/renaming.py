"""Renames locals, so that the names of statements that are put into another function stay unique there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import bound_by, everything, mapped, read_by, rebuilt, statements

Names = dict[str, str]


def bound_in(body: ir.Body) -> Iterator[str]:
    """Yield the names of the locals that the statements and folds of a body give values to."""
    for stmt in statements(body):
        local = bound_by(stmt)
        if local is not None:
            yield local.name
        for expr in read_by(stmt):
            for part in everything(expr):
                if isinstance(part, ir.Fold):
                    yield part.var.name


def renamed(body: ir.Body, names: Names) -> ir.Body:
    """Return a body with other names for some locals."""

    def local(old: ir.Local) -> ir.Local:
        new = names.get(old.name)
        return old if new is None else ir.Local(new, old.type)

    def expr(old: ir.Expr) -> ir.Expr:
        if isinstance(old, ir.Local):
            return local(old)
        new = rebuilt(old, expr)
        if isinstance(new, ir.Fold) and new.var.name in names:
            return ir.Fold(new.how, local(new.var), new.things, new.test, new.value, new.type)
        return new

    def inside(inner: ir.Body) -> ir.Body:
        return tuple(rebound(mapped(stmt, expr, inside)) for stmt in inner)

    def rebound(stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.Let(old, value):
                return ir.Let(local(old), value)
            case ir.For(old, things, inner, start, key):
                return ir.For(local(old), things, inner, start, key)
            case ir.Count(old, low, high, inner, budgeted):
                return ir.Count(local(old), low, high, inner, budgeted)
            case ir.Laps(old, inner):
                return ir.Laps(local(old), inner)
            case ir.Roll(old, low, high, counter, stream, site):
                return ir.Roll(local(old), low, high, counter, stream, site)
            case ir.Pop(circle, old):
                return ir.Pop(circle, local(old))
            case ir.LineUp(field, old, things, key):
                return ir.LineUp(field, local(old), things, key)
            case ir.Dispatch(old, functions, args):
                return ir.Dispatch(local(old), functions, args)
            case _:
                return stmt

    return inside(body) if names else body


class Taken:
    """The names of the locals of a function, from which others must differ."""

    def __init__(self, function: ir.Function) -> None:
        self.names = {*bound_in(function.body), *(param.name for param in function.params)}
        self.last: dict[str, int] = {}

    def distinct(self, body: ir.Body, own: Iterable[str]) -> ir.Body:
        """Return a body, whose locals are `own`, with names that nothing else has; they are taken from now on."""
        taken = [name for name in own if name in self.names]
        self.names.update(own)
        return renamed(body, {name: self.fresh(name) for name in taken})

    def fresh(self, name: str) -> str:
        """Return a name like one, but not taken; it is taken from now on."""
        stem = name.rsplit("_", 1)[0] if "_" in name else name
        at = self.last.get(stem, 1) + 1
        while f"{stem}_{at}" in self.names:
            at += 1
        self.last[stem] = at
        self.names.add(f"{stem}_{at}")
        return f"{stem}_{at}"
