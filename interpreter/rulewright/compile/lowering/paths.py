"""The longest path along links, as a function that calls itself: all ways are tried, and given up when too short.

Of the places where the last link of a way has led, each link that is left goes on. What is left of the length of all
links bounds what a way can still become. The rounds are charged to the budget, since there may be very many ways.

    function path_0(place, rest, done, left, most):
        let most = max(most, done)
        for link in links of place & rest:
            if done + left <= most: break
            let most = path_0(the other end, rest - link, done + length, left - length, most)
        return most
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope, free_locals, members, set_type

STEPS = 10
"""How many steps of the budget each link takes that a way goes along."""
OWN = ("place", "rest", "done", "left", "most")
"""The parameters of the function that calls itself; what it reads besides is the same in all calls."""


def longest_path(scope: LoweringScope, v: c.LongestPath) -> ir.Expr:
    """Lower the length of the longest path to the call of a function."""
    lowering = _LongestPath(scope, v)
    given = {"links": scope.expr(v.things)}
    if v.through is not None:
        given["through"] = scope.expr(v.through)
    body = lowering.from_everywhere()
    params = tuple(free_locals(body))
    name = f"longest_{len(scope.whole.functions)}"
    scope.whole.functions[name] = ir.Function(name, "value", params, lowering.length, body, scope.rule)
    return ir.Call(name, tuple(given.get(param.name, param) for param in params), lowering.length)


class _LongestPath:
    def __init__(self, scope: LoweringScope, v: c.LongestPath) -> None:
        self.scope, self.path = scope, v
        self.links = set_type(v.things.type)
        self.places = set_type(v.ends.type)
        self.link = scope.code.local(Int(0, members(v.things.type) - 1), "i")
        scope.env[id(v.var)] = self.link
        self.worth = scope.expr(v.worth)
        highest = max(1, *map(abs, range_of(self.worth.type))) * members(v.things.type)
        self.length = Int(-highest, highest)
        self.place, self.rest = ir.Local("place", Int(0, self.places.size - 1)), ir.Local("rest", self.links)
        self.done, self.left, self.most = (ir.Local(name, self.length) for name in ("done", "left", "most"))
        self.name = f"path_{len(scope.whole.functions)}"

    def from_everywhere(self) -> ir.Body:
        """Return the function's body that tries the ways from each place, and add the function that tries one."""
        shared = self._add_function()
        links, most = ir.Local("links", self.links), self.most
        total = ir.Fold("sum", self.link, links, None, make.arith("max", self.worth, make.number(0)), self.length)
        ends = ir.Fold("union", self.link, links, None, self._ends(), self.places)
        begin: tuple[ir.Expr, ...] = (self.place, links, make.number(0), self.left, most, *shared)
        return (
            ir.Let(self.left, total), ir.Let(most, make.number(0)),
            ir.For(self.place, ends, (ir.Let(most, ir.Call(self.name, begin, self.length)),)), ir.Return(most),
        )  # fmt: skip

    def _add_function(self) -> tuple[ir.Local, ...]:
        """Add the function that goes on from a place; return its parameters besides its own."""
        own = (self.place, self.rest, self.done, self.left, self.most)
        shared = tuple(local for local in free_locals(self._from_place(())) if local.name not in OWN)
        body = self._from_place(shared)
        known = ir.Function(self.name, "value", (*own, *shared), self.length, body, self.scope.rule)
        self.scope.whole.functions[self.name] = known
        return shared

    def _from_place(self, shared: tuple[ir.Expr, ...]) -> ir.Body:
        v, scope = self.path, self.scope
        other = ir.Local("other", Int(0, self.places.size - 1))
        rest = make.without(self.rest, ir.Single(self.link, self.links))
        left = make.arith("-", self.left, make.arith("max", self.worth, make.number(0)))
        longer = ir.Local("longer", self.length)
        onward = ir.Call(self.name, (other, rest, longer, left, self.most, *shared), self.length)
        found: ir.Stmt = ir.Let(self.most, onward)
        if v.through is not None:
            may_go_on = ir.Has(ir.Local("through", self.places), other)
            stays = ir.Let(self.most, make.arith("max", self.most, longer))
            found = ir.If(((may_go_on, (found,)),), (stays,))
        outer, scope.at = scope.at, v.span
        own = ir.Entry(scope.whole.tables.of(v.of_thing.values, self.links), self.place, self.links)
        links = scope.charged(make.meet(own, self.rest), STEPS)
        scope.at = outer
        too_short = ir.Compare("<=", make.plus(self.done, self.left), self.most)
        end = ir.Pick("first", make.without(self._ends(), ir.Single(self.place, self.places)), other.type)
        body: ir.Body = (
            ir.If(((too_short, (ir.Break(),)),), ()),
            ir.Let(other, end), ir.Let(longer, make.plus(self.done, self.worth)), found,
        )  # fmt: skip
        return (
            ir.Let(self.most, make.arith("max", self.most, self.done)), ir.For(self.link, links, body),
            ir.Return(self.most),
        )  # fmt: skip

    def _ends(self) -> ir.Expr:
        """Return the two things that the link joins."""
        return ir.Entry(self.scope.whole.tables.of(self.path.ends.values, self.places), self.link, self.places)
