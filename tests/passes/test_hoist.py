"""Conditions that are tested before loops and folds."""

from __future__ import annotations

from tests.passes.programs import FACTS, FLAG, FRAME, MARKS, number, slot, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.passes import hoist

V, X = ir.Local("v", Int(0, 3)), ir.Local("x", Int(0, 3))
OWN = ir.Compare("<", slot(FACTS, V), number(3))
SAME = ir.Compare(">", slot(FACTS, X), number(1))
SURE = ir.Compare(">", ir.NonNull(slot(FRAME), 7, Int(0, 3)), number(1))


def test_a_loop_is_not_begun_in_vain() -> None:
    assert after(hoist, ir.For(V, slot(MARKS), (when(ir.And((slot(FLAG), SAME, OWN)), ir.Offer(1, V)),))) == text("""
        if flag and (facts[x] > 1):
            for v: 0..3 in marks:
                if facts[v] < 3:
                    offer 1 + v
    """)


def test_two_loops_are_not_begun_in_vain() -> None:
    inner = ir.Count(V, number(0), X, (when(slot(FLAG), ir.Offer(1, V)),), False)
    assert after(hoist, ir.For(X, slot(MARKS), (inner,))) == text("""
        if flag:
            for x: 0..3 in marks:
                count v: 0..3 from 0 to x:
                    offer 1 + v
    """)


def test_what_the_loop_changes_is_tested_in_it() -> None:
    body = when(ir.And((slot(FLAG), OWN)), ir.Store((slot(FLAG),), (ir.Const(0, BOOL),)))
    loop = ir.For(V, slot(MARKS), (body,))
    assert after(hoist, loop) == text("""
        for v: 0..3 in marks:
            if flag and (facts[v] < 3):
                flag = false
    """)


def test_what_can_fail_is_tested_where_it_is() -> None:
    loop = ir.For(V, slot(MARKS), (when(ir.And((SURE, OWN)), ir.Offer(1, V)),))
    assert after(hoist, loop) == text("""
        for v: 0..3 in marks:
            if (some(frame)@7 > 1) and (facts[v] < 3):
                offer 1 + v
    """)


def test_a_budgeted_loop_is_begun() -> None:
    loop = ir.Count(V, number(0), X, (when(slot(FLAG), ir.Offer(1, V)),), True)
    assert after(hoist, loop).startswith("count")


def test_the_first_parts_of_a_choice_become_one() -> None:
    test = ir.Or((ir.And((slot(FLAG), SAME, OWN)), OWN))
    assert after(hoist, ir.For(V, slot(MARKS), (when(test, ir.Offer(1, V)),))) == text("""
        for v: 0..3 in marks:
            if ((flag and (facts[x] > 1)) and (facts[v] < 3)) or (facts[v] < 3):
                offer 1 + v
    """)


def test_a_fold_is_not_begun_in_vain() -> None:
    count = ir.Fold("count", V, slot(MARKS), ir.And((SAME, OWN)), None, Int(0, 6))
    some = ir.Fold("any", V, slot(MARKS), None, ir.And((SAME, OWN)), BOOL)
    a, b = ir.Local("a", Int(0, 6)), ir.Local("b", BOOL)
    assert after(hoist, ir.Let(a, count), ir.Let(b, some)) == text("""
        let a: 0..6 = count(v in marks if facts[v] < 3) if (facts[x] > 1) else 0
        let b: bool = any(facts[v] < 3 for v in marks) if (facts[x] > 1) else false
    """)
