"""Several things that are chosen at once: each set in one way only, and by people together, in any order."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.check import core as c
from rulewright.check.resolve import several_things
from rulewright.cli.commands.play.answers import choices_meant
from rulewright.cli.commands.play.session import PERSON, Session
from rulewright.engine import Game
from rulewright.engine.several_things import whole_question
from rulewright.workspace import compiled_program

MANIFEST = """\
ruleset: fruits
title: Fruits
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {book: {title: Book, passages: [Rules]}}
"""
RULES = """\
names fruit / fruits: apple, fig, kiwi, lime, plum

each player has:
    basket: set of fruit

game "Fruits":
    for each player in players:
        choose HOW picked from fruits "Pick which?"
        set player's basket to picked

scoring basket "Basket":
    score number of player's basket points
"""


def started(folder: Path, how: str) -> Game:
    """Return a game in which everybody chooses some of five fruits."""
    (folder / "rules").mkdir(parents=True)
    (folder / "ruleset.yaml").write_text(MANIFEST, "utf-8")
    (folder / "rules" / "game.rules").write_text(RULES.replace("HOW", how), "utf-8")
    return Game.start(compiled_program(str(folder), 2, None, True))


def lines(game: Game) -> list[tuple[str, ...]]:
    """Return what all ways of choosing come to for the first player, as sets."""
    if game.over or game.seat == 1:
        basket = next(entry for entry in game.program.entries if entry.name.endswith("basket"))
        return [tuple(str(fruit) for fruit in range(5) if game.state[basket.start] >> fruit & 1)]
    found = []
    for code in game.codes:
        after = game.copy()
        after.choose(code)
        found += lines(after)
    return found


NUMBERS = {"2": 10, "3": 10, "4": 5, "up to 2": 16, "1 to 2": 15, "2 to 3": 20, "any number of": 32, "(2 + 2)": 5}


@pytest.mark.parametrize("how", NUMBERS)
def test_every_set_is_chosen_in_one_way_only(how: str, tmp_path: Path) -> None:
    found = lines(started(tmp_path / "fruits", how))
    assert len(found) == len(set(found)) == NUMBERS[how]


def test_sets_in_each_order_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def others(self: several_things._Selection, thing: c.Value) -> c.Value:
        left = self.of.left
        return c.Binary("without", c.Use(left), c.Singleton(thing, left.type), left.type)

    monkeypatch.setattr(several_things._Selection, "_after", others)
    found = lines(started(tmp_path / "fruits", "2"))
    assert len(found) > len(set(found))


def typed(game: Game, text: str) -> Session | str:
    """Return the table after the first person has typed something, or what is told."""
    session = Session(game, ["Ann", "Ben"], [PERSON, PERSON])
    assert session.question is not None
    meant = choices_meant(session.question, text)
    if isinstance(meant, str):
        return meant
    session.take_choices(meant)
    return session


@pytest.mark.parametrize("text", ["plum, apple", "apple plum", "5 1", "1, plum"])
def test_people_choose_several_together_in_any_order(text: str, tmp_path: Path) -> None:
    after = typed(started(tmp_path / "fruits", "2"), text)
    assert isinstance(after, Session)
    assert after.game.decisions == ["apple", "plum"] and after.game.seat == 1
    after.eyes = 0
    assert after.undo()[0] and after.game.decisions == []


CHOSEN = [
    ("up to 3", "fig", ["fig", "nothing"]), ("up to 3", "nothing", ["nothing"]),
    ("any number of", "plum kiwi", ["kiwi", "plum"]),
]  # fmt: skip


@pytest.mark.parametrize(("how", "text", "decisions"), CHOSEN)
def test_who_chooses_no_more_need_not_say_so(how: str, text: str, decisions: list[str], tmp_path: Path) -> None:
    after = typed(started(tmp_path / "fruits", how), text)
    assert isinstance(after, Session) and after.game.decisions == decisions and after.game.seat == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [("fig", "Choose 2, all at once; these are 1."), ("1 2 3", "Choose 2, all at once; these are 3."),
     ("fig, figs", '"figs" is not offered now.'), ("fig fig", '"fig" is not offered now.')],
)  # fmt: skip
def test_too_few_or_too_many_are_told(text: str, told: str, tmp_path: Path) -> None:
    said = typed(started(tmp_path / "fruits", "2"), text)
    assert isinstance(said, str) and said.startswith(told)


def test_all_that_can_be_chosen_is_shown_from_the_first_question_on(tmp_path: Path) -> None:
    game = started(tmp_path / "fruits", "4")
    assert game.names() == ["apple", "fig"]
    shown = whole_question(game)
    assert shown is not None and shown.several == (4, 4)
    assert [choice.name for choice in shown.choices] == ["apple", "fig", "kiwi", "lime", "plum"]
    game.choose("fig")
    assert game.seat == 1 and game.decisions == ["fig"]
