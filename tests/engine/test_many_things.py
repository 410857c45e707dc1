"""Sets of more than 62 things, which take several numbers of the vector; and kinds of which there is no piece."""

from __future__ import annotations

from pathlib import Path

from tests.fuzz.seeds import base
from tests.fuzz.stages import write

from rulewright.engine import Game
from rulewright.workspace import compiled_program

STONES = 70
RULES = """
piece stone / stones:
    starts in quarry

the game has:
    place quarry: stones

stone pebble "Pebble":
    at the end:
        score 1 points

step play:
    let judge be first of players
    in laps for each stone in quarry:
        ask judge "Keep {stone}?":
            option keep "Keep":
                drop out
            option take "Take":
                judge takes 1 coin
                drop out
"""
DATA = f"""
kind: inventory
pieces: stone
rows:
  - {{rule: pebble, count: {STONES}, source: 'book "Set-up"'}}
"""


def test_everything_drops_out_of_the_laps_once(tmp_path: Path) -> None:
    folder = write(base() | {"game/rules/case.rules": RULES, "game/data/stones.yaml": DATA}, tmp_path)
    for traced in (False, True):
        game = Game.start(compiled_program(str(folder), seats=2, traced=traced))
        while not game.over:
            assert len(game.decisions) < STONES
            game.choose("keep")
        assert len(game.decisions) == STONES


NONE = """
piece stone / stones:
    printed fruit: fruit
    starts in quarry

the game has:
    place quarry: stones

value stones-of (fruit):
    quarry where its fruit is fruit

step play:
    for each fruit in fruits:
        if there is no (stones-of for fruit):
            tell "No stone."
"""


def test_there_may_be_no_piece_of_a_kind(tmp_path: Path) -> None:
    folder = write(base() | {"game/rules/case.rules": NONE}, tmp_path)
    game = Game.start(compiled_program(str(folder), seats=2, traced=True))
    assert game.over and [line.text for line in game.log].count("No stone.") == 2


def test_sets_and_marks_of_the_last_of_many_are_seen(tmp_path: Path) -> None:
    rules = """
each player has:
    kept: set of stone

each stone has:
    worn: yes or no

piece stone / stones:
    starts in quarry

the game has:
    place quarry: row of stones

stone pebble "Pebble":
    at the end:
        score 1 points

step play:
    let judge be first of players
    set judge's kept to (last of stones) + first of stones
    mark last of stones worn
    ask judge "Go on?":
        option yes "Yes"
        option no "No"
"""
    folder = write(base() | {"game/rules/case.rules": rules, "game/data/stones.yaml": DATA}, tmp_path)
    game = Game.start(compiled_program(str(folder), seats=2))
    view = {owner: dict(rows) for owner, rows in game.view(None)}
    assert next(rows["kept"] for rows in view.values() if "kept" in rows) == "2 x Pebble"
    assert view["the game"]["quarry"][-1] == "Pebble (worn)"
    assert sum("worn" in piece for piece in view["the game"]["quarry"]) == 1
