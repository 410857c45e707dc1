"""A load is shared out: companies by what is seen, all first ranks before all second ranks, round and round."""

from __future__ import annotations

from collections.abc import Sequence

from probe_play import begin, play, probe, seen

from rulewright.engine import Game


def load(cards: Sequence[str], ranks: str, harbor: str = "achim", dealt: Sequence[str] = ()) -> Game:
    """The first cards of the seats in turn are played on one harbor until it is shared out."""
    program = probe("sharing-out", 3, traced=True)
    hands: list[list[str]] = [[], [], []]
    for at, card in enumerate(cards):
        hands[at % 3].append(card)
    names = [name for name in program.domains["card"].members if name not in cards]
    for hand in hands:
        while len(hand) < 3:
            hand.append(names.pop())
    game = begin(program, order={"card": [card for hand in hands for card in hand]})
    play(game, *ranks.split())
    for card in cards:
        play(game, card, harbor)
    return game


# As in the rulebook's example: yellow 5 flags, red 4, green and blue 2 each, and green is seen before blue.
SHARED = ("red-green-1", "red-blue-1", "yellow-blue-1", "yellow-green-1")
# Red 5, yellow 4, green 4, and yellow is seen first.
NO_BLUE = ("red-yellow-1", "red-green-1", "yellow-red-1", "green-red-1")
# Yellow 8, red 5.
TWO_COMPANIES = ("yellow-red-1", "yellow-red-2", "red-yellow-1", "red-yellow-2")


def asked(game: Game, *takes: str) -> list[int]:
    """Who is asked in turn when these cards are taken."""
    found = []
    for card in takes:
        found.append(game.seat)
        play(game, f"take {card}")
    return found


def test_companies_choose_by_flags_then_by_what_is_seen_first() -> None:
    game = load(SHARED, "yellow red green blue blue yellow red red yellow")
    assert seen(game, "Anna", "harbors won") == ["Achim"]
    assert asked(game, "yellow-blue-1", "red-blue-1", "red-green-1") == [0, 1, 2]
    assert seen(game, "Anna", "warehouse") == ["yellow and blue", "yellow and green"]


def test_the_order_is_that_of_the_full_load() -> None:
    """With the green card gone, blue shows more flags than green: that changes nothing any more."""
    game = load(SHARED, "yellow red green blue blue yellow red red yellow")
    assert asked(game, "red-green-1", "red-blue-1", "yellow-blue-1") == [0, 1, 2]
    assert seen(game, "Anna", "warehouse") == ["red and green", "yellow and green"]


def test_all_first_ranks_before_all_second_ranks() -> None:
    game = load(NO_BLUE, "red yellow blue yellow blue red blue blue blue")
    assert seen(game, "Red", "ranks") == ["Anna's merchant", "Cleo's merchant"]
    assert seen(game, "Yellow", "ranks") == ["Ben's merchant", "Anna's merchant"]
    assert asked(game, "yellow-red-1", "red-green-1", "red-yellow-1") == [0, 1, 2]
    assert seen(game, "Anna", "warehouse") == ["green and red", "yellow and red"]


def test_round_and_round_and_companies_without_a_flag_get_nothing() -> None:
    game = load(TWO_COMPANIES, "red yellow blue blue blue blue green green green")
    assert asked(game, "yellow-red-1", "red-yellow-1", "yellow-red-2") == [1, 0, 1]
    assert seen(game, "Anna", "warehouse") == ["red and yellow", "red and yellow"]
    assert seen(game, "Ben", "warehouse") == ["yellow and red", "yellow and red"]
    assert seen(game, "Cleo", "warehouse") == []


def test_a_load_that_nobody_may_take_is_discarded() -> None:
    game = load(("red-green-1", "red-blue-1"), "blue blue blue blue blue green green green yellow", harbor="jambi")
    assert seen(game, "Ben", "harbors won") == ["Jambi"]
    assert seen(game, "the game", "discards") == ["red and blue", "red and green"]


def test_a_monopoly_goes_to_one_company_rank_by_rank() -> None:
    cards = ("yellow-red-1", "yellow-red-2")
    game = load(cards, "red red yellow yellow red blue green green green", harbor="jambi")
    assert seen(game, "Ben", "harbors won") == ["Jambi"]
    assert asked(game, "yellow-red-2") == [2]
    assert seen(game, "Anna", "warehouse") == ["yellow and red"]


def test_two_monopolies_the_first_flag_on_the_last_card_decides() -> None:
    """Red and yellow have five each at once; the last card shows yellow first."""
    cards = ("red-yellow-1", "yellow-red-1", "red-yellow-2")
    game = load(cards, "red yellow blue blue blue blue green green green", harbor="jambi")
    assert seen(game, "Cleo", "harbors won") == ["Jambi"]
    assert game.seat == 1
