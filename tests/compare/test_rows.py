"""The rows of a comparison: one for each difference, graded, in the order of the rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.comparison.diff import DifferenceRow, difference_rows
from rulewright.workspace import Ruleset, load

BASE = """ruleset: base
title: Base
players: {from: 1, to: 2, names: [Ann, Ben]}
sources: {book: {title: A book, passages: [Set-up, "Play, coins", "Play, cards", End]}}
"""
RULES = """figure first-coins: 0 to 20
figure price for each 1 to 3: 0 to 9

piece card / cards:
    printed worth: 0 to 9
    starts in deck

each player has:
    amount coin / coins

the game has:
    place deck: cards

card ace "Ace":
    cites book "Play, cards"

step pay-out:
    cites book "Play, coins"
    take first-coins coins
    take (price for 2) coins

ruling start:
    cites book "Set-up"
    asks "Who begins?"
    decides "Ann."

game "Base":
    cites book "Set-up"
    rests on start
    for each player in players:
        do pay-out
"""
FIGURES = """kind: figures
figures:
  first-coins: {value: 7, source: 'book "Set-up"'}
  price: {value: [1, 2, 3], assumed: "nobody knows"}
"""
CARDS = """kind: inventory
pieces: card
rows:
  - {name: ace-1, rule: ace, facts: {worth: 1}, source: 'book "Play, cards"'}
"""
EDITION = """ruleset: edition
title: Edition
extends: base
sources: {new: {title: The new book, passages: [Start, "Game, coins", "Game, cards", "Game, words"]}}
"""
OVER = """difference more-cards "There is a king.":
    cites new "Game, cards"
    card king "King":
        cites new "Game, cards"

difference dear "Everything costs one coin more.":
    cites new "Start"
    change price for 2 from 2 to 3

difference poor "Everybody gets less.":
    cites new "Game, coins"
    replace step pay-out:
        cites new "Game, coins"
        take first-coins coins

difference ben "The book says it otherwise.":
    cites new "Game, words"
    replace ruling start:
        cites new "Game, words"
        asks "Who begins?"
        decides "Ann begins."
"""
KING = """kind: inventory
pieces: card
difference: more-cards
rows:
  - {name: king, rule: king, facts: {worth: 3}, source: 'new "Game, cards"'}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    files = {
        "base/ruleset.yaml": BASE, "base/rules/all.rules": RULES, "base/data/figures.yaml": FIGURES,
        "base/data/cards.yaml": CARDS, "edition/ruleset.yaml": EDITION, "edition/rules/all.rules": OVER,
        "edition/data/cards.yaml": KING,
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path


def read(name: object) -> Ruleset:
    return load(str(name))


def told(found: list[DifferenceRow]) -> list[tuple[str, str, str, bool]]:
    return [(row.name, row.grade, row.section, row.guessed) for row in found]


def test_each_difference_is_a_row_in_the_order_of_the_new_rulebook(folder: Path) -> None:
    assert told(difference_rows(read(folder / "base"), read(folder / "edition"))) == [
        ("dear", "number", "Start", True),
        ("poor", "rule", "Game", False),
        ("more-cards", "pieces", "Game", False),
        ("ben", "wording", "Game", False),
    ]


def test_the_other_way_round_was_and_now_change_places(folder: Path) -> None:
    there = {row.name: row for row in difference_rows(read(folder / "base"), read(folder / "edition"))}
    back = {row.name: row for row in difference_rows(read(folder / "edition"), read(folder / "base"))}
    assert there.keys() == back.keys()
    for name, row in there.items():
        assert (row.grade, row.sentence) == (back[name].grade, back[name].sentence)
        assert [c.was for c in row.rules] == [c.now for c in back[name].rules]
    assert there["poor"].now_in == back["poor"].was_in == (("new", "Game, coins"),)
    assert there["poor"].was_in == back["poor"].now_in == (("book", "Play, coins"),)


def test_one_difference_is_one_row(folder: Path) -> None:
    assert [row.name for row in difference_rows(read(folder / "base"), read(f"{folder}/edition:poor"))] == ["poor"]
    assert [
        row.name for row in difference_rows(read(f"{folder}/edition:poor"), read(f"{folder}/edition:dear,poor"))
    ] == ["dear"]
    assert difference_rows(read(folder / "edition"), read(folder / "edition")) == []


def test_what_stands_under_no_difference_is_a_row_for_each_thing(folder: Path) -> None:
    (folder / "edition/rules/all.rules").write_text(
        'change first-coins from 7 to 8 because new "Start"\nremove ruling start because new "Start"\n'
        'rule more after pay-out:\n    cites new "Start"\n    take 1 coin\n'
        'card king "King":\n    cites new "Game, cards"\n', "utf-8",
    )  # fmt: skip
    (folder / "edition/data/cards.yaml").write_text(KING.replace("difference: more-cards\n", ""), "utf-8")
    text = RULES.replace("    rests on start\n", "")
    (folder / "base/rules/all.rules").write_text(text, "utf-8")
    found = difference_rows(read(folder / "base"), read(folder / "edition"))
    assert {(row.name, row.grade, row.sentence) for row in found} == {
        ("figure.first-coins", "number", ""), ("ruling.start", "wording", ""), ("rule.more", "rule", ""),
        ("card.king", "pieces", ""),
    }  # fmt: skip


def test_rulesets_that_have_nothing_in_common_are_compared_thing_by_thing(folder: Path) -> None:
    other = folder / "other"
    for name in ("ruleset.yaml", "rules/all.rules"):
        (other / name).parent.mkdir(parents=True, exist_ok=True)
    (other / "ruleset.yaml").write_text(BASE.replace("ruleset: base", "ruleset: other"), "utf-8")
    (other / "rules/all.rules").write_text(RULES.replace("piece card", "piece card"), "utf-8")
    (other / "data").mkdir()
    (other / "data/figures.yaml").write_text(FIGURES.replace("value: 7", "value: 9"), "utf-8")
    (other / "data/cards.yaml").write_text(CARDS, "utf-8")
    (row,) = difference_rows(read(folder / "base"), read(other))
    assert (row.name, row.grade, row.sentence) == ("figure.first-coins", "number", "")


SIDES = "names side / sides: north, east, south, west\n\n"
OTHERS = {
    "another name in a rule": ("take (price for 2)", "take (price for 3)", ("step.pay-out", "rule")),
    "another amount": ("take first-coins coins", "take first-coins gems", ("step.pay-out", "rule")),
    "another order": ("north, east", "east, north", ("names.side", "pieces")),
    "a circle": ("sides:", "sides in a circle:", ("names.side", "pieces")),
    "another label": ("north, east", 'north "N", east', ("names.side", "wording")),
    "another line for the log": ('tell "So."', 'tell "So be it."', ("step.pay-out", "wording")),
}
"""What is exchanged in the rules of the base, and what is said to differ."""


@pytest.mark.parametrize(("old", "new", "row"), OTHERS.values(), ids=OTHERS.keys())
def test_only_what_is_read_is_wording(old: str, new: str, row: tuple[str, str], tmp_path: Path) -> None:
    rules = SIDES + RULES.replace("    amount coin", "    amount gem / gems\n    amount coin")
    rules = rules.replace("take (price", 'tell "So."\n    take (price')
    assert old in rules
    for name, text in (("base", rules), ("other", rules.replace(old, new, 1))):
        manifest = BASE.replace("ruleset: base", f"ruleset: {name}")
        files = {"ruleset.yaml": manifest, "rules/all.rules": text, "data/figures.yaml": FIGURES}
        for file, content in {**files, "data/cards.yaml": CARDS}.items():
            (tmp_path / name / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / file).write_text(content, "utf-8")
    (found,) = difference_rows(read(tmp_path / "base"), read(tmp_path / "other"))
    assert (found.name, found.grade) == row


TABLE = {
    "left-out-tiles", "foreman", "crop-rotation", "favor", "expedition-tile", "first-ducats", "elephant-starts",
    "seller-keeps", "first-bid", "six-symbols", "three-ducats", "duty-five", "sell-four", "ducats-card", "colony-card",
    "limit-in-expedition", "ships-column", "colonists-column", "swapped-costs", "later-turns", "indicators",
    "espionage-acts", "reshuffle", "two-spices", "flag-card", "without-limit", "least-advanced",
}  # fmt: skip
"""What is known to differ between the two editions, each once."""


@pytest.mark.slow
def test_everything_that_is_known_to_differ_between_the_editions_is_a_row_once() -> None:
    found = difference_rows(read("goa"), read("goa-polish"))
    assert sorted(row.name for row in found) == sorted(TABLE)
    assert all(row.sentence and row.now_in for row in found)
    assert [row.number for row in found] == list(range(1, len(TABLE) + 1))
    assert {row.name for row in found if row.grade == "wording"} == {
        "first-bid", "limit-in-expedition", "later-turns", "reshuffle", "indicators", "flag-card", "without-limit",
        "least-advanced",
    }  # fmt: skip


@pytest.mark.slow
def test_a_number_that_is_printed_is_not_marked_as_assumed_where_only_the_number_of_pieces_is() -> None:
    (duty,) = (row for row in difference_rows(read("goa"), read("goa-polish")) if row.name == "duty-five")
    assert not duty.guessed
    (tile,) = (row for row in read("goa").composed_rules.rows["tile"] if row.name.text == "duty-b")
    assert tile.assumed is not None and tile.only_count
