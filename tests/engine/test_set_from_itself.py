"""What is set from its own old value is logged as it has become, and read once."""

from __future__ import annotations

from pathlib import Path

from rulewright.engine import Game
from rulewright.workspace import compiled_program

MANIFEST = """ruleset: walking
title: Walking
edition: first
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""

RULES = """names stone / stones: stone-1 to stone-3

each player has:
    here: stone

game "Walk":
    let player be first of players
    ask first of players "Walk?":
        option walk "Walk"
        option stay "Stay"
    set player's here to next stone after player's here
    set player's here to next stone after player's here

scoring far "Far":
    score player's here's position points
"""


def test_the_log_says_what_it_has_become(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST)
    (tmp_path / "rules" / "game.rules").write_text(RULES)
    game = Game.start(compiled_program(str(tmp_path), 2, None, True))
    game.choose("walk")
    told = [line.text for line in game.log]
    assert told == ["Ann: Walk", "Ann: here is now Stone 2.", "Ann: here is now Stone 3."]
