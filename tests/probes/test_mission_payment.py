"""Paying with cards: a wild one stands for any spice, a doubled one for two, and there is no change."""

from __future__ import annotations

from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game


def warehouse(shipments: list[str], harbor: str, seats: int = 2) -> Game:
    program = probe("mission-payment", seats, traced=True)
    filler = ["pepper-4", "cinnamon-4", "cloves-4", "nutmeg-4", "pepper-3"]
    return begin(program, order={"good": [*shipments, *filler, harbor, "achim-1"]})


def test_only_missions_that_can_be_paid_are_offered() -> None:
    game = warehouse(["pepper-1", "cinnamon-1", "cloves-1", "two-cloves-1", "two-cloves-2"], "sukadana-1")
    assert offered(game) == ["nothing", "one-of-each", "four-alike", "three-alike"]


def test_without_the_wild_card_a_spice_is_missing() -> None:
    game = warehouse(["pepper-1", "cinnamon-1", "cloves-1", "two-cloves-1", "two-cloves-2"], "achim-2")
    assert "one-of-each" not in offered(game)


def test_a_wild_card_stands_for_what_is_missing() -> None:
    game = warehouse(["pepper-1", "cinnamon-1", "cloves-1", "two-pepper-1", "two-pepper-2"], "sukadana-1")
    play(game, "one-of-each")
    assert offered(game) == ["sukadana", "pepper", "two-pepper"]
    play(game, "pepper")
    assert seen(game, "Anna", "done") == ["1 of each"]
    assert seen(game, "the game", "out of play") == ["any spice"]
    assert seen(game, "the game", "discards") == ["Cinnamon", "Cloves", "Pepper"]


def test_a_wild_card_played_early_must_leave_the_rest_payable() -> None:
    game = warehouse(["pepper-1", "cinnamon-1", "cloves-1", "two-pepper-1", "two-pepper-2"], "sukadana-1")
    play(game, "one-of-each", "sukadana")
    assert offered(game) == ["pepper", "two-pepper"]
    play(game, "pepper")
    assert seen(game, "Anna", "done") == ["1 of each"]


def test_a_doubled_card_counts_twice_and_gives_no_change() -> None:
    game = warehouse(["pepper-1", "two-pepper-1", "two-pepper-2", "cloves-1", "cinnamon-1"], "achim-2")
    play(game, "three-alike")
    assert offered(game) == ["pepper", "two-pepper"]
    play(game, "two-pepper", "two-pepper")
    assert seen(game, "Anna", "done") == ["3 alike"]
    assert seen(game, "Anna", "warehouse") == ["Cinnamon", "Cloves", "Pepper", "cloves"]


def test_which_spice_is_asked_first_when_several_can_be_paid() -> None:
    game = warehouse(["two-pepper-1", "pepper-1", "two-cloves-1", "cloves-1", "cinnamon-1"], "sukadana-1")
    play(game, "three-alike")
    assert offered(game) == ["pepper", "cloves"]
    play(game, "cloves")
    assert seen(game, "the game", "discards") == ["2 cloves"]
    assert offered(game) == ["sukadana", "cloves"]


def test_nobody_is_asked_in_which_order_pieces_go_that_must_all_go() -> None:
    game = warehouse(["pepper-1", "two-cinnamon-1", "cloves-1", "two-cloves-1", "two-cloves-2"], "sukadana-1")
    play(game, "one-of-each")
    assert offered(game) == ["sukadana", "cloves", "two-cloves"]
    assert seen(game, "the game", "discards") == ["2 cinnamon", "Pepper"]
    play(game, "cloves")
    assert seen(game, "Anna", "done") == ["1 of each"]


def test_nothing_that_is_of_no_use_is_offered() -> None:
    game = warehouse(["two-pepper-1", "two-cloves-1", "two-cloves-2", "cloves-1", "cinnamon-1"], "sukadana-1")
    play(game, "four-alike")
    assert set(offered(game)) == {"cloves", "two-cloves", "sukadana"}
    play(game, "two-cloves", "cloves")
    assert set(offered(game)) == {"two-cloves", "sukadana"}


def test_why_says_what_is_missing() -> None:
    game = warehouse(["pepper-1", "cinnamon-1", "cloves-1", "two-cloves-1", "two-cloves-2"], "achim-2")
    assert game.why("two-of-each")
