"""Everybody bids in secret; nobody sees a bid before all are seen at once."""

from __future__ import annotations

from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game


def bidding() -> Game:
    return begin(probe("sealed-bid", 3, traced=True))


def test_the_bid_is_seen_by_its_owner_only() -> None:
    game = play(bidding(), "bid 4")
    assert game.seat == 1
    assert seen(game, "Anna", "bid", 0) == 4
    assert seen(game, "Anna", "bid", 1) == "hidden"
    assert seen(game, "Anna", "bid", 2) == "hidden"


def test_what_the_next_is_asked_does_not_depend_on_the_bid() -> None:
    low, high = play(bidding(), "bid 0"), play(bidding(), "bid 6")
    assert offered(low) == offered(high)
    assert low.view(1) == high.view(1)
    assert low.question is not None and high.question is not None
    assert low.question.prompt == high.question.prompt


def test_the_log_keeps_the_secret() -> None:
    game = play(bidding(), "bid 4")
    others = [line.text for line in game.log if line.private is None or 1 in line.private]
    assert not [text for text in others if "4" in text]


def test_all_bids_are_seen_at_once_and_the_highest_pays() -> None:
    game = play(bidding(), "bid 4", "bid 2", "bid 3")
    assert [seen(game, name, "shown bid", 1) for name in ("Anna", "Ben", "Cleo")] == [4, 2, 3]
    assert [seen(game, name, "ducats", 1) for name in ("Anna", "Ben", "Cleo")] == [2, 6, 6]
    assert game.totals() == [1, 0, 0]


def test_a_tie_pays_nothing() -> None:
    game = play(bidding(), "bid 4", "bid 4", "bid 3")
    assert [seen(game, name, "ducats") for name in ("Anna", "Ben", "Cleo")] == [6, 6, 6]
    assert game.totals() == [0, 0, 0]
