"""Numbers that get another value for some games: figures, entries of tables, numbers in rules, counts of pieces."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from rulewright.workspace import load
from rulewright.workspace.settings import misfitting_settings

TESTS = Path(__file__).parent.parent
FAIR = TESTS / "worth" / "fair"


@pytest.mark.parametrize(
    ("name", "value", "file", "old", "new"),
    [
        ("apple-bonus", 3, "data/figures.yaml", "apple-bonus: {value: 0", "apple-bonus: {value: 3"),
        ("worth for apple", 7, "data/cards.yaml", "worth: 2, sweet", "worth: 7, sweet"),
        ("phase.turn cards", 1, "rules/fair.rules", "draw 2 cards", "draw 1 cards"),
        ("game.game times", 2, "rules/fair.rules", "repeat 4 times", "repeat 2 times"),
        ("card.fig count", 9, "data/cards.yaml", "rule: fig, count: 5", "rule: fig, count: 9"),
    ],
)
def test_a_setting_is_the_same_game_as_an_edited_file(
    name: str, value: int, file: str, old: str, new: str, tmp_path: Path
) -> None:
    rules = load(str(FAIR))
    assert not [*misfitting_settings(rules, {name: value})]
    edited = Path(shutil.copytree(FAIR, tmp_path / "fair"))
    text = (edited / file).read_text("utf-8")
    assert old in text
    (edited / file).write_text(text.replace(old, new), "utf-8")
    set_by_name = rules.program(3, {name: value}).fingerprint
    assert set_by_name == load(str(edited)).program(3).fingerprint != rules.program(3).fingerprint


def test_a_figure_that_a_layer_has_changed_can_be_set() -> None:
    rules = load("borneo-four-merchants")
    assert not [*misfitting_settings(rules, {"merchants-each": 2})]
    (figure,) = [one for one in rules.checked_rules(3, {"merchants-each": 2}).figures if one.name == "merchants-each"]
    assert figure.values == [2]


@pytest.mark.parametrize(
    ("name", "value", "said", "remedy"),
    [
        ("apple-bonu", 3, 'fair has no figure "apple-bonu"', 'Did you mean "apple-bonus"?'),
        ("apple-bonus", 10, "apple-bonus goes from 0 to 9", ""),
        ("apple-bonus", -1, "apple-bonus goes from 0 to 9", ""),
        ("apple-bonus for fig", 1, "this figure is looked up by nothing", 'Leave out "for" and "at".'),
        ("worth for pair", 1, "there is no piece that has this printed on it of this name", 'Did you mean "pear-1"?'),
        ("wort for pear", 1, "there is no figure of this name", 'Did you mean "worth"?'),
        ("worth for pear", 10, "card.worth goes from 0 to 9", "Correct the number, or declare a wider range."),
        ("phase.tern cards", 1, 'fair has no rule "phase.tern"', 'Did you mean "phase.turn"?'),
        ("phase.turn card", 1, 'phase.turn has no number that is called "card"', 'Its numbers: "phase.turn cards".'),
        ("phase.turn", 1, "phase.turn is a rule, and no number", 'Its numbers: "phase.turn cards".'),
        ("scoring.coins coins", 1, "scoring.coins has no number in it", "Change it in a ruleset of your own."),
        ("card.fig count", 9999, "this is 10,024 pieces", "Say the same with less."),
    ],
)
def test_settings_that_do_not_fit_are_told(name: str, value: int, said: str, remedy: str) -> None:
    (misfit,) = misfitting_settings(load(str(FAIR)), {name: value})
    assert misfit.message.startswith(said) and remedy in " ".join(misfit.remedy)


@pytest.mark.slow
def test_numbers_that_are_called_alike_are_told() -> None:
    fitting, alike = {"step.build is": 3, "tile.duty-a count": 2}, "tile.duty count"
    (misfit,) = misfitting_settings(load("goa"), {**fitting, alike: 2})
    assert misfit.name == alike and misfit.message.startswith("tile.duty has 2 numbers that are called")
