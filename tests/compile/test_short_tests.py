"""What is written shorter, and tables that are filled as play asks, say the same as what stood there before."""

from __future__ import annotations

from itertools import product

import pytest
from rulewright.compile.python.shorter import shorter

from rulewright.backends.failure import Trouble
from rulewright.backends.python.helpers import CACHED_LISTS, Listed, listed, next_seats

HEADS = {
    "if (a != 0):": "if a:",
    "if (not (a != 0)):": "if not a:",
    "if (not (not a)):": "if a:",
    "if (a == 0):": "if not a:",
    "elif ((a & b) != 0) and (not (c != 0)):": "elif a & b and (not c):",
    "if a != 1:": "if a != 1:",
    "if any([1 for v1 in (a, b, c) if (v1 & 1) != 0]):": "if any([1 for v1 in (a, b, c) if v1 & 1]):",
    "if (max([v1 for v1 in (a, b)], default=0) != 0) or c == 0:": "if max([v1 for v1 in (a, b)], default=0) or not c:",
}


@pytest.mark.parametrize("head", HEADS)
def test_a_shorter_test_holds_just_when_the_longer_one_does(head: str) -> None:
    assert shorter(head) == HEADS[head]
    for a, b, c in product(range(4), repeat=3):
        before, after = (eval(text[:-1].split(" ", 1)[1], {"a": a, "b": b, "c": c}) for text in (head, shorter(head)))
        assert bool(before) is bool(after)


def test_lists_for_small_sets_and_for_any_set_agree() -> None:
    for fewest in (0, 2):
        remembered = Listed(7 << 32, fewest)
        assert [remembered[things] for things in range(64)] == listed(7 << 32, 6, fewest)
    assert listed(0, 2, 2) == [[], [], [], [0, 1]]


def test_what_is_remembered_does_not_grow_for_ever() -> None:
    remembered = Listed(0, 0)
    for things in range(CACHED_LISTS + 10):
        assert remembered[things] is remembered[things]
    assert len(remembered) <= CACHED_LISTS + 1


def test_a_round_goes_on_with_the_next_seat_that_is_to_come() -> None:
    seats = next_seats(3)
    assert seats[0][0b111] == (0, 1, 0b110)
    assert seats[1][0b110] == (1, 2, 0b100)
    assert seats[2][0b011] == (0, 1, 0b010), "round the table"
    assert seats[3][0b100] == (2, 3, 0)
    with pytest.raises(Trouble):
        seats[-1][0b111]
