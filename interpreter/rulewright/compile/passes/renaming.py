"""Renames locals, so that names stay unique when statements are inlined into another function."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import bound_in, mapped, rebuilt, with_locals

Names = dict[str, str]


def renamed(body: ir.Body, names: Names) -> ir.Body:
    """Return a body with some locals renamed."""

    def local(old: ir.Local) -> ir.Local:
        new = names.get(old.name)
        return old if new is None else ir.Local(new, old.type)

    def expr(old: ir.Expr) -> ir.Expr:
        return local(old) if isinstance(old, ir.Local) else with_locals(rebuilt(old, expr), local)

    def inside(inner: ir.Body) -> ir.Body:
        return tuple(with_locals(mapped(stmt, expr, inside), local) for stmt in inner)

    return inside(body) if names else body


class Taken:
    """The names of locals that are taken in a function."""

    def __init__(self, function: ir.Function) -> None:
        self.names = {local.name for local in (*bound_in(function.body), *function.params)}
        self.last: dict[str, int] = {}

    def distinct(self, body: ir.Body, own: Iterable[str]) -> ir.Body:
        """Return a body, whose locals are `own`, with unique names, and reserve them."""
        taken = [name for name in own if name in self.names]
        self.names.update(own)
        return renamed(body, {name: self.fresh(name) for name in taken})

    def fresh(self, name: str) -> str:
        """Return a free variant of a name, and reserve it."""
        stem = name.rsplit("_", 1)[0] if "_" in name else name
        at = self.last.get(stem, 1) + 1
        while f"{stem}_{at}" in self.names:
            at += 1
        self.last[stem] = at
        self.names.add(f"{stem}_{at}")
        return f"{stem}_{at}"
