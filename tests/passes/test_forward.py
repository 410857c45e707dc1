"""Known values in place of reads, and conditions settled in advance."""

from __future__ import annotations

from tests.passes.programs import FACTS, FLAG, FRAME, MARKS, PLACES, SETS, number, plus, slot, things, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.passes import forward

X, Y = ir.Local("x", Int(0, 5)), ir.Local("y", Int(0, 3))


def store(of: ir.Field, value: ir.Expr, index: ir.Expr | int = 0) -> ir.Stmt:
    return ir.Store((slot(of, index),), (value,))


def test_a_store_is_followed_to_its_reads() -> None:
    assert after(forward, store(FACTS, number(3), 1), store(FACTS, plus(slot(FACTS, 1), 1), 2)) == text("""
        facts[1] = 3
        facts[2] = 4
    """)


def test_a_computed_index_may_be_any() -> None:
    body = (ir.Let(Y, slot(FACTS, 3)), store(FACTS, number(3), 1), store(FACTS, number(0), Y))
    assert after(forward, *body, store(FACTS, slot(FACTS, 1), 2), store(MARKS, things())) == text("""
        let y: 0..3 = facts[3]
        facts[1] = 3
        facts[y] = 0
        facts[2] = facts[1]
        marks = {}
    """)


def test_an_index_that_the_store_changes_is_not_followed() -> None:
    index = ir.Arith("%", slot(FACTS, 0), number(4), Int(0, 3))
    assert after(forward, store(FACTS, number(2), index), store(MARKS, ir.Single(slot(FACTS, index), SETS))) == text("""
        facts[facts[0] % 4] = 2
        marks = {facts[facts[0] % 4]}
    """)


def test_a_copy_is_read_where_it_came_from() -> None:
    body = (ir.Let(X, slot(FACTS, 0)), store(FACTS, slot(FACTS, 0), 1), ir.Let(Y, X), ir.Go(Y))
    assert after(forward, *body) == text("""
        let x: 0..5 = facts[0]
        facts[1] = x
        let y: 0..3 = x
        go x
    """)


def test_helpers_change_places_but_not_frames() -> None:
    body = (store(FRAME, number(2)), store(PLACES, things(1), 0), ir.Do("shuffle", "", ()))
    assert after(forward, *body, store(FACTS, slot(FRAME), 0), store(MARKS, slot(PLACES, 0))) == text("""
        frame = 2
        places[0] = {1}
        do shuffle()
        facts[0] = 2
        marks = places[0]
    """)


def test_a_condition_is_known_in_its_body_and_after_it() -> None:
    test = ir.Compare("==", slot(FRAME), number(2))
    again = ir.If(((ir.Not(test), (store(FACTS, number(0)),)),), (store(FACTS, slot(FRAME), 0),))
    assert after(forward, when(test, again, ir.Go(number(0))), when(test, store(FACTS, number(1)))) == text("""
        if frame == 2:
            facts[0] = 2
            go 0
    """)


def test_what_all_ways_have_in_common_stays_known() -> None:
    same = store(FACTS, number(1), 1)
    fork = ir.If(((slot(FLAG), (same, store(FACTS, number(2)))),), (same, store(FACTS, number(3))))
    assert after(forward, fork, ir.Let(X, slot(FACTS, 1)), ir.Let(X, slot(FACTS, 0))) == text("""
        if flag:
            facts[1] = 1
            facts[0] = 2
        else:
            facts[1] = 1
            facts[0] = 3
        let x: 0..5 = 1
        let x: 0..5 = facts[0]
    """)


def test_nothing_is_stored_twice() -> None:
    assert after(forward, store(FACTS, X), store(FACTS, X)) == "facts[0] = x\n"


def test_what_a_loop_changes_is_unknown_in_it() -> None:
    loop = ir.For(X, slot(MARKS), (store(FACTS, slot(FRAME)), store(FRAME, number(1))))
    assert after(forward, store(FRAME, number(0)), loop, ir.Let(X, slot(FRAME))) == text("""
        frame = 0
        for x: 0..5 in marks:
            facts[0] = frame
            frame = 1
        let x: 0..5 = frame
    """)


def test_a_part_knows_the_parts_before_it() -> None:
    test = ir.And((slot(FLAG), ir.Or((ir.Not(slot(FLAG)), ir.Compare("!=", slot(MARKS), things())))))
    assert after(forward, when(test, ir.Go(number(0)))) == text("""
        if flag and (marks != {}):
            go 0
    """)


def test_values_of_another_kind_are_not_put_in_place() -> None:
    flag = ir.Local("flag", Int(0, 1))
    assert after(forward, store(FLAG, flag), when(slot(FLAG), store(FLAG, ir.Const(0, BOOL)))) == text("""
        flag = flag
        if flag:
            flag = false
    """)
