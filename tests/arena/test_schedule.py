"""Who meets whom: every kind sits in every seat equally often, and looks are after whole deals only."""

from __future__ import annotations

from collections import Counter

import pytest
from tables import schedule

from rulewright.comparison.arena.schedule import (
    EVERYBODY,
    PAIRS,
    Schedule,
    pairings_against,
    pairings_of_tables,
    precision_checkpoints,
    round_robin,
    seating_order,
)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_deal_every_kind_of_a_pairing_sits_in_every_seat_equally_often(seats: int) -> None:
    of = schedule(3, seats, 7)
    for deal in range(7):
        meetings = [of.meeting_at(game) for game in of.games[deal * of.games_per_deal : (deal + 1) * of.games_per_deal]]
        assert {one.deal for one in meetings} == {deal + 1}
        for number, pairing in enumerate(of.pairings):
            at_table = [one.who for one in meetings if one.pairing == number]
            assert len(set(at_table)) == len(at_table) == seats, "no game is played twice"
            for seat in range(seats):
                assert Counter(who[seat] for who in at_table) == Counter(pairing)


def test_who_sits_behind_whom_changes_from_deal_to_deal() -> None:
    of = Schedule(tuple("abcd"), 4, ((0, 1, 2, 3),), range(600))
    around = [of.meeting_at(game).who for game in of.games[::4]]
    behind = Counter(order[(order.index(0) + 1) % 4] for order in around)
    assert all(160 < behind[kind] < 240 for kind in (1, 2, 3)), behind


def test_an_order_that_repeats_itself_around_the_table_is_not_played() -> None:
    assert {seating_order((0, 0, 1, 1), deal) for deal in range(50)} <= {
        (0, 0, 1, 1),
        (0, 1, 1, 0),
        (1, 1, 0, 0),
        (1, 0, 0, 1),
    }


def test_round_robins() -> None:
    assert round_robin(3, 2, EVERYBODY) == ((0, 1), (0, 2), (1, 2))
    assert round_robin(2, 4, EVERYBODY) == ((0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1))
    assert round_robin(2, 4, PAIRS) == ((0, 0, 1, 1),)
    assert round_robin(2, 3, PAIRS) == ((0, 0, 1), (0, 1, 1))
    assert len(round_robin(3, 4, EVERYBODY)) == 12 and len(round_robin(3, 4, PAIRS)) == 3
    assert pairings_against(3, 3, 1) == ((0, 1, 1), (1, 1, 2))


def test_tables_that_are_typed_are_pairings_in_any_order() -> None:
    assert pairings_of_tables([["b", "a", "b"], ["a", "b", "b"], ["a", "c", "a"]]) == (
        ("b", "a", "c"),
        ((0, 0, 1), (1, 1, 2)),
    )


def test_games_are_numbered_deal_by_deal() -> None:
    of = Schedule(("a", "b"), 2, ((0, 1),), range(5, 8))
    assert [of.meeting_at(game).deal for game in of.games] == [5, 5, 6, 6, 7, 7]


@pytest.mark.parametrize(("deals", "looks"), [(4, [4]), (10, [10]), (40, [10, 15, 22, 33, 40])])
def test_precision_is_looked_at_ever_more_rarely(deals: int, looks: list[int]) -> None:
    assert list(precision_checkpoints(deals)) == looks
