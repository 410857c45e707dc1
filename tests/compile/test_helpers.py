"""Tables that are filled on demand, and whose turn it is."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.backends.failure import ExecutionError
from rulewright.backends.python.helpers import next_seats
from rulewright.backends.python.listing import CACHED_LISTS, Bits, Listed, listed


def test_lists_for_small_sets_and_for_any_set_agree() -> None:
    remembered = Listed(7 << 32)
    assert [remembered[things] for things in range(64)] == listed(7 << 32, 6)
    assert listed(0, 2) == [[], [0], [1], [0, 1]]


def test_what_is_remembered_does_not_grow_for_ever() -> None:
    remembered = Listed(0)
    for things in range(CACHED_LISTS + 10):
        assert remembered[things] is remembered[things]
    assert len(remembered) <= CACHED_LISTS + 1


def test_a_round_goes_on_with_the_next_seat_that_is_to_come() -> None:
    seats = next_seats(3)
    assert seats[0][0b111] == (0, 1, 0b110)
    assert seats[1][0b110] == (1, 2, 0b100)
    assert seats[2][0b011] == (0, 1, 0b010), "round the table"
    assert seats[3][0b100] == (2, 3, 0)
    with pytest.raises(ExecutionError):
        seats[-1][0b111]


@pytest.mark.parametrize("size", [1, 9, 10, 11, 30, 73, 130])
def test_the_members_of_sparse_and_dense_sets(size: int) -> None:
    chance, remembered = Random(size), Bits()
    for number in range(size + 1):
        members = sorted(chance.sample(range(size), number))
        assert remembered[sum(1 << member for member in members)] == tuple(members)
