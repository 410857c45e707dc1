"""Blocks that call others instead of returning their numbers."""

from __future__ import annotations

from tests.backends.small import Small, number, slot

from rulewright.backends.python.module import DEEP, called_blocks
from rulewright.compile.ir import nodes as ir


def row_of_blocks(number_of: int, last: ir.Stmt) -> Small:
    small = Small()
    for n in range(1, number_of):
        small.block(f"block {n}", ir.Go(number(n + 1)))
    small.block(f"block {number_of}", last)
    return small


def test_a_block_calls_those_after_it_and_returns_to_those_before() -> None:
    small = row_of_blocks(3, ir.Go(number(1)))
    small.question(ir.Offer(0), answers=[(ir.Go(number(2)),), (ir.Go(slot(small.seat)),)])
    assert called_blocks(small.program()) == {
        "block 1": {2: "block 2"}, "block 2": {3: "block 3"}, "block 3": {},
        "answer 0 0": {2: "block 2"}, "answer 0 1": {},
    }  # fmt: skip


def test_calls_are_never_too_deep() -> None:
    called = called_blocks(row_of_blocks(1000, ir.Go(number(0))).program())
    deepest = deep = 0
    for n in range(1, 1001):
        deep = deep + 1 if called[f"block {n}"] else 0
        deepest = max(deepest, deep)
    assert 0 < deepest < DEEP and sum(map(len, called.values())) > 900
