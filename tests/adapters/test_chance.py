"""Chance as actions: exact where a roll or shuffle has few outcomes, otherwise digits of a number."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("numpy", reason='numpy is not installed: pip install -e ".[openspiel]"')

from rulesets import example

from rulewright.adapters.history import Course, History

MANIFEST = """ruleset: omens
title: Omens
players: {from: 2, to: 2, names: [Ann, Ben]}
sources:
  common: {title: Common knowledge, passages: [Omens]}
"""
RULES = """piece card / cards:
    printed rank: 1 to 8
    starts in deck

the game has:
    place deck: stack of cards, hidden
    omen: 0 to 6

each player has:
    place hand: cards, secret
    sure: yes or no

game "Omens":
    cites common "Omens"
    roll die from 1 to 6
    set omen to die
    shuffle deck
    for each player in players:
        draw 1 cards from deck to player's hand
    for each player in players:
        ask player "Sure?":
            option sure "Yes":
                mark player sure
            option unsure "No"

scoring hands "Hands":
    cites common "Omens"
    score 1 points
"""
CARDS = "kind: inventory\npieces: card\nrows:\n" + "".join(
    f"  - {{rule: c{rank}, facts: {{rank: {rank}}}, source: 'common \"Omens\"'}}\n" for rank in range(1, 9)
)


@pytest.fixture(scope="module")
def omens(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A game in which a die is rolled before a shuffle with 40,320 outcomes."""
    folder = tmp_path_factory.mktemp("omens")
    for path, text in (("ruleset.yaml", MANIFEST), ("rules/game.rules", RULES), ("data/cards.yaml", CARDS)):
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    return Course(str(folder), None, "ranks")


def after(course: Course, *actions: int) -> History:
    at = course.beginning
    for action in actions:
        at = course.history_after(at, action)
    return at


def test_a_roll_before_a_large_shuffle_stays_exact(omens: Course) -> None:
    draws = [after(omens, *range(made)).draw for made in range(5)]
    assert [draw and len(draw.outcomes) for draw in draws] == [6, 256, 256, 256, 256]
    one, same, other, omen = (
        after(omens, *each).position.state
        for each in ((4, 1, 2, 3, 4), (4, 1, 2, 3, 4), (4, 1, 2, 3, 5), (3, 1, 2, 3, 4))
    )
    assert one == same and one != other
    slot = next(fact.slot for fact in omens.adapted.games.program.tables.facts if fact.name == "omen")
    assert [state[slot] for state in (one, other, omen)] == [5, 5, 4]


def test_the_log_tells_what_chance_did(omens: Course) -> None:
    for die in (1, 6):
        read = json.loads(after(omens, die - 1, 1, 2, 3, 4).known_to(0))[0]
        assert any(str(die) in line for line in read) and any("shuffled" in line for line in read)
    assert any(
        "shuffled" in line for line in json.loads(after(Course(example("kuhn-poker"), None, "ranks"), 5).known_to(0))[0]
    )


def test_rolls_without_end_are_single_actions() -> None:
    """A diver whom a shark met has no choice but to dive again, or rather the next one has none."""
    course = Course(example("pearl-divers"), None, "ranks")
    at, sizes = course.beginning, set[int]()
    for shark in (True, True, True, True, True, False):
        assert at.draw is not None
        sizes.add(len(at.draw.outcomes))
        at = course.history_after(at, 0 if shark else 3)
    assert sizes == {6} and at.draw is None and at.position.seat >= 0


def test_a_few_orders_of_cards_are_all_there() -> None:
    draw = Course(example("leduc-poker"), None, "ranks").beginning.draw
    assert draw is not None and [chance for _, chance in draw.outcomes] == [1 / 720] * 720
