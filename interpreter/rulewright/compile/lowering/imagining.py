"""Conditions on the position after a step that is not done: functions that work on a copy of the state.

A function of the kind `would` does the step and looks at what is then. Backends give it a copy, so what it changes is
gone when it returns, and what it calls tells and marks nothing. Names from around it are its parameters. Of
`goals where after go with piece, it (player is not checked)` in a rule in which the player is `v1`, the function is

    would would_0(w3, w4, w5, w6):
        do step_2(w3, w4, w5)
        return not value_7(w6)

and the condition on the members `i2` is `would_0(v1, piece, i2, v1)`.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL
from rulewright.compile.layout import passed_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope


def would_be(scope: LoweringScope, v: c.WouldBe) -> ir.Expr:
    """Lower whether a condition would hold after a step to the call of a function of its own."""
    given = tuple(scope.expr(value) for value in (*v.arguments, *v.given))
    names = [(var, scope.code.local(passed_type(var.type), "w")) for var in (*v.step.params, *v.vars)]
    scope.env |= {id(var): local for var, local in names[len(v.step.params) :]}
    params = tuple(local for _, local in names)
    depth = (make.number(0),) if scope.whole.budget.again else ()
    step = ir.Perform(scope.whole.names.steps[id(v.step)], (*params[: len(v.step.params)], *depth))
    body = (step, ir.Return(scope.expr(v.condition)))
    name = f"would_{len(scope.whole.functions)}"
    scope.whole.functions[name] = ir.Function(name, "would", params, BOOL, body, scope.rule)
    return ir.Call(name, given, BOOL)
