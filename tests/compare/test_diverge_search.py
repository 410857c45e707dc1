"""The shortest game that two rulesets play differently, where one can find it by thinking."""

from __future__ import annotations

from pathlib import Path

import pytest
from shop import alone, searched

from rulewright.comparison.divergence.lockstep import OPTION, RESULT, Lockstep, first_divergence

SHORTEST = [("more-pay", 1, RESULT), ("cheap-cards", 4, OPTION), ("rich-coins", 1, RESULT), ("no-rest", 0, RESULT)]
"""Two coins are earned on the first and third of the days of both; points count from the first coin on."""


@pytest.mark.parametrize(("name", "decisions", "how"), SHORTEST)
def test_the_shortest_game_is_found(shops: Path, name: str, decisions: int, how: str) -> None:
    example = searched(alone(shops, name)).example
    assert example is not None
    assert (len(example.names), example.parting.after, example.parting.form) == (decisions, decisions, how)


def test_what_only_changes_words_is_never_found(shops: Path) -> None:
    found = searched(alone(shops, "short-days"))
    assert (found.games, found.example) == (60, None)


def test_the_same_search_finds_the_same_game(shops: Path) -> None:
    pair = alone(shops, "cheap-cards")
    assert searched(pair) == searched(pair)
    assert searched(pair, games=60, seed=500) != searched(pair)


def test_a_search_ends_when_nothing_can_be_shorter(shops: Path) -> None:
    assert searched(alone(shops, "no-rest")).games == 1


def test_an_option_that_only_one_has_is_named(shops: Path) -> None:
    example = searched(alone(shops, "cheap-cards")).example
    assert example is not None
    assert example.parting.only == ((), ("buy",))
    assert example.parting.shifts == ()


def test_another_result_is_named_with_both_values(shops: Path) -> None:
    example = searched(alone(shops, "rich-coins")).example
    assert example is not None
    (shift,) = example.parting.shifts
    assert (shift.name.rpartition(" ")[0], shift.first, shift.second) == ("scoring.coins.points", 1, 2)


@pytest.mark.slow
def test_a_piece_that_only_one_has_counts_when_it_is_seen(shops: Path) -> None:
    """The joker lies in the hidden deck from the beginning; the first card can be bought on the seventh day."""
    example = searched(alone(shops, "joker"), games=400).example
    assert example is not None
    assert len(example.names) == 7
    assert example.names[-1] == "buy"
    first = example.parting.shifts[0]
    assert (first.name, first.first) == ("card joker", None)
    assert str(first.second).startswith("player.hand ")


def test_what_a_difference_needs_both_have(shops: Path) -> None:
    pair = alone(shops, "two-jokers")
    assert pair.first.name.endswith("new-shop:joker")
    assert pair.second.name.endswith("new-shop:joker,two-jokers")
    assert [one.name for one in pair.differences] == ["two-jokers"]


def test_a_game_is_followed_up_to_where_it_first_parts(shops: Path) -> None:
    pair = alone(shops, "more-pay")
    both = Lockstep(pair.first.program(2), pair.second.program(2))
    found = first_divergence(both, 1, ["rest", "rest", "work", "work"])
    assert found is not None
    assert found.after == 3
    assert first_divergence(both, 1, ["rest", "rest"]) is None
