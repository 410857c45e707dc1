"""The work that passes do grows with the size of the program, and nothing is too deep for them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.passes.programs import BLOCK, FACTS, FLAG, FRAME, MARKS, function, number, plus, program, slot, when
from tests.tiers import slow_unless
from tests.work import assert_linear

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.passes import PASSES, TRACED, optimized


def straight(statements: int) -> ir.Program:
    body = [
        ir.Store((slot(FACTS, n % 4),), (ir.InRange(plus(slot(FRAME), n % 3), 0, 5, 0, Int(0, 5)),))
        for n in range(statements)
    ]
    return program(function("block_1", *body, ir.Go(number(0))))


def forks(statements: int) -> ir.Program:
    tests = [ir.Compare("==", plus(slot(FACTS, n % 4), n), number(2 * n % 7)) for n in range(statements)]
    body = [when(test, ir.Store((slot(FACTS, n % 4),), (number(n % 6),))) for n, test in enumerate(tests)]
    return program(function("block_1", *body, ir.Go(number(0))))


def condition(parts: int) -> ir.Program:
    tests = tuple(ir.Compare("!=", slot(FACTS, n % 4), number(n % 6)) for n in range(parts))
    return program(function("block_1", when(ir.And(tests), ir.Go(number(0))), when(ir.Or(tests), ir.Ask(0))))


def chain(values: int) -> ir.Program:
    x = ir.Local("x", Int(0, 5))

    def value(n: int) -> ir.Function:
        inner: ir.Expr = ir.Call(f"value_{n + 1}", (x,), Int(0, 9)) if n + 1 < values else x
        twice = ir.Arith("max", inner, inner, Int(0, 9))
        return ir.Function(f"value_{n}", "value", (x,), Int(0, 9), (ir.Return(twice),))

    called = ir.Store((slot(FACTS),), (ir.Call("value_0", (slot(FACTS, 1),), Int(0, 9)),))
    return program(function("block_1", called, ir.Go(number(0))), *map(value, range(values)))


def loops(deep: int) -> ir.Program:
    body: ir.Body = (ir.Store((slot(FACTS),), (slot(FACTS, 1),)),)
    for n in range(deep):
        body = (ir.For(ir.Local(f"v{n}", Int(0, 5)), slot(MARKS), (when(slot(FLAG), *body),)),)
    fold: ir.Expr = slot(FLAG)
    for n in range(deep):
        fold = ir.Fold("any", ir.Local(f"f{n}", Int(0, 5)), slot(MARKS), None, fold, BOOL)
    return program(function("block_1", *body, when(fold, ir.Go(number(0))), ir.Ask(0)))


def blocks(number_of: int) -> ir.Program:
    made = [
        function(f"block_{n}", when(slot(FLAG), ir.Go(ir.Const(n + 1, BLOCK))), ir.Go(ir.Const(0, BLOCK)))
        for n in range(1, number_of)
    ]
    return program(*made, function(f"block_{number_of}", ir.Go(number(0))))


MADE: dict[str, tuple[Callable[[int], ir.Program], int]] = {
    "statements": (straight, 250),
    "conditions after one another": (forks, 250),
    "a condition of many parts": (condition, 250),
    "a chain of values, each called twice": (chain, 15),
    "loops inside one another": (loops, 6),
    "blocks after one another": (blocks, 150),
}


@pytest.mark.slow
@pytest.mark.parametrize(
    "made",
    slow_unless(
        lambda made: made not in ("statements", "blocks after one another", "a chain of values, each called twice"),
        MADE,
    ),
)
def test_passes_do_no_more_than_their_share(made: str) -> None:
    make, size = MADE[made]

    def passes(size: int) -> None:
        before = make(size)
        optimized(before, PASSES)
        optimized(before, TRACED)

    assert_linear(passes, size)
