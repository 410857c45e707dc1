"""Checks that conditions, checks and definitions make superfluous."""

from __future__ import annotations

from tests.passes.programs import CHANCE, FACTS, FRAME, MARKS, function, number, plus, program, slot, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.ir.walk import everything, read_by, statements
from rulewright.compile.passes import narrow

P = slot(FRAME)
SURE = ir.NonNull(P, 7, Int(0, 3))
FOUND = slot(FACTS, SURE)
NOT_NOTHING = ir.Compare("!=", P, number(-1))


def store(value: ir.Expr) -> ir.Stmt:
    return ir.Store((slot(FACTS, 0),), (value,))


def test_a_condition_makes_sure() -> None:
    other = when(ir.And((NOT_NOTHING, ir.Compare("<", FOUND, number(3)))), store(FOUND))
    assert after(narrow, other, store(FOUND)) == text("""
        if (frame != -1) and (facts[frame] < 3):
            facts[0] = facts[frame]
        facts[0] = facts[some(frame)@7]
    """)


def test_the_cases_after_one_know_that_it_did_not_hold() -> None:
    nothing = ir.Compare("<", P, number(0))
    assert after(narrow, ir.If(((nothing, (store(number(0)),)),), (store(FOUND),))) == text("""
        if frame < 0:
            facts[0] = 0
        else:
            facts[0] = facts[frame]
    """)


def test_what_leaves_makes_sure_of_the_rest() -> None:
    assert after(narrow, when(ir.Not(NOT_NOTHING), ir.Go(number(0))), store(FOUND)) == text("""
        if not (frame != -1):
            go 0
        facts[0] = facts[frame]
    """)


def test_a_check_is_made_once() -> None:
    assert after(narrow, store(FOUND), store(plus(FOUND, 1))) == text("""
        facts[0] = facts[some(frame)@7]
        facts[0] = facts[frame] + 1
    """)


def test_a_store_ends_what_is_known() -> None:
    again = ir.Store((P,), (ir.Pick("first", slot(MARKS), Int(-1, 3)),))
    assert after(narrow, when(NOT_NOTHING, again, store(FOUND))) == text("""
        if frame != -1:
            frame = first(marks)
            facts[0] = facts[some(frame)@7]
    """)


def test_what_is_stored_is_known() -> None:
    assert after(narrow, ir.Store((P,), (number(2),)), store(FOUND)) == text("""
        frame = 2
        facts[0] = facts[frame]
    """)


def test_a_loop_may_change_what_was_known() -> None:
    change = ir.Store((P,), (number(-1),))
    v = ir.Local("v", Int(0, 5))
    assert after(narrow, when(NOT_NOTHING, ir.For(v, slot(MARKS), (store(FOUND), change)))) == text("""
        if frame != -1:
            for v: 0..5 in marks:
                facts[0] = facts[some(frame)@7]
                frame = -1
    """)


def test_the_key_of_a_loop_makes_sure_of_nothing_after_it() -> None:
    v = ir.Local("v", Int(0, 5))
    assert after(narrow, ir.For(v, slot(MARKS), (ir.Offer(1, v),), None, SURE), store(FOUND)) == text("""
        for v: 0..5 in marks by some(frame)@7:
            offer 1 + v
        facts[0] = facts[some(frame)@7]
    """)


def test_helpers_leave_frames_alone_but_not_chance() -> None:
    counted = ir.InRange(slot(CHANCE), 0, 3, 8, Int(0, 3))
    passed = ir.Check(slot(CHANCE), 0, 3, "chance", 1)
    assert after(narrow, passed, when(NOT_NOTHING, ir.Do("shuffle", "", ()), store(FOUND), store(counted))) == text("""
        check 0 <= chance <= 3 chance @1
        if frame != -1:
            do shuffle()
            facts[0] = facts[frame]
            facts[0] = within(chance, 0..3)@8
    """)


def test_parameters_have_the_ranges_of_all_calls() -> None:
    p, q = ir.Local("p", Int(-1, 5)), ir.Local("q", Int(-1, 5))
    inner = function("inner", ir.Return(slot(FACTS, ir.NonNull(q, 3, Int(0, 5)))), kind="value", params=(q,))
    outer = function("outer", ir.Return(ir.Call("inner", (p,), Int(0, 5))), kind="value", params=(p,))
    called = function("block_1", *(store(ir.Call("outer", (number(n),), Int(0, 5))) for n in (1, 3)), ir.Go(number(0)))
    changed = narrow(program(called, outer, inner))
    assert range_of(changed.functions["inner"].params[0].type) == (1, 3)
    checks = [
        expr
        for stmt in statements(changed.functions["inner"].body)
        for read in read_by(stmt)
        for expr in everything(read)
        if isinstance(expr, ir.NonNull)
    ]
    assert not checks


def test_a_local_that_counts_up_stays_wide() -> None:
    v = ir.Local("v", Int(0, 1 << 40))
    up = ir.Let(v, ir.Arith("+", v, number(1), v.type))
    changed = narrow(program(function("block_1", ir.Let(v, number(0)), up, up, ir.Go(number(0)))))
    assert [range_of(s.local.type) for s in changed.functions["block_1"].body if isinstance(s, ir.Let)] == [
        (0, 1 << 40)
    ] * 3
