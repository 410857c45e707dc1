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

from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.walk import substitute
from rulewright.compile.inline import uses
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope, free_locals, set_type


def lowered(scope: LoweringScope, v: c.Spread) -> ir.Expr:
    """Lower a spread to the call of a function of its own."""
    things = set_type(v.onward.type)
    given = {"start": scope.expr(v.things)}
    for name, value in (("through", v.through), ("most", v.limit), ("goal", v.goal)):
        if value is not None:
            given[name] = scope.expr(value)
    if v.how == "distance":
        steps = ir.Call(*_call(scope, _distance(scope, v, things), given), Int(-1, things.size))
        return ir.NonNull(steps, scope.site(v.span), Int(0, things.size), "way")
    if v.how == "parts":
        return ir.Call(*_call(scope, _first_of_parts(scope, v, things), given), things)
    return ir.Call(*_call(scope, _reached(scope, v, things, given), given), things)


def _call(scope: LoweringScope, body: ir.Body, given: dict[str, ir.Expr]) -> tuple[str, tuple[ir.Expr, ...]]:
    """Return the name of the function with a body, and its arguments: those given, and the locals that it reads."""
    params = tuple(free_locals(body))
    name = _function_named(scope, ir.Function("", "value", params, _result_of(body), body, scope.rule))
    return name, tuple(given.get(param.name, param) for param in params)


def _result_of(body: ir.Body) -> Type:
    last = body[-1]
    assert isinstance(last, ir.Return) and last.value is not None and not isinstance(last.value, ir.Text)
    return last.value.type


def _function_named(scope: LoweringScope, function: ir.Function) -> str:
    """Return the name of a function of the program, which is added unless there is an equal one."""
    known = scope.whole.functions
    number = sum(name.startswith("reached_") for name in known)
    for name in (f"reached_{at}" for at in range(number)):
        if replace(known[name], name="", rule="") == replace(function, rule=""):
            return name
    known[f"reached_{number}"] = replace(function, name=f"reached_{number}")
    return f"reached_{number}"


def _reached(scope: LoweringScope, v: c.Spread, things: Set, given: dict[str, ir.Expr]) -> ir.Body:
    found, last, step = ir.Local("found", things), _last(scope, things), ir.Local("n", Int(1, things.size))
    most = ir.Local("most", given["most"].type) if "most" in given else make.number(things.size)
    wave: ir.Body = (
        ir.If(((make.empty(last), (ir.Break(),)),), ()),
        ir.Let(last, make.without(_next_wave(scope, v, last), found)),
        ir.Let(found, make.union(found, last)),
    )
    return (
        ir.Let(found, _begun(v, things)), ir.Let(last, found),
        ir.Count(step, make.number(1), most, wave, 0), ir.Return(found),
    )  # fmt: skip


def _distance(scope: LoweringScope, v: c.Spread, things: Set) -> ir.Body:
    found, last, step = ir.Local("found", things), _last(scope, things), ir.Local("n", Int(0, things.size))
    wave: ir.Body = (
        ir.If(((make.filled(make.meet(last, ir.Local("goal", things))), (ir.Return(step),)),), ()),
        ir.If(((make.empty(last), (ir.Break(),)),), ()),
        ir.Let(last, make.without(_next_wave(scope, v, last), found)),
        ir.Let(found, make.union(found, last)),
    )
    return (
        ir.Let(found, _begun(v, things)), ir.Let(last, found),
        ir.Count(step, make.number(0), make.number(things.size), wave, 0),
        ir.Return(ir.Const(-1, Int(-1, things.size))),
    )  # fmt: skip


def _first_of_parts(scope: LoweringScope, v: c.Spread, things: Set) -> ir.Body:
    """Take the first thing, and everything that is reached from it, until nothing is left."""
    rest, firsts = ir.Local("rest", things), ir.Local("firsts", things)
    one, step = ir.Local("one", things), ir.Local("n", Int(1, things.size))
    whole = replace(v, how="reached", through=v.things)
    reached = ir.Call(*_call(scope, _reached(scope, whole, things, {}), {"start": one, "through": rest}), things)
    first = ir.Single(ir.Pick("first", rest, Int(0, things.size - 1, things.domain)), things)
    part: ir.Body = (
        ir.If(((make.empty(rest), (ir.Break(),)),), ()),
        ir.Let(one, first),
        ir.Let(firsts, make.union(firsts, one)),
        ir.Let(rest, make.without(rest, reached)),
    )
    return (
        ir.Let(rest, ir.Local("start", things)), ir.Let(firsts, ir.Const(0, things)),
        ir.Count(step, make.number(1), make.number(things.size), part, 0), ir.Return(firsts),
    )  # fmt: skip


def _begun(v: c.Spread, things: Set) -> ir.Expr:
    start = ir.Local("start", things)
    return start if v.through is None else make.meet(start, ir.Local("through", things))


def _last(scope: LoweringScope, things: Set) -> ir.Local:
    """Return the variable for the last wave: a name that no spread has which is being lowered around this one."""
    around = sum(isinstance(found, ir.Local) and found.name.startswith("last") for found in scope.env.values())
    return ir.Local(f"last{around or ''}", things)


def _next_wave(scope: LoweringScope, v: c.Spread, last: ir.Local) -> ir.Expr:
    """Return what a wave leads to, as far as one may go there."""
    front = c.Var("it", v.onward.type)
    scope.env[id(front)] = last
    led = scope.expr(_of_set(v.onward, v.var, front))
    del scope.env[id(front)]
    return led if v.through is None else make.meet(led, ir.Local("through", last.type))


def _of_set(value: c.Value, var: c.Var, front: c.Var) -> c.Value:
    """Return the union of a set over all values of a variable: as a value of their set, `front`, as far as possible."""

    def of(part: c.Value) -> c.Value:
        return _of_set(part, var, front)

    if not uses(value, var):
        return value
    match value:
        case c.Singleton() | c.Sure() if _is_var(value.thing, var):
            return c.Use(front)
        case c.Nearby():
            return c.Nearby(value.how, c.Use(front) if _is_var(value.thing, var) else of(value.thing), value.type)
        case c.Binary(operator="or"):
            return replace(value, left=of(value.left), right=of(value.right))
        case c.Binary() if not uses(value.right, var):
            return replace(value, left=of(value.left))
        case c.Binary(operator="and") if not uses(value.left, var):
            return replace(value, right=of(value.right))
        case c.Filter() if not uses(value.condition, var):
            return replace(value, things=of(value.things))
        case c.Fold(how="union") if not uses(value.value, var):
            return replace(value, things=of(value.things))
    each = c.Var("it", var.type)
    return c.Fold("union", each, c.Use(front), substitute(value, {id(var): c.Use(each)}), value.type)


def _is_var(value: c.Value, var: c.Var) -> bool:
    return isinstance(value, c.Use) and value.var is var
