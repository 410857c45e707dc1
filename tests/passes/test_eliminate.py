"""What is never reached, never read, or does nothing."""

from __future__ import annotations

from tests.passes.programs import FACTS, FLAG, FRAME, MARKS, TABLE, function, number, plus, program, slot, things, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.passes import eliminate

X, Y = ir.Local("x", Int(0, 5)), ir.Local("y", Int(0, 9))
SURE = ir.NonNull(slot(FRAME), 7, Int(0, 3))
STORE = ir.Store((slot(FACTS),), (number(1),))


def test_locals_that_nothing_reads() -> None:
    assert after(eliminate, ir.Let(X, slot(FACTS)), ir.Let(Y, plus(X, 1)), STORE) == "facts[0] = 1\n"


def test_what_can_fail_is_evaluated() -> None:
    assert after(eliminate, ir.Let(X, SURE), STORE) == "let x: 0..5 = some(frame)@7\nfacts[0] = 1\n"


def test_what_follows_the_end() -> None:
    fork = ir.If(((slot(FLAG), (ir.Go(number(0)),)),), (ir.Ask(0),))
    assert after(eliminate, fork, STORE) == "if flag:\n    go 0\nask 0\n"


def test_conditions_without_anything_to_do() -> None:
    kept = when(ir.Compare("<", SURE, number(2)))
    assert after(eliminate, when(slot(FLAG)), kept, ir.If(((slot(FLAG), ()),), (STORE,))) == text("""
        if some(frame)@7 < 2:
            pass
        if not flag:
            facts[0] = 1
    """)


def test_conditions_inside_one_another_become_one() -> None:
    inner = when(ir.Compare("!=", slot(MARKS), things()), STORE)
    assert after(eliminate, when(slot(FLAG), inner)) == text("""
        if flag and (marks != {}):
            facts[0] = 1
    """)


def test_conditions_that_always_hold() -> None:
    cases = ((ir.Const(0, BOOL), (ir.Go(number(0)),)), (ir.Const(1, BOOL), (STORE,)))
    assert after(eliminate, ir.If(cases, (ir.Go(number(0)),)), ir.Ask(0)) == "facts[0] = 1\nask 0\n"


def test_loops_without_anything_to_do() -> None:
    again = ir.For(X, slot(MARKS), (STORE, ir.Continue()))
    empty = ir.For(X, things(), (STORE,))
    budgeted = ir.Count(X, number(0), number(3), (), 2, 7)
    assert after(eliminate, ir.For(X, slot(MARKS), (ir.Let(Y, X),)), empty, budgeted, again) == text("""
        for x: 0..5 in marks:
            pass
        count x: 0..5 from 0 to 3 at 2 steps @7:
            pass
        for x: 0..5 in marks:
            facts[0] = 1
    """)


def test_where_a_loop_over_nothing_would_start_is_evaluated() -> None:
    assert after(eliminate, ir.For(X, things(), (STORE,), SURE, SURE)) == text("""
        for x: 0..5 in {} from some(frame)@7:
            pass
    """)


def test_once_without_leaving_it() -> None:
    leaving = ir.Once((when(slot(FLAG), ir.Break()), STORE))
    assert after(eliminate, ir.Once((STORE, ir.Break())), leaving) == text("""
        facts[0] = 1
        once:
            if flag:
                break
            facts[0] = 1
    """)


def test_a_local_that_is_read_once_goes() -> None:
    body = (ir.Let(X, slot(FACTS, 1)), ir.Let(Y, plus(X, 1)), ir.Store((slot(FACTS),), (plus(Y, Y),)))
    assert after(eliminate, *body) == text("""
        let y: 0..9 = facts[1] + 1
        facts[0] = y + y
    """)


def test_a_local_that_is_read_in_a_loop_stays() -> None:
    loop = ir.For(Y, slot(MARKS), (ir.Offer(1, X),))
    fold = ir.Let(Y, ir.Fold("sum", ir.Local("i", Int(0, 5)), slot(MARKS), None, X, Int(0, 30)))
    assert after(eliminate, ir.Let(X, slot(FACTS, 1)), loop).startswith("let x")
    assert after(eliminate, ir.Let(X, slot(FACTS, 1)), fold, ir.Offer(1, Y)).startswith("let x")


def test_a_local_stays_if_what_it_was_changes_before_it_is_read() -> None:
    body = (ir.Let(X, slot(FACTS)), STORE, ir.Offer(1, X))
    assert after(eliminate, *body) == "let x: 0..5 = facts[0]\nfacts[0] = 1\noffer 1 + x\n"


def test_functions_and_tables_that_nothing_uses() -> None:
    value = function("value", ir.Return(ir.Entry(TABLE, X, TABLE.type)), kind="value", params=(X,))
    changed = eliminate(program(function("block_1", ir.Go(number(0))), value))
    assert list(changed.functions) == ["block_1"] and changed.tables == ()
    called = function("block_1", ir.Let(Y, ir.Call("value", (number(1),), Int(0, 5))), ir.Go(number(0)))
    assert list(eliminate(program(called, value)).functions) == ["block_1", "value"]
