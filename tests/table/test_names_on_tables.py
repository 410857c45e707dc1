"""Facts of the game on a grid, facts that need their name, and columns that would have the same one."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine import Game
from rulewright.report.screen import draw, text_of
from rulewright.report.table import look
from rulewright.workspace import compiled_program

MANIFEST = """\
ruleset: field
title: Field
players: {from: 2, to: 2, names: [Anna, Ben]}
sources:
  common: {title: Made up for the tests, passages: [The rules]}
"""
ASKED = """\
    for each player in players:
        ask player "Go on?":
            option yes-please "Yes"
            option rather-not "No"
"""
HUES = "names hue / hues: red, blue\n"

CASES = {
    "a fact and a set of the game lie on the spaces that they name": (
        """\
grid cell / cells: 2 by 2
the game has:
    stands-on: cell
    flooded: set of cell
game "Field":
    set stands-on to b2
    set flooded to a1 + b2
""",
        ["   a        b", "1  flooded  .", "2  .        flooded stands on"],
    ),
    "so do those that the game has for each of several names": (
        f"""\
{HUES}grid cell / cells: 2 by 2
the game has:
    tower for each hue: cell or nothing
    walls for each hue: set of cell
game "Field":
    set tower for red to b1
    set walls for blue to a2
""",
        ["   a     b", "1  .     Red", "2  Blue  ."],
    ),
    "two facts of one kind say which is which on a path": (
        f"""\
{HUES}names slot / slots: slot-1 "Slot 1", slot-2 "Slot 2"
each slot has:
    place stack: cards
    told-hue: hue or nothing
    not-hues: set of hue
    owner: player or nobody
piece card / cards:
    starts in box
the game has:
    place box: cards
game "Field":
    set slot-1's told-hue to red
    set slot-2's not-hues to (red)
    for each player in players:
        set slot-2's owner to player
""",
        ["slots: 1:told hue Red  2:not hues Red Ben"],
    ),
    "and so on a grid, where a single one of its kind stands alone": (
        """\
grid cell / cells: 2 by 1
each cell has:
    height: 0 to 9
    depth: 0 to 9
    owner: player or nobody
game "Field":
    set a1's height to 3
    set b1's depth to 2
    for each player in players:
        set b1's owner to player
""",
        ["   a         b", "1  height 3  depth 2 Ben"],
    ),
    "columns of a group whose titles are those of other columns begin with its name": (
        """\
names good / goods: tea, ships
each player has:
    row for each good: 0 to 9
    amount ship / ships
game "Field":
    for each player in players:
        take 2 ships
""",
        ["        row    row", "        tea  ships  ships", "> Anna    0      0      2", "  Ben     0      0      2"],
    ),
}
PIECES = "kind: inventory\npieces: card\nrows:\n  - {rule: card, name: card-1, label: Card, assumed: made up}\n"


@pytest.mark.parametrize("case", CASES)
def test_it_reads(case: str, tmp_path: Path) -> None:
    rules, expected = CASES[case]
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST)
    (tmp_path / "rules/field.rules").write_text(rules + ASKED)
    if "card" in rules:
        (tmp_path / "data").mkdir()
        (tmp_path / "data/cards.yaml").write_text(PIECES)
    table = look(Game.start(compiled_program(str(tmp_path), 2, traced=True)), 0)
    lines = [text_of(line).rstrip() for line in draw(table, 78)]
    assert lines[: len(expected)] == expected, "\n".join(lines)
