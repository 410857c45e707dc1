"""Whatever a pass does to a program, it ends in the same state, with the same choices, or fails at the same place."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from tests.passes.programs import FACTS, FRAME, LENGTH, TABLE, Maker, number, slot
from tests.passes.reference import outcome

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.printing import program_text
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.passes import NATIVE, PASSES, TRACED, Pass, narrow, optimized, share

STATES = 6


def random_state(chance: Random) -> list[int]:
    """Return a state with a value of its type in every slot; the way back is a block that is entered."""
    state = [0, 0, *(chance.randint(0, 5) for _ in range(4)), chance.randint(-1, 3)]
    state += [chance.randrange(64) for _ in range(4)]
    state += [chance.randint(0, 1), 0, chance.randrange(32), chance.randint(0, 5)]
    assert len(state) == LENGTH
    return state


def same_outcomes(before: ir.Program, after: ir.Program, chance: Random, nothing_fails: bool = False) -> None:
    """Run both from several states: from the first block, and by answering."""
    for _ in range(STATES):
        state, code = random_state(chance), chance.randint(0, 4)
        for name, args in (("block_1", []), ("answer_0", [code, 0])):
            if name in after.functions:
                found = outcome(after, state, name, args, nothing_fails)
                assert found == outcome(before, state, name, args), program_text(after)


def check(passes: tuple[Pass, ...], seed: int) -> None:
    before = Maker(Random(seed)).whole()
    same_outcomes(before, optimized(before, passes), Random(seed))


SEEDS = st.integers(0, 1 << 32)
EACH = dict.fromkeys(PASSES)
by_name = pytest.mark.parametrize("one", EACH, ids=lambda one: one.__name__)
few = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
many = settings(few, max_examples=80)


@pytest.mark.slow
@by_name
@few
@given(seed=SEEDS)
def test_each_pass_alone_keeps_the_outcome(one: Pass, seed: int) -> None:
    check((one,), seed)


@few
@given(seed=SEEDS)
def test_all_passes_keep_the_outcome(seed: int) -> None:
    check(PASSES, seed)
    check(TRACED, seed)


class Guarding(Maker):
    """Makes lookups by a thing that may be nothing, too, each behind its guard."""

    def test(self, deep: int = 3) -> ir.Expr:
        """Return a condition, often one on a thing that is looked up if it is something."""
        if deep == 0 or self.chance.random() < 0.6:
            return super().test(deep)
        things = [slot(FRAME), *(thing for thing in self.known(Int, -1) if range_of(thing.type)[0] == -1)]
        thing = self.chance.choice(things)
        assert isinstance(thing, ir.Slot | ir.Local)
        sure = replace(thing, type=Int(0, range_of(thing.type)[1]))
        found = slot(FACTS, sure) if thing.type == FRAME.type else ir.Entry(TABLE, sure, TABLE.type)
        what = ir.Compare(self.chance.choice(["<", ">="]), found, number(self.chance.randint(1, 4)))
        return ir.And((ir.Compare("!=", thing, number(-1)), what))


def check_guarded(seed: int) -> None:
    """Compare outcomes where, as in C, a lookup by nothing fails: none is made ahead of its guard."""
    before = Guarding(Random(seed)).whole()
    same_outcomes(before, optimized(before, NATIVE), Random(seed), nothing_fails=True)


@pytest.mark.slow
@few
@example(seed=1)
@given(seed=SEEDS)
def test_no_lookup_is_moved_ahead_of_its_guard(seed: int) -> None:
    check_guarded(seed)


@pytest.mark.slow
@many
@given(seed=SEEDS)
def test_no_lookup_is_moved_ahead_of_its_guard_in_many(seed: int) -> None:
    check_guarded(seed)


@pytest.mark.slow
@many
@given(seed=SEEDS)
def test_all_passes_keep_the_outcome_of_many(seed: int) -> None:
    check(PASSES, seed)


@pytest.mark.slow
@by_name
@few
@given(seed=SEEDS)
def test_a_pass_may_be_left_out(one: Pass, seed: int) -> None:
    check(tuple(other for other in PASSES if other is not one), seed)


@pytest.mark.slow
@many
@example(seed=10686, order=[narrow, share])  # reads a thing that may be nothing before its check
@given(seed=SEEDS, order=st.permutations(PASSES))
def test_passes_may_come_in_any_order(seed: int, order: list[Pass]) -> None:
    check(tuple(order), seed)
