"""Simplification of expressions, one rule after the other."""

from __future__ import annotations

import pytest
from tests.passes.programs import FACTS, FLAG, FRAME, MARKS, SETS, TABLE, number, plus, slot, things
from tests.passes.reading import after, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.printing import bare
from rulewright.compile.ir.types import BOOL, Int, Set, Type
from rulewright.compile.passes import simplify
from rulewright.compile.passes.simplify import simplified

N, P, M, F = slot(FACTS, 1), slot(FRAME), slot(MARKS), slot(FLAG)
X = ir.Local("x", Int(0, 5))
FAILING = ir.NonNull(P, 7, Int(0, 3))


def arith(op: str, left: ir.Expr, right: ir.Expr, type_: Type = FACTS.type) -> ir.Expr:
    return ir.Arith(op, left, right, type_)


def join(op: str, left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Join(op, left, right, SETS)


def fold(how: str, members: ir.Expr, test: ir.Expr | None, value: ir.Expr | None, type_: Type) -> ir.Expr:
    return ir.Fold(how, X, members, test, value, type_)


CASES = {
    "sum of constants": (arith("+", number(2), number(3)), "5"),
    "nothing added": (plus(N, 0), "facts[1]"),
    "constants are added up": (plus(plus(N, 2), 3), "facts[1] + 5"),
    "subtracted again": (arith("-", plus(N, 2), number(5)), "facts[1] - 3"),
    "times nothing": (arith("*", N, number(0)), "0"),
    "times nothing, but may fail": (arith("*", FAILING, number(0)), "some(frame)@7 * 0"),
    "remainder of what is smaller": (arith("%", N, number(6)), "facts[1]"),
    "remainder of what may be larger": (arith("%", plus(N, 1), number(6)), "(facts[1] + 1) % 6"),
    "least of ranges apart": (arith("min", N, number(5)), "facts[1]"),
    "least of ranges that overlap": (arith("min", N, number(4)), "min(facts[1], 4)"),
    "entry at a constant": (ir.Entry(TABLE, number(2), TABLE.type), "5"),
    "entry of a constant table": (ir.Entry(ir.Table("t", (4, 4), Int(4, 4)), N, Int(4, 4)), "4"),
    "never nothing": (ir.NonNull(N, 1, FACTS.type), "facts[1]"),
    "perhaps nothing": (FAILING, "some(frame)@7"),
    "in range": (ir.InRange(N, 0, 9, 1, FACTS.type), "facts[1]"),
    "not in range": (ir.InRange(number(9), 0, 5, 1, FACTS.type), "within(9, 0..5)@1"),
    "always less": (ir.Compare("<", N, number(6)), "true"),
    "never equal": (ir.Compare("==", N, number(-1)), "false"),
    "never equal, but may fail": (ir.Compare("==", FAILING, number(9)), "some(frame)@7 == 9"),
    "constants stand right": (ir.Compare("<", number(2), N), "facts[1] > 2"),
    "a condition compared with 0": (ir.Compare("==", F, number(0)), "not flag"),
    "a condition compared with 1": (ir.Compare(">=", F, number(1)), "flag"),
    "size compared with 0": (ir.Compare(">", ir.Size(M, Int(0, 6)), number(0)), "marks != {}"),
    "size below 1": (ir.Compare("<", ir.Size(M, Int(0, 6)), number(1)), "marks == {}"),
    "size compared with 2": (ir.Compare(">", ir.Size(M, Int(0, 6)), number(2)), "size(marks) > 2"),
    "a filter that is not empty": (
        ir.Compare("!=", fold("filter", M, F, None, SETS), things()), "any(flag for x in marks)"
    ),
    "not not": (ir.Not(ir.Not(F)), "flag"),
    "not a comparison": (ir.Not(ir.Compare("<", N, number(2))), "facts[1] >= 2"),
    "and with what never holds": (ir.And((F, ir.Const(0, BOOL), F)), "false"),
    "and with what never holds, after what may fail": (
        ir.And((ir.Compare("==", FAILING, number(1)), ir.Const(0, BOOL))), "(some(frame)@7 == 1) and false"
    ),
    "and in and": (ir.And((F, ir.And((F, ir.Const(1, BOOL))))), "flag and flag"),
    "or of nothing": (ir.Or((ir.Const(0, BOOL),)), "false"),
    "choose by a constant": (ir.Choose(ir.Const(1, BOOL), N, FAILING, FACTS.type), "facts[1]"),
    "choose a truth": (ir.Choose(F, ir.Const(0, BOOL), ir.Const(1, BOOL), BOOL), "not flag"),
    "choose by not": (ir.Choose(ir.Not(F), N, number(1), FACTS.type), "1 if flag else facts[1]"),
    "join with the empty set": (join("|", M, things()), "marks"),
    "without a constant": (join("-", M, things(1)), "marks & {0, 2..5}"),
    "without two sets": (join("-", join("-", M, slot(MARKS)), ir.Local("s", SETS)), r"marks \ (marks | s)"),
    "in common with everything": (join("&", M, things(0, 1, 2, 3, 4, 5)), "marks"),
    "a shift that drops": (ir.Shift(things(0, 3), -1, SETS), "{2}"),
    "member of a constant": (ir.Has(things(3), X), "x == 3"),
    "member of all": (ir.Has(things(0, 1, 2, 3, 4, 5), X), "true"),
    "nothing is no member": (ir.Has(things(0, 1, 2, 3), P), "frame in {0..3}"),
    "member of none of them": (ir.Has(ir.Const(1 << 5, SETS), P), "false"),
    "member, of any number": (ir.Has(things(1, 2), ir.Local("n", Int(0, 1 << 60))), "n in {1..2}"),
    "member, too large": (ir.Has(things(1, 2), ir.Local("n", Int(9, 1 << 60))), "false"),
    "member of a single": (ir.Has(ir.Single(N, SETS), X), "facts[1] == x"),
    "the only member of a single": (ir.Pick("first", ir.Single(P, SETS), Int(-1, 3)), "frame"),
    "how many are filtered": (ir.Size(fold("filter", M, F, None, SETS), Int(0, 6)), "count(x in marks if flag)"),
    "a fold over nothing": (fold("sum", things(), None, N, Int(0, 30)), "0"),
    "a fold of constants": (
        fold("count", things(0, 2, 3), ir.Compare("<", ir.Entry(TABLE, X, TABLE.type), number(4)), None, Int(0, 6)), "2"
    ),
    "every of nothing": (fold("every", things(), None, F, BOOL), "true"),
    "a test that always holds": (fold("sum", M, ir.Const(1, BOOL), N, Int(0, 30)), "sum(facts[1] for x in marks)"),
    "a filter that takes all": (fold("filter", M, None, None, SETS), "marks"),
    "any of what never holds": (fold("any", M, None, ir.Const(0, BOOL), BOOL), "false"),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_an_expression_becomes_simpler(case: str) -> None:
    given, expected = CASES[case]
    assert bare(simplified(given)) == expected


def test_sets_of_different_widths_stay_apart() -> None:
    wide = ir.Join("|", M, ir.Const(0, Set(80)), Set(80))
    assert simplified(wide) is wide


def test_checks_that_hold_go() -> None:
    kept = ir.Check(plus(N, 3), 0, 5, "facts", 3)
    assert after(simplify, ir.Check(N, 0, 5, "facts", 2), kept, ir.Go(number(0))) == text("""
        check 0 <= (facts[1] + 3) <= 5 facts @3
        go 0
    """)


def test_a_condition_of_many_parts_is_no_trouble() -> None:
    parts = tuple(ir.Compare("==", slot(FACTS, n % 4), number(n % 6)) for n in range(500))
    assert isinstance(simplified(ir.And(parts)), ir.And)
