"""Conditions that look for members of one set get a test in common."""

from __future__ import annotations

from tests.passes.programs import FACTS, FLAG, FRAME, SETS, number, slot, things, when
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.passes import group

X, Y = ir.Local("x", SETS), ir.Local("y", SETS)
NOTHING = ir.Const(0, SETS)


def looks(*members: int, of: ir.Expr = X) -> ir.Compare:
    return ir.Compare("!=", ir.Join("&", of, things(*members), SETS), NOTHING)


def test_four_conditions_are_one_test() -> None:
    body = [when(looks(n), ir.Offer(n)) for n in range(4)]
    assert after(group, *body) == text("""
        if (x & {0..3}) != {}:
            if (x & {0}) != {}:
                offer 0
            if (x & {1}) != {}:
                offer 1
            if (x & {2}) != {}:
                offer 2
            if (x & {3}) != {}:
                offer 3
    """)


def test_what_more_is_asked_and_a_value_for_the_condition_alone_belong_to_it() -> None:
    shifted = ir.Let(Y, ir.Shift(ir.Join("-", looks(1).left, slot_of_sets(), SETS), 1, SETS))
    body = (
        when(ir.And((looks(0), ir.Compare("<", slot(FACTS), number(2)))), ir.Offer(0)),
        shifted,
        when(ir.Compare("!=", Y, NOTHING), ir.OfferEach(1, None, Y)),
        when(looks(5), ir.Offer(2)),
    )
    lines = after(group, *body)
    assert lines.startswith("if (x & {0..1, 5}) != {}:\n") and lines.count("\n    let y: set 6") == 1


def slot_of_sets() -> ir.Expr:
    return ir.Local("z", SETS)


def test_a_value_that_is_read_elsewhere_stays_in_front() -> None:
    shared = ir.Let(Y, looks(1).left)
    conditions = [when(ir.Compare("!=", Y, NOTHING), ir.Offer(1)), *(when(looks(n), ir.Offer(n)) for n in range(2))]
    lines = after(group, shared, *conditions, ir.OfferEach(9, None, Y))
    assert lines.startswith("let y") and "x & {0..2}" not in lines


def test_few_conditions_and_others_stay() -> None:
    two = (when(looks(0), ir.Offer(0)), when(looks(1), ir.Offer(1)))
    assert after(group, *two).count("if") == 2
    between = when(slot(FLAG), ir.Offer(5))
    assert after(group, *two, between, *two).count("if") == 5
    assert after(group, *two, *(when(looks(n, of=Y), ir.Offer(n)) for n in range(2))).count("if") == 4


def test_a_set_that_changes_on_the_way_is_tested_each_time() -> None:
    changing = [when(looks(n), ir.Let(X, things(n)), ir.Offer(n)) for n in range(4)]
    assert after(group, *changing).count("if") == 4


def test_what_can_fail_before_is_not_skipped() -> None:
    failing = ir.Compare(">", ir.NonNull(slot(FRAME), 3, Int(0, 3)), number(1), BOOL)
    body = [when(ir.And((failing, looks(n))), ir.Offer(n)) for n in range(4)]
    assert after(group, *body).count("if") == 4
