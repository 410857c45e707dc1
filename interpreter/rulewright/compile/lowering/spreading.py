"""What can be reached from things, as waves over sets of bits: each is what the last one leads to and is not yet known.

A wave is computed at once where that is possible: the spaces beside a set of spaces are four shifts, and `spaces above
(it - walls)`, which the rules say of one space, holds for a set in place of `it`, too. Where it is not, what each
member of the last wave leads to is united. In either case, every thing is in one wave only.

A spread becomes the call of a function, whose parameters are the sets and the local variables that it depends on:

    function reached_1(start, through):
        let found = start & through
        let last = found
        count n from 1 to 9:
            if last is empty: break
            let last = (beside(last) & through) - found
            let found = found | last
        return found
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rulewright.check import core as c
from rulewright.check.core.walk import substitute
from rulewright.compile.inline import may_fail, uses
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope, free_locals, set_type


def lowered(scope: LoweringScope, v: c.Spread) -> ir.Expr:
    """Lower a spread to the call of a function of its own."""
    spread = SpreadLowering(scope, v)
    if v.how == "distance":
        steps = spread.distance()
        return ir.NonNull(steps, scope.site(v.span), Int(0, spread.things.size), "way")
    return spread.firsts_of_parts() if v.how == "parts" else spread.reached()


def leads_to(scope: LoweringScope, v: c.Spread, goal: ir.Expr) -> ir.Expr:
    """Lower whether anything of a set can be reached: the waves end when it is."""
    spread = SpreadLowering(scope, v)
    spread.given["goal"] = goal
    return ir.Compare("!=", spread.distance(), make.number(-1))


@dataclass(slots=True)
class SpreadLowering:
    """One spread: what its function is given, by the names of the parameters."""

    scope: LoweringScope
    spread: c.Spread
    given: dict[str, ir.Expr] = field(default_factory=dict)
    kept: list[tuple[c.Value, c.Var]] = field(default_factory=list)
    """What parameters stand for, and their variables, which are kept alive, as the scope knows them by identity."""

    def __post_init__(self) -> None:
        v = self.spread
        for name, value in (("start", v.things), ("through", v.through), ("most", v.limit), ("goal", v.goal)):
            if value is not None:
                self.given[name] = self.scope.expr(value)

    @property
    def things(self) -> Set:
        """The type of all sets of things."""
        return set_type(self.spread.onward.type)

    def reached(self) -> ir.Expr:
        """Return everything that is reached, the first things included."""
        found, last = ir.Local("found", self.things), self._last()
        most: ir.Expr = make.number(self.things.size)
        if "most" in self.given:
            most = make.arith("min", ir.Local("most", self.given["most"].type), most)
        wave: ir.Body = (ir.If(((make.empty(last), (ir.Break(),)),), ()), *self._next_wave(found, last))
        return self._called(
            ir.Let(found, self._begun()), ir.Let(last, found),
            ir.Count(ir.Local("n", Int(1, self.things.size)), make.number(1), most, wave, 0), ir.Return(found),
        )  # fmt: skip

    def distance(self) -> ir.Expr:
        """Return the number of steps to the first thing of the goal; -1 if none is reached."""
        found, last, step = ir.Local("found", self.things), self._last(), ir.Local("n", Int(0, self.things.size))
        there = make.filled(make.meet(last, ir.Local("goal", self.things)))
        wave: ir.Body = (
            ir.If(((there, (ir.Return(step),)),), ()), ir.If(((make.empty(last), (ir.Break(),)),), ()),
            *self._next_wave(found, last),
        )  # fmt: skip
        return self._called(
            ir.Let(found, self._begun()), ir.Let(last, found),
            ir.Count(step, make.number(0), make.number(self.things.size), wave, 0),
            ir.Return(ir.Const(-1, Int(-1, self.things.size))),
        )  # fmt: skip

    def firsts_of_parts(self) -> ir.Expr:
        """Return the first thing, and that of what is left without all that is reached from it, and so on."""
        rest, firsts, lead = (ir.Local(name, self.things) for name in ("rest", "firsts", "lead"))
        inner = SpreadLowering(self.scope, replace(self.spread, how="reached", through=self.spread.things))
        inner.given |= {"start": lead, "through": rest}
        first = ir.Pick("first", rest, Int(0, self.things.size - 1, self.things.domain))
        part: ir.Body = (
            ir.If(((make.empty(rest), (ir.Break(),)),), ()),
            ir.Let(lead, ir.Single(first, self.things)),
            ir.Let(firsts, make.union(firsts, lead)),
            ir.Let(rest, make.without(rest, inner.reached())),
        )
        return self._called(
            ir.Let(rest, ir.Local("start", self.things)), ir.Let(firsts, ir.Const(0, self.things)),
            ir.Count(ir.Local("n", Int(1, self.things.size)), make.number(1), make.number(self.things.size), part, 0),
            ir.Return(firsts),
        )  # fmt: skip

    def _begun(self) -> ir.Expr:
        start = ir.Local("start", self.things)
        return start if self.spread.through is None else make.meet(start, ir.Local("through", self.things))

    def _last(self) -> ir.Local:
        """Return the variable for the last wave: a name that no spread has which is being lowered around this one."""
        known = self.scope.env.values()
        around = sum(isinstance(found, ir.Local) and found.name.startswith("last") for found in known)
        return ir.Local(f"last{around or ''}", self.things)

    def _next_wave(self, found: ir.Local, last: ir.Local) -> ir.Body:
        """Return what goes on to the things that the last wave leads to, as far as one may and they are new."""
        front = c.Var("it", self.spread.onward.type)
        self.scope.env[id(front)] = last
        led = self.scope.expr(self._of_set(self.spread.onward, front))
        del self.scope.env[id(front)]
        if self.spread.through is not None:
            led = make.meet(led, ir.Local("through", self.things))
        return ir.Let(last, make.without(led, found)), ir.Let(found, make.union(found, last))

    def _called(self, *body: ir.Stmt) -> ir.Expr:
        """Return the call of the function with a body, which is also given the locals that it reads from around."""
        end = body[-1]
        assert isinstance(end, ir.Return) and end.value is not None and not isinstance(end.value, ir.Text)
        params = tuple(free_locals(body))
        name = self._function_named(params, end.value.type, body)
        return ir.Call(name, tuple(self.given.get(param.name, param) for param in params), end.value.type)

    def _function_named(self, params: tuple[ir.Local, ...], result: Type, body: ir.Body) -> str:
        """Return the name of a function of the program, which is added unless there is an equal one."""
        known = self.scope.whole.functions
        number = sum(name.startswith("reached_") for name in known)
        for name in (f"reached_{at}" for at in range(number)):
            if (known[name].params, known[name].body) == (params, body):
                return name
        name = f"reached_{number}"
        known[name] = ir.Function(name, "value", params, result, body, self.scope.rule)
        return name

    def _of_set(self, value: c.Value, front: c.Var) -> c.Value:
        """Return the union of a set over all values of the variable: as a value of their set, as far as possible."""
        var = self.spread.var

        def of(part: c.Value) -> c.Value:
            return self._of_set(part, front)

        if not uses(value, var):
            return self._known_before(value)
        match value:
            case c.Singleton() | c.Sure() if _is_var(value.thing, var):
                return c.Use(front)
            case c.Nearby():
                return c.Nearby(value.how, c.Use(front) if _is_var(value.thing, var) else of(value.thing), value.type)
            case c.Binary(operator="or"):
                return replace(value, left=of(value.left), right=of(value.right))
            case c.Binary() if not uses(value.right, var):
                return replace(value, left=of(value.left), right=of(value.right))
            case c.Binary(operator="and") if not uses(value.left, var):
                return replace(value, left=of(value.left), right=of(value.right))
            case c.Filter() if not uses(value.condition, var):
                return replace(value, things=of(value.things))
            case c.Fold(how="union") if not uses(value.value, var):
                return replace(value, things=of(value.things))
        each = c.Var("it", var.type)
        return c.Fold("union", each, c.Use(front), substitute(value, {id(var): c.Use(each)}), value.type)

    def _known_before(self, value: c.Value) -> c.Value:
        """Return a set that is the same in each wave, as a parameter where evaluating it early saves work."""
        if isinstance(value, c.Const | c.Use) or may_fail(value):
            return value
        for kept, known in self.kept:
            if kept is value:
                return c.Use(known)
        name = ir.Local(f"given{len(self.given)}", set_type(value.type))
        self.given[name.name] = self.scope.expr(value)
        known = c.Var(name.name, value.type)
        self.scope.env[id(known)] = name
        self.kept.append((value, known))
        return c.Use(known)


def _is_var(value: c.Value, var: c.Var) -> bool:
    return isinstance(value, c.Use) and value.var is var
