"""Games with one question: one function from an answer to the next decision."""

from __future__ import annotations

from dataclasses import replace

from tests.passes.programs import BACK, BLOCK, FACTS, FLAG, FRAME, SEAT, function, number, program, slot, when
from tests.passes.reading import lines_of, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int
from rulewright.compile.passes import PASSES, optimized
from rulewright.compile.passes.whole import whole

CODE, BACK_ = ir.Local("code", Int(0, 1 << 40)), ir.Local("back", BLOCK)
GIVEN = ir.Invoke("given", "", (CODE,), Int(0, 65535))


def game(*answer: ir.Stmt, answers: int = 1) -> ir.Program:
    body = answer or (ir.Store((slot(FRAME),), (GIVEN,)), ir.Go(number(1)))
    made = function("answer_0", *body, kind="answer", params=(CODE, BACK_))
    turn = function("block_1", ir.Store((slot(SEAT),), (number(1),)), when(slot(FLAG), ir.Go(number(2))), ir.Ask(0))
    last = function("block_2", ir.Store((slot(FLAG),), (slot(FLAG),)), ir.Go(number(1)))
    options = function("options_0", ir.Offer(1), kind="options")
    by_code = {code: ir.Answer("answer_0", 2) for code in range(answers)}
    return program(turn, last, made, options, questions=(ir.Question("options_0", by_code, -1, SEAT),))


def test_the_whole_way_is_one_function() -> None:
    taken = whole(game()).functions["take"]
    assert taken.kind == "whole" and [param.name for param in taken.params] == ["code"]
    assert lines_of(taken) == text("""
        frame = code
        seat = 1
        if flag:
            flag = flag
            seat = 1
            if flag:
                flag = flag
                go 1
            ask 0
        ask 0
    """)


def test_the_other_passes_settle_what_is_known_on_the_way() -> None:
    assert lines_of(optimized(game(), PASSES).functions["take"]) == text("""
        frame = code
        seat = 1
        if flag:
            go 1
        ask 0
    """)


def test_the_way_back_is_known() -> None:
    made = game(ir.Store((slot(BACK),), (BACK_,)), ir.Go(number(1)))
    assert lines_of(whole(made).functions["take"]).startswith("rule.back = 2\n")


def test_other_games_have_no_such_function() -> None:
    piece = ir.Store((slot(FRAME),), (ir.Invoke("piece_of", "", (CODE,), Int(-1, 3)),))
    budgeted = ir.Count(ir.Local("n", Int(0, 5)), number(0), slot(FACTS), (), True)
    for other in (game(answers=2), game(piece, ir.Ask(0)), game(budgeted, ir.Ask(0)), replace(game(), traced=True)):
        assert "take" not in whole(other).functions
