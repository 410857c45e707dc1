"""Laying cards: a majority before or after, strictly more than anybody else, and only what can still lead to one."""

from __future__ import annotations

from probe_play import begin, offered, play, probe, seen

from rulewright.engine import Game


def cards(company: str, *numbers: int) -> list[str]:
    return [f"card-{company}-{n}" for n in numbers]


BRITISH, DANISH, FRENCH = cards("britain", 1, 2, 3, 4), cards("denmark", 1, 2, 3, 4), cards("france", 1, 2, 3, 4)


def table(*hands: list[str], rest: tuple[str, ...] = ()) -> Game:
    top = [card for hand in hands for card in hand]
    return begin(probe("laying-cards", len(hands)), order={"card": [*top, *rest]})


def test_one_card_at_least_and_any_card_may_follow() -> None:
    game = play(table([*BRITISH[:2], *FRENCH[:2]], DANISH), "lay")
    assert offered(game) == ["card britain", "card france"]
    play(game, "card britain")
    assert offered(game) == ["card britain", "card france", "done"]


def test_a_tie_is_no_majority_and_returns_the_seal() -> None:
    rival = [*cards("britain", 5, 6, 7), *DANISH[:1]]
    game = play(table([*BRITISH[:3], *FRENCH[:1]], rival), "lay", "card britain", "card britain", "done")
    assert game.totals() == [2, 0]
    play(game, "lay", "card britain", "card britain")
    assert game.totals() == [0, 0]
    assert offered(game) == ["card britain", "card denmark"]
    play(game, "card britain")
    assert game.totals() == [0, 2]


def test_who_can_make_no_majority_must_draw() -> None:
    rival = [*cards("britain", 5, 6, 7), *cards("france", 5)]
    own = [*BRITISH[:3], *FRENCH[:1]]
    game = play(table(own, rival, rest=("card-denmark-1", "card-denmark-2")), "lay", "card britain", "card britain")
    play(game, "card britain", "card france")
    assert game.totals() == [4, 0]
    assert game.seat == 1
    assert seen(game, "Ben", "laid") == []
    assert seen(game, "Ben", "hand") == ["Britain", "Britain", "Britain", "Denmark", "Denmark", "France"]


def test_case_1_any_card_when_a_majority_is_there_at_the_start() -> None:
    hand = [*cards("britain", 1, 2), *cards("france", 1, 2)]
    game = play(table(hand, DANISH), "lay", "card britain", "done", "lay", "card denmark", "done")
    assert game.seat == 0
    assert game.totals() == [2, 2]
    play(game, "lay", "card france")
    assert "done" in offered(game)


def test_case_2_other_cards_first_but_not_done_before_the_majority() -> None:
    first = [*cards("britain", 1, 2), *cards("denmark", 1, 2)]
    second = [*cards("britain", 3, 4, 5), *cards("denmark", 3)]
    game = play(table(first, second), "lay", "card britain", "card britain", "card denmark", "done")
    assert game.totals() == [4, 0]
    play(game, "lay", "card britain")
    assert offered(game) == ["card britain", "card denmark"]
    play(game, "card britain")
    assert offered(game) == ["card britain", "card denmark"]
    play(game, "card britain")
    assert offered(game) == ["card denmark", "done"]
    assert game.totals() == [2, 2]


def test_company_by_company_only_what_still_leads_to_a_majority() -> None:
    hand = [*cards("britain", 1, 2), *cards("denmark", 1), *cards("france", 1)]
    rival = [*cards("denmark", 2, 3), *cards("france", 2, 3)]
    game = play(table(rival, hand), "lay", "card denmark", "card denmark", "card france", "card france")
    play(game, "lay-in-turn")
    assert offered(game) == ["lay 1", "lay 2"]


def test_company_by_company_nothing_of_the_first_when_a_later_one_serves() -> None:
    hand = [*cards("britain", 1, 2), *cards("denmark", 1), *cards("france", 1)]
    game = play(table(hand, BRITISH[2:] + DANISH[1:3]), "lay-in-turn")
    assert offered(game) == ["lay 0", "lay 1", "lay 2"]
    play(game, "lay 0", "lay 0")
    assert game.totals() == [2, 0]
    assert game.seat == 1
