"""What functions read, write and may fail at."""

from __future__ import annotations

import pytest
from tests.backends.small import Small, number, slot, store

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Effects, Moving, effects
from rulewright.compile.ir.types import WIDE, Int, Set

small = Small()
A, B, C = (small.field(name, WIDE, 2) for name in "abc")
ROW, COUNTER = small.field("row", Int(0, 9), 1, 5), small.field("counter", WIDE)
x = ir.Local("x", WIDE)
MOVING = {"stone": Moving(frozenset({"lies in", "row"}), frozenset({"b"}))}
small.function("adds", "value", ir.Return(ir.Arith("+", slot(A), x, WIDE)), params=[x], result=WIDE)
small.function("needs", "value", ir.Return(ir.NonNull(ir.Call("adds", (slot(B),), WIDE), 0, WIDE)), result=WIDE)
small.function("stores", "procedure", ir.If(((ir.Compare("<", slot(A), number(1)), (store(C, 1),)),), ()))
small.function("calls", "procedure", ir.For(x, ir.Const(3, Set(2)), (ir.Perform("stores", ()),)), ir.Let(
    x, ir.Call("needs", (), WIDE)))  # fmt: skip
small.function("moves", "procedure", ir.Do("move", "stone", (number(1), number(2))))
small.function(
    "shuffles", "procedure", ir.Do("shuffle", "stone", (number(1), ir.Address(COUNTER, number(0), WIDE)), "s")
)
small.function("looks", "value", ir.Return(ir.Invoke("position", "stone", (number(1),), WIDE)), result=WIDE)
small.function("reads", "value", ir.Return(ir.Invoke("row_first", "", (ir.Address(ROW, number(0), ROW.type),), WIDE)),
               result=WIDE)  # fmt: skip
small.function("rolls", "procedure", ir.Roll(x, number(1), number(6), COUNTER, "s", 0))


def f(*names: str) -> frozenset[str]:
    return frozenset(names)


EXPECTED = {
    "adds": Effects(f("a")), "needs": Effects(f("a", "b"), f(), True, f("adds")), "stores": Effects(f("a"), f("c")),
    "calls": Effects(f("a", "b"), f("c"), True, f("stores", "needs")),
    "moves": Effects(f("lies in", "row", "b"), f("lies in", "row"), True),
    "shuffles": Effects(f("lies in", "row", "b", "counter"), f("lies in", "row", "counter"), False),
    "looks": Effects(f("lies in", "row", "b")), "reads": Effects(f("row")),
    "rolls": Effects(f("counter"), f("counter"), True),
}  # fmt: skip


@pytest.mark.parametrize("name", EXPECTED)
def test_effects_of_a_function(name: str) -> None:
    assert effects(small.program(), MOVING)[name] == EXPECTED[name]


def test_what_notes_a_lap_writes_its_mark_only() -> None:
    noting = Small()
    mark, fact = noting.field("mark", WIDE), noting.field("fact", WIDE)
    fields = tuple(ir.Address(field, number(0), WIDE) for field in (mark, fact))
    noting.function("laps", "procedure", ir.Do("note_lap", "", fields))
    assert effects(noting.program(), {})["laps"] == Effects(frozenset({"mark", "fact"}), frozenset({"mark"}))


def test_functions_that_call_each_other_do_what_either_does() -> None:
    circling = Small()
    one, two, three = (circling.field(name, WIDE) for name in ("one", "two", "three"))
    circling.function("first", "procedure", ir.Perform("second", ()), store(one, slot(two)))
    circling.function("second", "procedure", ir.Perform("third", ()), ir.Check(slot(three), 0, 9, "three", 0))
    circling.function("third", "procedure", ir.Perform("first", ()), store(three, number(1)))
    found = effects(circling.program(), {})
    for name, called in (("first", "second"), ("second", "third"), ("third", "first")):
        assert found[name] == Effects(f("two", "three"), f("one", "three"), True, f(called))
