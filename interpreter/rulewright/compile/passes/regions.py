"""Regions of a function, and the values that are evaluated in them, for `share`.

A region is what is reached, or repeated, together: the body of a function, loop or case, or the part of an expression
that is evaluated only sometimes or for each member of a set. A value is made where it is evaluated first. When its
region ends, it floats into the region around, if it may be evaluated there: another region may need it, too. If both
branches of an `if` need `size(hand)`, say, each has a use of weight 0.5 there; in the region around it is used once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import deepened, mapped, rebuilt
from rulewright.compile.passes.numbering import LOCAL, Info
from rulewright.compile.passes.renaming import Taken

CHEAP = 16
OFTEN = 1.5
"""A speculative value that costs more than `CHEAP` must have at least this many expected uses."""

Site = tuple["Region", "SharedValue | None"]
"""Where an expression is: the region, and the value of the smallest expression around it that could get a local."""


@dataclass(slots=True, eq=False)
class SharedValue:
    """A value and its uses; `home` is the statement before which a local for it would be placed.

    `certain`: it is evaluated whenever its region is. `around`: the larger value that it is part of, where it is
    evaluated first. `inner`: the same value in regions inside this one.
    """

    region: Region
    home: int
    info: Info
    certain: bool
    around: SharedValue | None = None
    sites: list[Site] = field(default_factory=list)
    outer: SharedValue | None = None
    inner: list[SharedValue] = field(default_factory=list)
    local: ir.Local | None = None
    placed: bool | None = None

    def uses(self) -> float:
        """Return the expected uses of the value each time its region is reached.

        What is part of another value that gets a local is used where that local is placed.
        """
        total, counted = 0.0, set[SharedValue]()
        for region, around in self._all_sites():
            larger = None
            while around is not None and (larger := around.chosen()) is None:
                around = around.around
            if larger is None:
                total += region.weight
            elif larger.region.depth >= self.region.depth and larger not in counted:
                total += larger.region.weight
                counted.add(larger)
        return total / self.region.weight

    def _all_sites(self) -> Iterator[Site]:
        yield from self.sites
        for value in self.inner:
            yield from value._all_sites()

    def chosen(self) -> SharedValue | None:
        """Return the value, in this region or one around it, that gets a local."""
        outer = None if self.outer is None else self.outer.chosen()
        if outer is not None:
            return outer
        if self.placed is None:
            self.placed = self.region.holds_statements and self._pays_off()
        return self if self.placed else None

    def _pays_off(self) -> bool:
        if not self.sites and len(self.inner) == 1 and self.inner[0].region.factor < 1:
            return False  # nothing else needs it here
        uses, cost = self.uses(), self.info.cost
        if not self.certain and cost > CHEAP and uses < OFTEN:
            return False
        return (uses - 1) * cost > (uses + 1) * LOCAL


@dataclass(slots=True, eq=False)
class Region:
    """A region. `factor`: how often it is reached from the one around it; `weight`: from the function's beginning.

    `here` is the statement that is being looked at, `since` the time before it (in an expression, before the region);
    `leaky`: a statement before it may have left the region.
    """

    outer: Region | None
    factor: float
    since: int
    holds_statements: bool
    here: int = -1
    leaky: bool = False
    depth: int = 0
    weight: float = 1.0
    made: dict[int, SharedValue] = field(default_factory=dict)
    floating: dict[int, tuple[SharedValue, int]] = field(default_factory=dict)
    """Values that floated up from inner regions, by number, and since when they are unchanged."""

    def __post_init__(self) -> None:
        if self.outer is not None:
            self.depth, self.weight = self.outer.depth + 1, self.outer.weight * self.factor


SPLIT = 6
"""The most parts of a condition that become nested tests, so that locals can be placed between them."""
Uses = list[tuple[SharedValue | None, bool]]
"""For each expression, in order: its value, and whether it is the first that evaluates it."""


def split(body: ir.Body) -> ir.Body:
    """Return a body with conjunctions split into nested tests, where there is no other case."""
    return tuple(_split_statement(deepened(stmt, split)) for stmt in body)


def _split_statement(stmt: ir.Stmt) -> ir.Stmt:
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
