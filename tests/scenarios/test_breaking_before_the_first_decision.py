"""Rules that break before anybody is asked: a scenario can still play the step that shows why."""

from __future__ import annotations

from pathlib import Path

from rulewright.scenarios.run import run_all
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
    do gather with 2
    do gather with 9
    ask first of players "Go on?":
        option yes
        option no

step gather (gain):
    for each player in players:
        take gain coins

scoring coins "Coins":
    score player's coins points
"""

SCENARIOS = """scenarios:
  - scenario: Two coins can be taken
    given: {step: gather, with: {gain: 1}, Ann: {coins: 0}, Ben: {coins: 2}}
    play: []
    expect: {Ann: {coins: 1}, Ben: {coins: 3}}
  - scenario: Nine coins cannot
    given: {step: gather, with: {gain: 9}}
    play: []
    expect: {Ann: {coins: 3}}
"""


def test_a_step_can_be_played_though_the_game_breaks_at_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST)
    (tmp_path / "rules" / "game.rules").write_text(RULES)
    (tmp_path / "scenarios" / "steps.yaml").write_text(SCENARIOS)
    fine, broken = run_all(load(str(tmp_path)))
    assert fine.ok, fine.lines
    assert not broken.ok
    assert "cannot begin" in broken.lines[0] and "game.rules:13" in broken.lines[0]
