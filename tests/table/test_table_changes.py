"""What has changed and what would change, cell by cell: also of pieces that look alike, and of columns that come in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine import Game
from rulewright.report.table import look
from rulewright.report.table.model import Cell, Rows, Table
from rulewright.report.table.preview import preview
from rulewright.workspace import compiled_program

MANIFEST = """\
ruleset: beads
title: Beads
players: {from: 2, to: 2, names: [Anna, Ben]}
sources:
  common: {title: Made up for the tests, passages: [The rules]}
"""
RULES = """\
piece bead / beads:
    starts in mat

each bead has:
    charge: 0 to 9

the game has:
    place mat: row of beads

each player has:
    partner: player or nobody

value strength of bead:
    bead's charge + 1

game "Beads":
    for each bead in mat where its position is 1:
        set bead's charge to 3
    for each player in players:
        ask player "Charge which?":
            option charge "Charge {bead}" with bead from mat:
                raise bead's charge by 1
            option pair "Pair up":
                set player's partner to player
"""
BEADS = """\
kind: inventory
pieces: bead
rows:
  - {name: bead, rule: bead, label: Bead, count: 2, source: 'common "The rules"'}
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    files = {
        "ruleset.yaml": MANIFEST, "rules/beads.rules": RULES, "data/beads.yaml": BEADS,
        "data/table.yaml": "kind: table\nshow: [bead.strength]\n",
    }  # fmt: skip
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Game.start(compiled_program(str(tmp_path), 2, traced=True))


def marked(table: Table) -> list[str]:
    """Return the names of the cells of tables that are marked."""
    rows = [row for section in table.sections if isinstance(section, Rows) for row in section.rows]
    cells: list[Cell] = [cell for row in rows for cell in row.cells if cell is not None]
    return [cell.about for cell in cells if cell.changed]


@pytest.mark.parametrize(("choice", "charge"), [(0, 3), (1, 0)])
def test_each_of_two_pieces_that_look_alike_has_changes_of_its_own(game: Game, choice: int, charge: int) -> None:
    shown = preview(game, game.codes[choice])
    told = [(change.what, change.before, change.after) for change in shown.changes if not change.piece]
    assert told == [
        ("Bead, charge", str(charge), ((str(charge + 1), 1.0),)),
        ("Bead, strength", str(charge + 1), ((str(charge + 2), 1.0),)),
    ]
    before = list(game.state)
    game.choose(game.codes[choice])
    assert marked(look(game, 0, before)) == [f"bead.charge bead-{choice + 1}", f"bead.strength bead-{choice + 1}"]


def test_a_column_that_comes_in_marks_only_what_has_changed(game: Game) -> None:
    before = list(game.state)
    game.choose("pair")
    assert marked(look(game, 0, before)) == ["player.partner anna"]
