"""`always` rules are evaluated again only for the members whose values were written, and no violation is missed."""

from __future__ import annotations

import random

import pytest
from tests.backends.small import Both, Small, needs_compiler, number, slot, store

from rulewright.backends.c.watching import DirtyBits
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, WIDE, Int, Set

MEMBERS, EACH = 100, 3
COUNT = MEMBERS * EACH


def made() -> Small:
    """Return a game in which one number is written at a time; rules limit them one by one and by threes."""
    small = Small()
    held, limit = small.field("held", Int(0, 10), COUNT), small.field("limit", Int(0, 30))
    m, j, code = ir.Local("m", Int(0, MEMBERS - 1)), ir.Local("j", Int(0, EACH - 1)), ir.Local("code", WIDE)
    given = ir.Invoke("given", "", (code,), Int(0, 65_535))

    def rest(of: ir.Expr, by: int) -> ir.Expr:
        return ir.Arith("%", of, number(by), Int(0, by - 1))

    def all_of(var: ir.Local, size: int, value: ir.Expr) -> ir.Fold:
        return ir.Fold("every", var, ir.Const((1 << size) - 1, Set(size)), None, value, BOOL)

    first = ir.Arith("*", m, number(EACH), Int(0, COUNT - EACH))
    added = ir.Invoke("sum_of", "", (ir.Address(held, first, held.type), number(EACH)), WIDE)
    one = slot(held, ir.Arith("+", first, j, Int(0, COUNT - 1)))
    rules = {
        "few": all_of(m, MEMBERS, ir.Compare("<=", added, slot(limit))),
        "not ten": all_of(m, MEMBERS, all_of(j, EACH, ir.Compare("!=", one, number(10)))),
        "not nine": all_of(m, MEMBERS, ir.Compare("!=", slot(held, m), number(9))),
    }
    for name, rule in rules.items():
        small.always.append(small.function(name, "value", ir.Return(rule), result=BOOL))
    here, there = slot(held, rest(given, COUNT)), slot(held, rest(ir.Arith("+", given, number(1), WIDE), COUNT))
    small.block("asks", store(small.seat, 0), ir.Ask(0))
    small.question(
        ir.OfferRange(0, None, number(0), number(10 * COUNT)),
        ir.OfferRange(1 << 32, None, number(0), number(COUNT)),
        ir.OfferRange(2 << 32, None, number(20), number(40)),
        answers=[
            (ir.Store((here,), (rest(given, 11),)), ir.Go(number(1))),
            (ir.Store((here, there), (there, here)), ir.Go(number(1))),
            (store(limit, rest(given, 31)), ir.Go(number(1))),
        ],
    )
    return small


def test_which_rules_are_evaluated_by_member() -> None:
    watching = DirtyBits(made().program(), {})
    found = [(part.rule, dict(part.strides), part.first, part.words) for part in watching.parts]
    assert found == [(0, {"held": EACH}, 0, 2), (1, {"held": EACH}, 2, 2)]
    assert watching.whole == [{"limit"}, set(), {"held"}]


@pytest.mark.slow
@needs_compiler
def test_every_violation_is_found() -> None:
    both, chance = Both(made().program()), random.Random(1)
    state, seen = both.machine.initial(1), set()
    state[3 + COUNT] = 30
    codes = state.advance(1)
    for _ in range(300):
        assert codes is not None
        other = state.copy()
        after = other.take(chance.choice(codes))
        first = next((i for i, holds in enumerate(both.plain.always) if not holds(other.vector.copy())), None)
        assert other.broken() == first
        seen.add(first)
        if first is None:
            state, codes = other, after
    assert seen == {None, 0, 1, 2}
