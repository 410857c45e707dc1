"""The auction of a package: bids with drop-out, payment dealt seat by seat, a package that stays."""

from __future__ import annotations

from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game

TOP = ("card-sweden-1", "card-britain-1", "card-britain-2", "card-france-1", "card-france-2", "card-denmark-1")


def auction(*dice: int, seats: int = 3) -> Game:
    return begin(probe("package-auction", seats, traced=True), dice=dice or (3,), order={"card": TOP})


def notes(game: Game) -> list[object]:
    return [seen(game, name, "notes") for name in ("Anna", "Ben", "Cleo")]


def test_the_die_says_how_many_cards_are_turned_up() -> None:
    game = auction(3)
    assert seen(game, "the game", "package") == ["Britain", "Britain", "Sweden"]


def test_the_left_neighbour_bids_first_and_the_auctioneer_last() -> None:
    game = auction(3)
    assert game.seat == 1
    assert offered(game) == ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "pass"]
    play(game, "pass")
    assert game.seat == 2
    play(game, "bid 2")
    assert game.seat == 0
    assert offered(game) == ["bid 3", "bid 4", "bid 5", "pass"]


def test_who_has_passed_is_not_asked_again() -> None:
    game = play(auction(3), "bid 1", "pass", "bid 2")
    assert game.seat == 1
    play(game, "bid 3")
    assert game.seat == 0


def test_bidding_ends_when_one_is_left() -> None:
    game = play(auction(3, 2), "bid 1", "bid 2", "pass", "pass")
    assert seen(game, "the game", "starter") == "Cleo"
    assert seen(game, "Cleo", "hand") == ["Britain", "Britain", "Sweden"]
    assert seen(game, "the game", "package") == ["France", "France"]


def test_the_last_one_may_bid_or_pass_when_all_others_passed() -> None:
    game = play(auction(3), "pass", "pass")
    assert game.seat == 0
    assert offered(game) == ["bid 1", "bid 2", "bid 3", "bid 4", "bid 5", "pass"]
    play(game, "bid 1")
    assert seen(game, "the game", "starter") == "Anna"


def test_payment_is_dealt_one_by_one_from_the_left() -> None:
    game = play(auction(3, 1), "bid 5", "pass", "pass")
    assert notes(game) == [7, 0, 8]
    assert notes(play(auction(3, 1), "pass", "bid 3", "pass")) == [7, 6, 2]


def test_a_package_that_nobody_wants_stays_and_grows() -> None:
    game = play(auction(3, 2), "pass", "pass", "pass")
    assert seen(game, "the game", "package") == ["Britain", "Britain", "France", "France", "Sweden"]
    assert seen(game, "the game", "starter") == "Anna"
    assert game.seat == 1
    play(game, "bid 1", "pass", "pass")
    assert len(seen(game, "Ben", "hand")) == 5  # type: ignore[arg-type]


def test_all_pass_later_and_the_starter_stays() -> None:
    game = play(auction(1, 1, 1), "bid 1", "pass", "pass")
    assert game.seat == 2
    play(game, "pass", "pass", "pass")
    assert seen(game, "the game", "starter") == "Ben"
    assert seen(game, "the game", "auctioneer") == "Ben"


def test_notes_are_hidden_and_the_package_stays_known() -> None:
    game = play(auction(3, 1), "bid 2", "pass", "pass")
    assert seen(game, "Ben", "notes", 0) == "hidden"
    assert seen(game, "Ben", "notes", 1) == 3
    assert seen(game, "Ben", "hand", 0) == ["Britain", "Britain", "Sweden"]


def test_who_has_no_notes_is_not_asked() -> None:
    game = play(auction(1, 1, 1), "bid 5", "pass", "pass")
    assert notes(game) == [7, 0, 8]
    assert game.seat == 2
    play(game, "pass", "pass")
    assert game.seat == 2
