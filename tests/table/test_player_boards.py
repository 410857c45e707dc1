"""A grid on which all belongs to somebody is a board that each player has: nothing is read as another player's."""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.engine import Game
from rulewright.engine.table_rules import table_rules_of
from rulewright.report.board import board_lines
from rulewright.report.drawing import picture_of, styles_of
from rulewright.report.table import look
from rulewright.report.table.model import Grid, Table
from rulewright.workspace import compiled_program

MANIFEST = """ruleset: farm
title: Farm
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""
CHOICES = ("grain", "a1", "apple", "a1", "grain")
RULES = """names crop / crops: grain, apple
grid field / fields: 3 by 2

each field has:
    planted for each player: crop or nothing
{more}
game "Farm":
    cites common "The rules"
    repeat 3 times:
        for each player in players:
            choose crop from crops
            choose field from fields where its planted for player is nothing "Where?"
            set field's planted for player to crop

scoring fields "Fields":
    cites common "The rules"
    score number of (fields where its planted for player is not nothing) points
"""
SHARED = "    stones: 0 to 3\n"


def table_of(folder: Path, *choices: str, reader: int = 0, more: str = "") -> Table:
    """Return what a player sees after some choices; `more` is what spaces have besides."""
    (folder / "rules").mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules" / "game.rules").write_text(RULES.format(more=more))
    game = Game.start(compiled_program(str(folder), 2, traced=True), 1)
    for choice in choices:
        game.choose(choice)
    return look(game, reader)


def boards(table: Table) -> list[Grid]:
    return [section for section in table.sections if isinstance(section, Grid)]


def lying(board: Grid) -> dict[str, str]:
    return {space.label: ", ".join(cell.text for cell in space.cells) for space in board.spaces_on if space.cells}


def offered(board: Grid) -> list[str]:
    return [space.about for space in board.spaces_on if space.offered]


def test_each_player_has_a_board_and_the_reader_the_first_one(tmp_path: Path) -> None:
    ben, ann = boards(table_of(tmp_path, *CHOICES, reader=1))
    assert (ben.title, ann.title, ben.seat, ann.seat) == ("Ben's fields", "Ann's fields", 1, 0)
    assert lying(ben) == {"a1 (Ben)": "Apple"} and lying(ann) == {"a1": "Grain"}


def test_only_on_the_board_of_who_chooses_something_is_offered(tmp_path: Path) -> None:
    ann, ben = boards(table_of(tmp_path, *CHOICES))
    assert sorted(offered(ann)) == ["field a2", "field b1", "field b2", "field c1", "field c2"] and not offered(ben)


def test_every_board_is_told_apart_in_text_and_in_the_picture(tmp_path: Path) -> None:
    table = table_of(tmp_path, *CHOICES)
    text = "\n".join(board_lines(table))
    assert text.index("Ann's fields") < text.index("Grain") < text.index("Ben's fields") < text.index("Apple")
    program = compiled_program(str(tmp_path), 2, traced=True)
    parts = picture_of(table, styles_of(table_rules_of(program))).parts
    assert "Grain" in parts["part-field-ann"] and "Apple" not in parts["part-field-ann"]
    assert "Apple" in parts["part-field-ben"] and "Grain" not in parts["part-field-ben"]
    names = re.findall(r' id="([^"]*)"', "".join(parts.values()))
    assert len(names) == len({*names}) > 12


def test_a_grid_with_something_for_all_is_one_board(tmp_path: Path) -> None:
    [both] = boards(table_of(tmp_path, *CHOICES, more=SHARED))
    assert both.seat is None and lying(both) == {"a1": "Ann: Grain, Ben: Apple"}
