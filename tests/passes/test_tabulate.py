"""Tables in place of loops over what depends on a small set."""

from __future__ import annotations

from tests.passes.programs import FACTS, MARKS, PLACES, SETS, TABLE, function, number, plus, program, slot, things, when
from tests.passes.reading import lines_of

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int, Set
from rulewright.compile.passes import tabulate, unread

V, S = ir.Local("v", Int(0, 5)), ir.Local("s", SETS)
SUM = ir.Fold("sum", V, slot(PLACES, 1), None, ir.Entry(TABLE, V, TABLE.type), Int(0, 30))


def body_after(*body: ir.Stmt, others: tuple[ir.Function, ...] = ()) -> tuple[str, ir.Program]:
    changed = tabulate(program(function("block_1", *body), *others))
    return lines_of(changed.functions["block_1"]), changed


def test_a_fold_over_a_small_set_is_looked_up() -> None:
    lines, changed = body_after(ir.Offer(1, plus(SUM, 1)))
    assert lines == "offer 1 + T2[places[1]]\n"
    table = changed.tables[-1]
    assert len(table.values) == 64 and table.values[0] == 1
    assert table.values[0b100101] == 3 + 5 + 4 + 1


def test_equal_tables_are_one() -> None:
    lines, changed = body_after(
        ir.Offer(1, SUM), ir.Offer(2, ir.Fold("sum", S, slot(MARKS), None, _entry(S), SUM.type))
    )
    assert lines == "offer 1 + T2[places[1]]\noffer 2 + T2[marks]\n" and len(changed.tables) == 3


def _entry(index: ir.Local) -> ir.Expr:
    return ir.Entry(TABLE, index, TABLE.type)


def test_a_call_with_a_small_set_is_looked_up() -> None:
    s = ir.Local("s", SETS)
    some = ir.Return(ir.Const(1, BOOL))
    loop = ir.For(V, s, (when(ir.Compare("==", _entry(V), number(5)), some),))
    value = ir.Function("value", "value", (s,), BOOL, (loop, ir.Return(ir.Const(0, BOOL))))
    lines, changed = body_after(when(ir.Call("value", (slot(MARKS),), BOOL), ir.Offer(1)), others=(value,))
    assert lines == "if T2[marks]:\n    offer 1\n"
    assert [n for n, value in enumerate(changed.tables[-1].values) if value][:2] == [4, 5]


def test_who_acts_is_no_input_of_a_value_that_does_not_ask() -> None:
    """A value of one number, given whoever acts besides, is looked up, also if that is only passed on there."""
    board, acting, spot = Set(64), ir.Local("v1", Int(-1, 3)), ir.Local("v2", Int(0, 5))
    wide = ir.Entry(ir.Table("wide", tuple(1 << 63 | n for n in range(6)), board), spot, board)
    both = ir.Join("|", wide, ir.Const(8, board), board)
    inner = ir.Function("inner", "value", (acting, spot), board, (ir.Return(both),))
    outer = ir.Function("outer", "value", (acting, spot), board, (ir.Return(ir.Call("inner", (acting, spot), board)),))
    asked = ir.Call("outer", (ir.Local("v3", acting.type), ir.Local("v4", spot.type)), board)
    block = function("block_1", when(ir.Has(asked, number(1)), ir.Offer(1)))
    before = program(block, inner, outer)
    assert "outer(v3, v4)" in lines_of(tabulate(before).functions["block_1"])
    after = tabulate(unread(before))
    assert lines_of(after.functions["block_1"]) == "if T2[v4]:\n    offer 1\n"
    assert {"T2": (0, 0, 1, 1, 0, 0)}.items() <= {table.name: table.values for table in after.tables}.items()


def test_what_depends_on_something_else_is_not_looked_up() -> None:
    both = ir.Fold("sum", V, slot(PLACES, 1), None, slot(FACTS, number(1)), Int(0, 30))
    two = ir.Fold("count", V, slot(PLACES, 1), ir.Has(slot(MARKS), V), None, Int(0, 6))
    checked = ir.Fold("sum", V, slot(PLACES, 1), None, ir.InRange(V, 0, 3, 1, Int(0, 3)), Int(0, 30))
    for fold in (both, two, checked):
        assert "T2" not in body_after(ir.Offer(1, fold))[0]


def test_what_divides_by_0_for_some_of_its_values_is_not_looked_up() -> None:
    """It may never have these: `if v: take 6 divided by v`."""
    shares = ir.Arith("//", number(6), V, Int(0, 6))
    lines, changed = body_after(ir.Offer(1, ir.Fold("sum", V, slot(PLACES, 1), None, shares, Int(0, 36))))
    assert lines == "offer 1 + sum(6 // v for v in places[1])\n" and len(changed.tables) == 2


def test_large_sets_are_looped_over() -> None:
    field = ir.Field("many", 90, 1, Set(40))
    fold = ir.Fold("sum", V, ir.Slot(field, number(0), Set(40)), None, V, Int(0, 2000))
    assert body_after(ir.Offer(1, fold))[0] == "offer 1 + sum(v for v in many)\n"


def test_a_set_inside_a_loop_is_looked_up_there() -> None:
    inner = ir.Fold("count", V, slot(PLACES, S), ir.Has(things(1, 2), V), None, Int(0, 6))
    outer = ir.Fold("sum", S, slot(MARKS), None, inner, Int(0, 30))
    assert body_after(ir.Offer(1, outer))[0] == "offer 1 + sum(T2[places[s]] for s in marks)\n"


def test_lookups_by_one_number_are_one() -> None:
    where = slot(FACTS, number(1))
    other = ir.Table("other", (1, 1, 0, 0, 1, 1), Int(0, 1))
    both = ir.And((ir.Compare(">", ir.Entry(TABLE, V, TABLE.type), number(3)), ir.Entry(other, V, other.type)))
    lines, changed = body_after(ir.For(V, slot(PLACES, 1), (when(both, ir.Offer(1)), when(both, ir.Offer(2, where)))))
    assert lines.count("if T2[v]:") == 2 and len(changed.tables) == 3
    assert changed.tables[-1].values == tuple(int(TABLE.values[n] > 3 and other.values[n] == 1) for n in range(6))


def test_lookups_by_two_numbers_or_negative_ones_stay() -> None:
    w, nothing = ir.Local("w", Int(0, 5)), ir.Local("w", Int(-1, 5))
    for index in (w, nothing):
        two = ir.Compare("==", ir.Entry(TABLE, V, TABLE.type), ir.Entry(TABLE, index, TABLE.type))
        by_one = ir.Compare("==", ir.Entry(TABLE, index, TABLE.type), ir.Entry(TABLE, index, TABLE.type))
        assert "T2" not in body_after(when(two, ir.Offer(1)))[0]
        assert ("T2" in body_after(when(by_one, ir.Offer(1)))[0]) == (index is w)
