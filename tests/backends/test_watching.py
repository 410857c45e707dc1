"""The Python build evaluates an `always` rule again whenever something that it reads has changed."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.backends.small import Small, number, slot, things
from tests.tiers import sampled

from rulewright.backends import ExecutionError, InvariantViolation, Program
from rulewright.backends.python.watching import EveryTime, Watch
from rulewright.chance import pick
from rulewright.cli import opening
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int
from rulewright.compile.watching import watched
from rulewright.workspace import compiled_program

ROOT = Path(__file__).parents[2]
WATCHED = [ROOT / "tests/probes/package-auction", *(ROOT / "rulesets" / name for name in ("goa", "batavia", "borneo"))]
"""Rulesets with `always` rules."""
GAMES = 2


def made(folder: Path) -> Program:
    return compiled_program(str(folder), seats=opening.ruleset(str(folder)).about.most)


def play(program: Program, watch: Watch, game: int) -> tuple[int, int]:
    """Play a game; return the decisions after which all is as watched, and those after which something is not."""
    watch.restart()
    state, codes = program.opening(game)
    known = unknown = made = 0
    while codes is not None:
        codes, made = watch.take(state, codes[pick(game, made, len(codes))]), made + 1
        same = all(state[s.slice] == held for s, held in zip(watch.stretches, watch.held, strict=True))
        known, unknown = known + same, unknown + (not same)
    return known, unknown


@pytest.mark.slow
@pytest.mark.parametrize("folder", sampled(2, WATCHED), ids=lambda folder: folder.name)
def test_nothing_that_a_rule_reads_changes_unnoticed(folder: Path) -> None:
    program = made(folder)
    watch = Watch(program)
    for game in range(1, GAMES + 1):
        known, unknown = play(program, watch, game)
        assert known and not unknown


def test_a_write_that_is_left_out_is_noticed_here() -> None:
    program = made(WATCHED[0])
    assert program.tables.watched.writes
    program.tables.watched.writes.clear()
    assert play(program, Watch(program), 1)[1]


@pytest.mark.slow
@pytest.mark.parametrize("folder", sampled(2, WATCHED), ids=lambda folder: folder.name)
def test_a_part_reads_what_the_table_says_and_all_parts_are_the_rule(folder: Path) -> None:
    """Change one number: a part that does not read it stays as it is."""
    program, chance = made(folder), random.Random(5)
    rows = program.tables.watched.parts
    parts = Watch(program).parts
    state, codes = program.opening(1)
    while codes is not None:
        at, changed = disturbed(state, program.tables.watched.stretches, chance)
        held: list[bool | None] = [True] * len(program.always)
        for part, row in zip(parts, rows, strict=True):
            holds = evaluated(part.holds, changed, *part.given)
            held[part.rule] = held[part.rule] and holds
            assert holds == evaluated(part.holds, state, *part.given) or any(a <= at < b for a, b in row.reads)
        assert held == [evaluated(rule, changed) for rule in program.always]
        codes = program.take(state, chance.choice(codes))


def evaluated(rule: Callable[..., int], *given: object) -> bool | None:
    """Return whether a rule holds; None where the vector makes no sense to it."""
    try:
        return bool(rule(*given))
    except (ExecutionError, ValueError):
        return None


def disturbed(state: list[int], stretches: list[tuple[int, int]], chance: random.Random) -> tuple[int, list[int]]:
    """Return a vector with another number somewhere in a stretch, and where that is."""
    changed = state.copy()
    at = chance.randrange(*chance.choice(stretches))
    changed[at] = max(0, changed[at] + chance.choice((-2, -1, 1, 2)))
    return at, changed


THINGS = 11


def rule_about_many(small: Small, further: ir.Expr) -> str:
    """Add facts, two for each of many things, and the rule that no thing has more than its limit."""
    facts, limits = small.field("facts", Int(0, 9), count=2 * THINGS), small.table("limits", [5] * THINGS, Int(5, 5))
    x = ir.Local("x", Int(0, THINGS - 1))
    first = ir.Arith("*", x, number(2), Int(0, 2 * THINGS - 2))
    total = ir.Invoke("sum_of", "", (ir.Address(facts, first, Int(0, 9)), number(2)), Int(0, 18))
    few = ir.And((ir.Compare("<=", total, ir.Entry(limits, x, limits.type)), further))
    every = ir.Fold("every", x, things(*range(THINGS), size=THINGS), None, few, BOOL)
    return small.function("few", "value", ir.Return(every), result=BOOL)


def test_a_rule_about_many_things_is_divided() -> None:
    small = Small()
    small.always = [rule_about_many(small, ir.Compare("!=", slot(small.seat), number(5)))]
    program, table = watched(small.program(), {})
    begin = small.fields[-1].start
    assert table.stretches == [(2, 3), (begin, begin + 22)] and "few_among" in program.functions
    assert [(part.things, part.reads) for part in table.parts] == [
        (0b1111, [(2, 3), (begin, begin + 8)]),
        (0b11110000, [(2, 3), (begin + 8, begin + 16)]),
        (0b11100000000, [(2, 3), (begin + 16, begin + 22)]),
    ]


def test_a_rule_is_whole_where_a_function_reads_for_it() -> None:
    small = Small()
    small.function("fine", "value", ir.Return(slot(small.field("more", BOOL, count=3), 1)), result=BOOL)
    small.always = [rule_about_many(small, ir.Call("fine", (), BOOL))]
    program, table = watched(small.program(), {})
    assert "few_among" not in program.functions
    assert [(part.function, len(part.reads)) for part in table.parts] == [("", 2)]


def test_a_rule_breaks_after_the_same_decision_as_if_all_were_evaluated() -> None:
    program = made(WATCHED[0])
    begin, end = program.tables.watched.stretches[0]
    program.always[0] = lambda state: max(state[begin:end]) < program.start[begin] + 8
    found = [[broken_after(program, way, game) for game in range(1, 9)] for way in (EveryTime(program), Watch(program))]
    assert found[0] == found[1] and len(set(found[0])) > 3


def broken_after(program: Program, way: EveryTime | Watch, game: int) -> int:
    """Return after how many decisions of a game a rule does not hold; 0 if all do until the end."""
    way.restart()
    state, codes = program.opening(game)
    made = 0
    while codes is not None:
        code, made = codes[pick(game, made, len(codes))], made + 1
        try:
            codes = way.take(state, code)
        except InvariantViolation as broken:
            assert broken.rule == 0
            return made
    return 0
