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


OF_GAME = "names hue / hues: red, blue\n" + RULES.replace(
    "each pawn has:", "the game has:\n    closed for each hue: 0 to 9\n\neach pawn has:"
).replace("    set a1's wanted to 7", "    set a1's wanted to 7\n    set closed for red to 3")


@pytest.mark.parametrize(("hide", "shown"), [("cell", True), ("game.closed", False)])
def test_what_the_game_has_for_each_thing_is_hidden_by_the_name_of_the_game(
    hide: str, shown: bool, tmp_path: Path
) -> None:
    table = seen(tmp_path, hide, OF_GAME)
    assert any("closed" in repr(section) for section in table.sections) == shown


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


MARKS = """\
grid cell / cells: 2 by 2

each cell has:
    open: yes or no

each player has:
    near: cell or nothing
    far: set of cell
    below: cell or nothing, secret

the game has:
    walls: set of cell
    robber: cell

game "Field":
    set a1's open to yes
    set walls to cells beside a1
    set robber to b2
    for each player in players:
        set player's near to a2
        set player's far to a1 + b1
        set player's below to b1
        ask player "Go on?":
            option yes-please "Yes"
            option rather-not "No"
"""


def test_facts_that_name_spaces_are_drawn_on_them(tmp_path: Path) -> None:
    """Those of players with their owner, those of the game by their names; yes is said by the name of the fact."""
    table = seen(tmp_path, "game.robber", MARKS)
    (grid,) = (section for section in table.sections if isinstance(section, Grid))
    there = {
        space.label: [*(m.text for m in space.markers), *(c.text for c in space.cells)] for space in grid.spaces_on
    }
    assert there == there | {"a2": ["walls", "near (Anna)"]}, there
    assert "open" in there["a1"] and "walls" in there["b1"] and "robber" not in str(there)


def test_a_mark_that_others_may_not_see_is_not_drawn_for_them(tmp_path: Path) -> None:
    table = seen(tmp_path, "cell.open", MARKS)
    onlooker = look(Game.start(compiled_program(str(tmp_path), 1, traced=True)), None)
    assert "below" in str(table.sections) and "robber" in str(table.sections)
    (grid,) = (section for section in onlooker.sections if isinstance(section, Grid))
    assert "below" not in str(grid)
