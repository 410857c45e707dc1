"""What the hints hide is not drawn on a grid either."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine import Game
from rulewright.report.table import look
from rulewright.report.table.model import Grid
from rulewright.workspace import compiled

MANIFEST = """\
ruleset: field
title: Field
players: {from: 1, to: 1, names: [Anna]}
sources:
  common: {title: Made up for the tests, passages: [The rules]}
"""
RULES = """\
grid cell / cells: 2 by 2
names pawn / pawns: pawn-1, pawn-2

each cell has:
    wanted: 0 to 9

each pawn has:
    stands-on: cell

each player has:
    goal: set of cell

game "Field":
    set a1's wanted to 7
    set pawn-1's stands-on to b2
    for each player in players:
        set player's goal to cells
        ask player "Go on?":
            option yes-please "Yes"
            option rather-not "No"
"""


def drawn(folder: Path, hide: str) -> tuple[bool, bool, bool]:
    """Return whether the grid shows a fact of a space, what stands on it, and whose it is."""
    for name in ("rules", "data"):
        (folder / name).mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules/field.rules").write_text(RULES)
    (folder / "data/table.yaml").write_text(f"kind: table\nhide: [{hide}]\n")
    table = look(Game.start(compiled(str(folder), 1, traced=True)), 0)
    (grid,) = (section for section in table.sections if isinstance(section, Grid))
    spaces = [space for row in grid.spaces for space in row if space is not None]
    cells = any(not cell.empty for space in spaces for cell in space.cells)
    return cells, any(space.markers for space in spaces), any(space.seats for space in spaces)


@pytest.mark.parametrize(
    ("hide", "expected"),
    [
        ("cell", (True, True, True)),
        ("cell.wanted", (False, True, True)),
        ("pawn.stands-on", (True, False, True)),
        ("player.goal", (True, True, False)),
    ],
)
def test_the_grid_does_not_draw_what_is_hidden(hide: str, expected: tuple[bool, bool, bool], tmp_path: Path) -> None:
    assert drawn(tmp_path, hide) == expected
