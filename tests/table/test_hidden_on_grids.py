"""What the hints hide is not drawn on a grid either."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine import Game
from rulewright.report.table import look
from rulewright.report.table.model import Grid, Table
from rulewright.report.table.model import Path as GamePath
from rulewright.workspace import compiled_program

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


def seen(folder: Path, hide: str, rules: str = RULES) -> Table:
    """Return the table with a hint of what is hidden."""
    for name in ("rules", "data"):
        (folder / name).mkdir()
    (folder / "ruleset.yaml").write_text(MANIFEST)
    (folder / "rules/field.rules").write_text(rules)
    (folder / "data/table.yaml").write_text(f"kind: table\nhide: [{hide}]\n")
    return look(Game.start(compiled_program(str(folder), 1, traced=True)), 0)


def drawn(folder: Path, hide: str) -> tuple[bool, bool, bool]:
    """Return whether the grid shows a fact of a space, what stands on it, and whose it is."""
    table = seen(folder, hide)
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


PATH = """\
names field / fields: field-1 to field-4

each field has:
    wanted: 0 to 9

each player has:
    distance: 0 to 4

game "Track":
    set field-1's wanted to 7
    for each player in players:
        set player's distance to 2
        ask player "Go on?":
            option yes-please "Yes"
            option rather-not "No"
"""


@pytest.mark.parametrize(("hide", "stands"), [("field.wanted", True), ("player.distance", False)])
def test_the_path_does_not_draw_what_is_hidden(hide: str, stands: bool, tmp_path: Path) -> None:
    table = seen(tmp_path, f"{hide}]\npath: {{field: player.distance}}\nfirst: [player", PATH)
    (path,) = (section for section in table.sections if isinstance(section, GamePath))
    assert any(stop.seats for stop in path.stops) == stands
    assert any(cell.about.startswith("field.wanted") for stop in path.stops for cell in stop.cells) != stands
