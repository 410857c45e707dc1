"""Places the locals that `share` has chosen, and substitutes them for their values."""

from __future__ import annotations

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import deepened, mapped, rebuilt
from rulewright.compile.passes.regions import Value
from rulewright.compile.passes.renaming import Taken

SPLIT = 6
"""The most parts of a condition that become nested tests, so that locals can be placed between them."""
Uses = list[tuple[Value | None, bool]]
"""For each expression, in order: its value, and whether it is the first that evaluates it."""


def split(body: ir.Body) -> ir.Body:
    """Return a body with conjunctions split into nested tests, where there is no other case."""
    return tuple(_split(deepened(stmt, split)) for stmt in body)


def _split(stmt: ir.Stmt) -> ir.Stmt:
    match stmt:
        case ir.If(((ir.And(conditions), body),), ()):
            first, rest = conditions[: SPLIT - 1], conditions[SPLIT - 1 :]
            last = (ir.And(rest),) if len(rest) > 1 else rest
            for condition in reversed((*first, *last)):
                body = (ir.If(((condition, body),), ()),)
            return body[0]
        case _:
            return stmt


class Placing:
    """Places the locals, and substitutes them for their values."""

    def __init__(self, uses: Uses, taken: Taken) -> None:
        self.uses = iter(uses)
        self.taken = taken
        self.position = 0
        self.placed: dict[int, list[ir.Stmt]] = {}
        self.before = 1 << 60
        """The rewritten code will precede this statement, so locals placed later are not available to it."""

    def body(self, body: ir.Body) -> ir.Body:
        """Return a body with locals placed before the statements that need them."""
        new: list[ir.Stmt] = []
        for stmt in body:
            position, self.position = self.position, self.position + 1
            changed = mapped(stmt, self.expr, self.body)
            new += self.placed.pop(position, ())
            new.append(changed)
        return tuple(new)

    def expr(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with locals for what is evaluated more than once."""
        kind = expr.__class__
        if kind is ir.Const or kind is ir.Local:
            return expr
        value, first = next(self.uses)
        chosen = None if value is None else value.chosen()
        if not first:
            return expr if chosen is None or chosen.local is None or chosen.home > self.before else chosen.local
        if chosen is None:
            return rebuilt(expr, self.expr)
        before, self.before = self.before, min(self.before, chosen.home)
        new = rebuilt(expr, self.expr)
        self.before = before
        if chosen.local is None:
            chosen.local = ir.Local(self.taken.fresh("w"), expr.type)
            self.placed.setdefault(chosen.home, []).append(ir.Let(chosen.local, new))
        return new if chosen.home > self.before else chosen.local
