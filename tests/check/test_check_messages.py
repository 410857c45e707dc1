"""The messages of the mock-ups, letter by letter, from files to screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings, RulesError
from rulewright.report.diagnostics_text import render_all
from rulewright.source.loading import load

BASE = {
    "goa/ruleset.yaml": """\
ruleset: goa
title: "Goa"
players: {from: 2, to: 4, names: [Yellow, Red, Green, Blue]}
sources: {rio2004: {title: "Rules", passages: ["Ship (A)", "Taxes"]}}
""",
    "goa/rules/players.rules": """\
# What players have.


each player has:
    amount ship / ships
    amount colonist / colonists
    amount ducat / ducats
    amount spice / spices
    amount action-card / action-cards
    amount expedition-card / expedition-cards
    place area: tiles

piece tile / tiles:
    starts in box
    options live in area

the game has:
    place box: tiles

menu free-effects "Tiles"

game "Goa":
    do round

phase round:
    for each player in players:
        take (income for taxes at 1) ducats
        offer free-effects until you stop
""",
    "goa/rules/board.rules": """\
# What is printed on the board.

names column / columns: ships, taxes



figure income for each column at each 1 to 5: 0 to 99
""",
    "goa/data/tiles.yaml": """\
kind: inventory
pieces: tile
rows:
  - {rule: ship, source: 'rio2004 "Ship (A)"'}
""",
    "goa/data/board.yaml": """\
kind: figures
figures:
  income:
    value:
      ships: [1, 2, 3, 4, 5]
      taxes: [4, 6, 8, 10, 12]
    source: 'rio2004 "Taxes"'
    assumed: "only 4 and 6 are printed, the others are assumed"
""",
    "my-goa/ruleset.yaml": """\
ruleset: my-goa
title: "My Goa"
extends: goa
""",
    "my-goa/rules/tiles.rules": "\n" * 38
    + """\
tile ship "Ship":
    option use on free-effects, once each round:
        take 1 ship
""",
}

MISSPELT = """\
my-goa/rules/tiles.rules:41:16  error  unknown-name
   |
40 |     option use on free-effects, once each round:
41 |         take 1 shipp
   |                ^^^^^  no such thing can be taken
   |
   Did you mean "ship"?
   A player can take: ship, colonist, ducat, spice, action-card, expedition-card
   (declared in goa/rules/players.rules:4).

1 error.  More about it: rulewright explain unknown-name
"""

TOO_SHORT = """\
my-goa/data/board.yaml:12:12  error  table-length
   |
12 |     taxes: [4, 6, 8, 10]
   |            ^^^^^^^^^^^^^  4 numbers, but the column "taxes" has 5 rows
   |
   The table needs one number for each row, 1 to 5. Row 5 is missing.
   The rows are declared in goa/rules/board.rules:7. goa itself has
   [4, 6, 8, 10, 12]; only 4 and 6 are printed, the others are assumed.

1 error.  More about it: rulewright explain table-length
"""

COLON = """\
my-goa/rules/tiles.rules:39:17  error  colon-missing
   |
39 | tile ship "Ship"
   |                 ^ a colon belongs here: the lines below belong to this tile
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shown(folder: Path, changed: dict[str, str]) -> str:
    """Write the two rulesets with some files changed, check the upper one, and return what is printed."""
    for name, text in {**BASE, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    findings = Findings()
    try:
        check(compose(load("./my-goa", findings), findings), 2, findings)
    except RulesError as problem:
        return "\n".join(render_all(problem.findings)) + "\n"
    return "\n".join(render_all(findings.found)) + "\n"


def test_nothing_is_wrong_before(folder: Path) -> None:
    seen = shown(folder, {})
    assert "error " not in seen
    assert "secret" not in seen


def test_misspelt_name(folder: Path) -> None:
    name = "my-goa/rules/tiles.rules"
    assert shown(folder, {name: BASE[name].replace("take 1 ship\n", "take 1 shipp\n")}) == MISSPELT


def test_table_too_short(folder: Path) -> None:
    board = """\
# Our own taxes.
kind: figures
figures:

 income:
  source: 'rio2004 "Taxes"'



  value:
    ships: [1, 2, 3, 4, 5]
    taxes: [4, 6, 8, 10]
"""
    assert shown(folder, {"my-goa/data/board.yaml": board}) == TOO_SHORT


def test_colon_missing(folder: Path) -> None:
    name = "my-goa/rules/tiles.rules"
    seen = shown(folder, {name: BASE[name].replace('"Ship":\n', '"Ship"\n')})
    assert seen.startswith(COLON)
    assert seen.endswith("1 error.  More about it: rulewright explain colon-missing\n")


def test_two_mistakes_are_told_once_each(folder: Path) -> None:
    name = "my-goa/rules/tiles.rules"
    twice = BASE[name].replace("take 1 ship\n", "take 1 shipp\n        do sel\n")
    assert shown(folder, {name: twice}).count("error  unknown-name") == 2
