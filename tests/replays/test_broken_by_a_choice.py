"""A game that broke in play is read again up to the question at which it broke, which can still be shown."""

from __future__ import annotations

from pathlib import Path

from rulewright.engine import Game
from rulewright.playtest.replay import take_recorded
from rulewright.workspace import load

MANIFEST = """ruleset: breaking
title: Breaking
edition: first
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""
RULES = """each player has:
    amount coin / coins: 0 to 3

game "Break":
    cites common "The rules"
    for each player in players:
        ask player "Take how much?":
            option little:
                take 1 coin
            option much:
                take 2 coins
                take 2 coins

scoring coins "Coins":
    cites common "The rules"
    score player's coins points
"""


def test_a_choice_that_breaks_the_rules_leaves_the_game_at_its_question(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST)
    (tmp_path / "rules" / "game.rules").write_text(RULES)
    game = Game.start(load(str(tmp_path)).program(2, traced=True), 1)
    before, asked = list(game.state), game.question
    parted = take_recorded(game, 1, "much")
    assert parted is not None and "breaks the rules" in parted.told
    assert game.state == before
    assert game.question == asked
    assert not game.decisions
