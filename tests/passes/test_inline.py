"""Blocks in the place of what goes on with them."""

from __future__ import annotations

from tests.passes.programs import BACK, BLOCK, FACTS, FLAG, FRAME, function, number, program, slot, when
from tests.passes.reading import lines_of, text

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int
from rulewright.compile.ir.walk import statements
from rulewright.compile.passes import inline

X = ir.Local("x", Int(0, 5))


def stores(times: int, value: int = 0) -> tuple[ir.Stmt, ...]:
    return tuple(ir.Store((slot(FACTS, n % 4),), (number(value),)) for n in range(times))


def test_a_block_that_is_entered_once_moves() -> None:
    first = function("block_1", when(slot(FLAG), ir.Go(number(2))), ir.Ask(0))
    changed = inline(program(first, function("block_2", *stores(6), ir.Go(number(0)))))
    assert changed.blocks == (None, "block_1", None) and list(changed.functions) == ["block_1"]
    assert lines_of(changed.functions["block_1"]).startswith("if flag:\n    facts[0] = 0\n")


def test_a_short_block_is_copied_with_names_of_its_own() -> None:
    ways = (when(slot(FLAG), ir.Go(number(2))), ir.Let(X, number(1)), ir.Go(number(2)))
    short = function("block_2", ir.Let(X, slot(FACTS)), ir.Store((slot(FRAME),), (X,)), ir.Go(number(0)))
    changed = inline(program(function("block_1", *ways), short))
    assert lines_of(changed.functions["block_1"]) == text("""
        if flag:
            let x_2: 0..5 = facts[0]
            frame = x_2
            go 0
        let x: 0..5 = 1
        let x_3: 0..5 = facts[0]
        frame = x_3
        go 0
    """)


def test_a_long_block_that_is_entered_twice_stays() -> None:
    ways = (when(slot(FLAG), ir.Go(number(2))), ir.Go(number(2)))
    changed = inline(program(function("block_1", *ways), function("block_2", *stores(9), ir.Go(number(0)))))
    assert lines_of(changed.functions["block_1"]) == "if flag:\n    go 2\ngo 2\n"


def test_a_block_that_something_else_leads_to_stays() -> None:
    kept = ir.Store((slot(BACK),), (ir.Const(2, BLOCK),))
    blocks = (function("block_1", kept, ir.Go(number(2))), function("block_2", *stores(1), ir.Go(slot(BACK))))
    changed = inline(program(*blocks, entered=frozenset({1, 2})))
    assert changed.blocks == (None, "block_1", "block_2")
    assert lines_of(changed.functions["block_1"]) == "rule.back = 2\nfacts[0] = 0\ngo rule.back\n"


def test_blocks_in_a_circle_end() -> None:
    blocks = (function("block_1", *stores(1), ir.Go(number(2))), function("block_2", *stores(1, 1), ir.Go(number(1))))
    changed = inline(program(*blocks))
    assert lines_of(changed.functions["block_1"]) == "facts[0] = 0\nfacts[0] = 1\ngo 1\n"


def test_frames_are_given_back_by_the_driver() -> None:
    back = ir.Local("back", BLOCK)
    circle = ir.Circle(6, 1, BACK, FRAME, 1)
    blocks = (function("block_1", ir.Go(number(2))), function("block_2", ir.Pop(0, back), ir.Go(back)))
    changed = inline(program(*blocks, circles=(circle,)))
    assert lines_of(changed.functions["block_1"]) == "go 2\n"


def test_a_program_grows_at_most_linearly() -> None:
    blocks = [
        function(f"block_{n}", *stores(2), when(slot(FLAG), ir.Go(number(n % 40 + 1))), ir.Go(number((n + 7) % 40 + 1)))
        for n in range(1, 41)
    ]
    before = program(*blocks, entered=frozenset(range(1, 41)))
    sizes = [sum(1 for f in p.functions.values() for _ in statements(f.body)) for p in (before, inline(before))]
    assert sizes[1] <= 3 * sizes[0] + 400
