"""Locals for what is evaluated again, and where they are placed."""

from __future__ import annotations

from tests.passes.programs import FACTS, FLAG, FRAME, MARKS, PLACES, SETS, number, plus, slot, things, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.passes import share

X, V = ir.Local("x", Int(0, 3)), ir.Local("v", Int(0, 3))
FOUND = slot(FACTS, X)


def store(of: ir.Field, value: ir.Expr, index: ir.Expr | int = 0) -> ir.Stmt:
    return ir.Store((slot(of, index),), (value,))


def compare(op: str, left: ir.Expr, right: int) -> ir.Expr:
    return ir.Compare(op, left, number(right))


def test_what_is_read_twice_is_read_once() -> None:
    assert after(share, store(FRAME, plus(FOUND, FOUND))) == text("""
        let w_2: 0..5 = facts[x]
        frame = w_2 + w_2
    """)


def test_a_store_between_two_reads_keeps_them_apart() -> None:
    assert after(share, store(FRAME, FOUND), store(FACTS, number(0), 1), store(FRAME, FOUND)) == text("""
        frame = facts[x]
        facts[1] = 0
        frame = facts[x]
    """)


def test_the_largest_part_is_shared() -> None:
    test = compare("<", plus(FOUND, 1), 3)
    assert after(share, when(test, store(FRAME, plus(FOUND, 1)))) == text("""
        let w_2: 1..6 = facts[x] + 1
        if w_2 < 3:
            frame = w_2
    """)


def test_what_is_stored_is_not_read_again() -> None:
    assert after(share, store(MARKS, ir.Join("|", slot(PLACES, X), things(1), SETS)), ir.Let(V, _size())) == text("""
        let w_2: set 6 = places[x] | {1}
        marks = w_2
        let v: 0..3 = size(w_2)
    """)


def _size() -> ir.Expr:
    return ir.Size(slot(MARKS), Int(0, 6))


def test_what_can_fail_stays_where_it_is() -> None:
    sure = ir.NonNull(slot(FRAME), 7, Int(0, 3))
    loop = ir.For(V, slot(MARKS), (store(FACTS, sure, V),))
    body = (loop, when(slot(FLAG), store(FACTS, sure)), store(FACTS, sure), store(FACTS, sure, 1))
    assert after(share, *body) == text("""
        let w_2: -1..3 = frame
        for v: 0..3 in marks:
            facts[v] = some(w_2)@7
        if flag:
            facts[0] = some(w_2)@7
        let w_3: 0..3 = some(w_2)@7
        facts[0] = w_3
        facts[1] = w_3
    """)


def test_failures_keep_their_order() -> None:
    first, second = ir.InRange(X, 0, 1, 1, Int(0, 1)), ir.InRange(V, 0, 1, 2, Int(0, 1))
    assert after(share, store(FACTS, plus(first, second)), store(FACTS, second, 1)) == text("""
        facts[0] = within(x, 0..1)@1 + within(v, 0..1)@2
        facts[1] = within(v, 0..1)@2
    """)


def test_what_a_loop_does_not_change_is_read_before_it() -> None:
    body = when(compare("<", FOUND, 2), ir.Offer(100, V))
    assert after(share, ir.For(V, slot(MARKS), (body,))) == text("""
        let w_2: bool = facts[x] < 2
        for v: 0..3 in marks:
            if w_2:
                offer 100 + v
    """)


def test_what_a_loop_changes_is_read_in_it() -> None:
    body = when(compare("<", FOUND, 2), store(FACTS, number(1), V))
    assert after(share, ir.For(V, slot(MARKS), (body,))) == text("""
        for v: 0..3 in marks:
            if facts[x] < 2:
                facts[v] = 1
    """)


def test_loops_after_one_another_share_what_they_read() -> None:
    loops = [ir.For(V, slot(MARKS), (when(compare("==", FOUND, n), ir.Offer(n, V)),)) for n in (1, 2)]
    assert after(share, *loops) == text("""
        let w_2: set 6 = marks
        let w_3: 0..5 = facts[x]
        let w_4: bool = w_3 == 1
        for v: 0..3 in w_2:
            if w_4:
                offer 1 + v
        let w_5: bool = w_3 == 2
        for v: 0..3 in w_2:
            if w_5:
                offer 2 + v
    """)


def test_conditions_after_one_another_have_room_for_locals_between_them() -> None:
    test = ir.And((slot(FLAG), compare(">", FOUND, 1), compare("<", FOUND, 4)))
    assert after(share, when(test, ir.Go(number(0)))) == text("""
        if flag:
            let w_2: 0..5 = facts[x]
            if w_2 > 1:
                if w_2 < 4:
                    go 0
    """)


def test_several_conditions_that_need_the_same_share_it() -> None:
    costly = ir.Compare("!=", ir.Join("&", slot(PLACES, X), slot(MARKS), SETS), things())
    body = [when(ir.And((slot(FLAG), costly)), ir.Offer(n)) for n in (1, 2, 3)]
    assert after(share, *body) == text("""
        let w_2: bool = flag
        let w_3: bool = (places[x] & marks) != {}
        if w_2:
            if w_3:
                offer 1
        if w_2:
            if w_3:
                offer 2
        if w_2:
            if w_3:
                offer 3
    """)


def test_what_is_expensive_is_not_evaluated_in_vain() -> None:
    members = ir.Fold("sum", V, slot(MARKS), None, slot(FACTS, V), Int(0, 30))
    body = when(slot(FLAG), ir.For(X, slot(PLACES, 0), (when(ir.Compare("<", members, X), ir.Offer(1, X)),)))
    assert after(share, body) == text("""
        if flag:
            let w_2: 0..30 = sum(facts[v] for v in marks)
            for x: 0..3 in places[0]:
                if w_2 < x:
                    offer 1 + x
    """)


def test_folds_that_differ_in_the_name_of_their_variable_are_equal() -> None:
    sums = [ir.Fold("sum", v, slot(MARKS), None, slot(FACTS, v), Int(0, 30)) for v in (V, X)]
    assert after(share, ir.Let(ir.Local("a", Int(0, 60)), plus(*sums))) == text("""
        let w_2: 0..30 = sum(facts[v] for v in marks)
        let a: 0..60 = w_2 + w_2
    """)


def test_a_fold_reads_once_what_is_the_same_for_all_members() -> None:
    test = ir.Compare("<", slot(FACTS, V), FOUND)
    assert after(share, when(ir.Fold("any", V, slot(MARKS), None, test, BOOL), ir.Go(number(0)))) == text("""
        let w_2: 0..5 = facts[x]
        if any(facts[v] < w_2 for v in marks):
            go 0
    """)
