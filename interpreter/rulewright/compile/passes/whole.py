"""One question: in a game that asks only one, a single function runs from each answer to the next decision.

The blocks on the way are copied into it, deeper than into any other function, and a loop is unrolled once, so that
forwarding can settle most of its tests. Saves the driver's loop, and half of the time of a random game in Python; C
gains nothing.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int
from rulewright.compile.ir.walk import expressions, is_charged, mapped, rebuilt
from rulewright.compile.passes.inline import Inliner, Limits

NAME = "take"
LIMITS = Limits(short=1000, deep=12, again=2)
BUDGET = 600
CODES = 1 << 16
"""An exclusive upper bound of what comes with a choice."""


def whole(program: ir.Program) -> ir.Program:
    """Return the program with the function `take`, if it asks one question with one kind of answer."""
    answers = [answer for question in program.questions for answer in question.answers.values()]
    if program.traced or len(answers) != 1 or len(program.questions) != 1 or _counts(program):
        return program
    function = program.functions[answers[0].function]
    code, back = function.params
    if not _reads_low_part(function.body, code.name):
        return program
    narrow = ir.Local(code.name, Int(0, CODES - 1))

    def change(expr: ir.Expr) -> ir.Expr:
        match expr:
            case ir.Invoke("given", _, (ir.Local(name),)) if name == code.name:
                return narrow
            case ir.Local(name) if name == back.name:
                return ir.Const(answers[0].back, back.type)
            case _:
                return rebuilt(expr, change)

    def inside(body: ir.Body) -> ir.Body:
        return tuple(mapped(stmt, change, inside) for stmt in body)

    start = ir.Function(NAME, "whole", (narrow,), None, inside(function.body), function.rule)
    body = Inliner(program, LIMITS, BUDGET).function(start)
    return replace(program, functions={**program.functions, NAME: replace(start, body=body)})


def _counts(program: ir.Program) -> bool:
    """Whether a loop counts against the budget of a decision."""
    return any(is_charged(function.body) for function in program.functions.values())


def _reads_low_part(body: ir.Body, code: str) -> bool:
    """Whether the code of the choice is read only for what comes with it."""
    read = low = 0
    for part in expressions(body):
        match part:
            case ir.Local(name) if name == code:
                read += 1
            case ir.Invoke("given" | "given_or_nothing", _, (ir.Local(name),)) if name == code:
                low += 1
            case _:
                pass
    return read == low
