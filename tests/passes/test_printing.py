"""The text form of whole functions and programs."""

from __future__ import annotations

from tests.passes.programs import CHANCE, FACTS, FLAG, FRAME, MARKS, PLACES, SEAT, function, number, slot, things
from tests.passes.programs import program as made
from tests.passes.reading import text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.expression_text import members_text
from rulewright.compile.ir.printing import function_text, program_text
from rulewright.compile.ir.types import BOOL, Int

X = ir.Local("x", Int(0, 5))


def test_sets_are_runs() -> None:
    sets = (0, 1, 0b1011, 0b111001, 1 << 70)
    assert [members_text(members) for members in sets] == ["{}", "{0}", "{0..1, 3}", "{0, 3..5}", "{70}"]


def test_every_statement_has_a_line() -> None:
    back = ir.Local("back", Int(0, 9))
    body: ir.Body = (
        ir.Clear(FACTS),
        ir.Check(X, 0, 3, "some facts", 4),
        ir.For(X, slot(MARKS), (ir.Continue(),), number(1), X),
        ir.Count(X, number(0), number(3), (ir.Break(),), 2, 7),
        ir.Once(()),
        ir.Do("move", "card", (X, number(2)), "deck"),
        ir.Roll(X, number(1), number(6), CHANCE, "the die", 5),
        ir.NextSeat(slot(SEAT), slot(FRAME), slot(MARKS)),
        ir.LineUp(PLACES, X, slot(MARKS), X),
        ir.Perform("step_1", (X,)),
        ir.Dispatch(X, ("step_1", None, "step_2"), (number(1),)),
        ir.Push(0, number(7)),
        ir.Pop(0, back),
        ir.Offer(100),
        ir.OfferEach(100, X, things(1, 2)),
        ir.OfferRange(100, None, number(1), X),
        ir.ListMenu("menu_1", (X,)),
        ir.Mark(3),
        ir.If(((slot(FLAG), (ir.Ask(0),)), (ir.Const(1, BOOL), ())), (ir.Go(back),)),
        ir.Return(ir.Noted(1, 2, X, X.type)),
    )
    assert function_text(ir.Function("block_1", "block", (X,), Int(0, 5), body, "the rule")) == text("""
        block block_1(x: 0..5) -> 0..5:  # the rule
            clear facts
            check 0 <= x <= 3 `some facts` @4
            for x: 0..5 in marks from 1 by x:
                continue
            count x: 0..5 from 0 to 3 at 2 steps @7:
                break
            once:
                pass
            do move.card(x, 2) with deck
            roll x: 0..5 from 1 to 6 with chance `the die` @5
            next seat seat, frame, marks
            line up places = x: 0..5 in marks by x
            perform step_1(x)
            dispatch x(1) {0: step_1, 2: step_2}
            push 0 back 7
            pop 0 to back: 0..9
            offer 100
            offer 100 + x + each of {1..2}
            offer 100 + 1 to x
            list menu_1(x)
            mark 3
            if flag:
                ask 0
            elif true:
                pass
            else:
                go back
            return noted 1/2(x)
    """).rstrip("\n")


def test_a_program_begins_with_its_fields() -> None:
    lines = program_text(made(function("block_1", ir.Go(number(0))))).split("\n")
    assert lines[:4] == ["fields:", "    2 facts[4]: 0..5", "    6 frame: -1..3", "    7 places[3]: set 6"]
    assert lines[-3:] == ["block block_1():", "    go 0", ""]
