"""Folds and loops over a few constant things become what they are for each of these."""

from __future__ import annotations

from tests.passes.programs import FACTS, FLAG, FRAME, MARKS, PLACES, SETS, TABLE, number, slot, things, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int, Type
from rulewright.compile.passes import unroll
from rulewright.compile.passes.unroll import MOST

V, W = ir.Local("v", Int(0, 3)), ir.Local("w", Int(0, 3))
SOME = ir.Compare(">", slot(FACTS, V), number(2))


def fold(how: str, test: ir.Expr | None, value: ir.Expr | None, type_: Type, over: ir.Expr) -> str:
    return after(unroll, ir.Let(ir.Local("x", type_), ir.Fold(how, V, over, test, value, type_)))


def test_conditions_are_joined() -> None:
    assert fold("any", None, SOME, BOOL, things(0, 2)) == "let x: bool = (facts[0] > 2) or (facts[2] > 2)\n"
    assert fold("every", None, SOME, BOOL, things(1, 3)) == "let x: bool = (facts[1] > 2) and (facts[3] > 2)\n"


def test_a_condition_that_is_the_same_for_all_is_there_once() -> None:
    assert fold("every", None, slot(FLAG), BOOL, things(1, 3)) == "let x: bool = flag\n"


def test_numbers_are_added() -> None:
    value = ir.Entry(TABLE, V, TABLE.type)
    assert fold("sum", None, value, Int(0, 20), things(0, 2)) == "let x: 0..20 = 8\n"
    assert fold("sum", SOME, slot(FACTS, V), Int(0, 20), things(1, 2)) == (
        "let x: 0..20 = (facts[1] if (facts[1] > 2) else 0) + (facts[2] if (facts[2] > 2) else 0)\n"
    )
    assert fold("count", SOME, None, Int(0, 6), things(1, 2)) == (
        "let x: 0..6 = (1 if (facts[1] > 2) else 0) + (1 if (facts[2] > 2) else 0)\n"
    )


def test_sets_are_joined() -> None:
    assert fold("union", None, slot(PLACES, V), SETS, things(0, 1)) == "let x: set 6 = places[0] | places[1]\n"
    assert fold("filter", SOME, None, SETS, things(0, 3)) == (
        "let x: set 6 = ({0} if (facts[0] > 2) else {}) | ({3} if (facts[3] > 2) else {})\n"
    )


def test_what_can_fail_stays() -> None:
    value = ir.NonNull(slot(FRAME), 4, Int(0, 3))
    assert "for v in" in fold("any", None, ir.Compare("==", value, V), BOOL, things(0, 2))


def test_what_is_not_known_or_large_stays() -> None:
    assert "for v in" in fold("any", None, SOME, BOOL, slot(MARKS))
    assert "for v in" in fold("any", None, SOME, BOOL, things(*range(MOST + 1)))
    assert "for v in" in fold("most", None, slot(FACTS, V), Int(0, 5), things(0, 1))


def test_a_loop_becomes_its_rounds() -> None:
    loop = ir.For(V, things(0, 2), (when(SOME, ir.Offer(1, V)), ir.Let(W, V)))
    assert after(unroll, loop) == text("""
        if facts[0] > 2:
            offer 1 + 0
        let w: 0..3 = 0
        if facts[2] > 2:
            offer 1 + 2
        let w: 0..3 = 2
    """)


def test_a_loop_inside_another_goes_too() -> None:
    inner = ir.For(W, things(1, 2), (ir.Offer(1, ir.Arith("+", V, W, Int(0, 6))),))
    assert after(unroll, ir.For(V, things(3), (inner,))) == text("""
        offer 1 + 4
        offer 1 + 5
    """)


def test_a_loop_that_is_left_or_goes_by_an_order_stays() -> None:
    called = ir.Dispatch(V, (None,) * 6, ())
    for body in (when(SOME, ir.Break()), when(SOME, ir.Continue()), ir.Let(V, number(1)), called):
        assert after(unroll, ir.For(V, things(0, 2), (body, ir.Offer(1, V)))).startswith("for")
    assert after(unroll, ir.For(V, things(0, 2), (ir.Offer(1, V),), key=slot(FACTS, V))).startswith("for")
    left = ir.For(W, things(0, 1, 2), (ir.For(V, slot(MARKS), (ir.Break(),)),))
    assert after(unroll, left).count("for") == 3


def test_a_large_body_stays() -> None:
    body = tuple(when(SOME, ir.Offer(n, V)) for n in range(60))
    assert after(unroll, ir.For(V, things(0, 2), body)).startswith("for")
