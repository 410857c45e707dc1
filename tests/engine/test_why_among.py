"""`why` gives the reasons for the things that an option is for, and those of another thing only where it is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.engine import Game
from rulewright.workspace import load

MANIFEST = """ruleset: slots
title: Slots
edition: first
players: {from: 2, to: 2, names: [Ann, Ben]}
sources: {common: {title: Common knowledge, passages: [The rules]}}
"""
RULES = """names slot / slots: slot-1 to slot-4

each slot has:
    owner: player or nothing
    used: yes or no

the game has:
    hints: 0 to 8

value slots-of of player:
    slots where its owner is player and it is not used

game "Break":
    cites common "The rules"
    set slot-1's owner to first of players
    set slot-2's owner to first of players
    set slot-3's owner to last of players
    set hints to 8
    for each player in players:
        ask player "What?":
            option play "Play {slot}" with slot from player's slots-of:
                mark slot used
            option lay-aside "Lay {slot} aside" with slot from player's slots-of when hints is below 8:
                mark slot used
            option look "Look" with slot from slots where its owner is player and it is not used when hints is below 8:
                mark slot used
            option turn "Turn {slot}" with slot from slots where its owner is player and it is used:
                mark slot used
scoring marks "Marks":
    cites common "The rules"
    score hints points
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    (tmp_path / "rules").mkdir()
    (tmp_path / "ruleset.yaml").write_text(MANIFEST)
    (tmp_path / "rules" / "game.rules").write_text(RULES)
    return Game.start(load(str(tmp_path)).program(2, traced=True), 1)


HINTS, OWNER = "only if hints is below 8 (now 8).", "only if its owner is player."


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("lay-aside", HINTS), ("lay-aside slot-1", HINTS), ("lay-aside slot-3", OWNER), ("look", HINTS),
        ("look slot-2", HINTS), ("look slot-4", OWNER), ("play slot-3", OWNER),
    ],
)  # fmt: skip
def test_only_reasons_for_what_can_be_meant_are_given(game: Game, name: str, reason: str) -> None:
    (said,) = [line for line in game.why(name) if not line.startswith("  ")]
    assert said.endswith(f"is not offered: {reason}")


def test_the_list_of_what_is_not_offered_leaves_them_out_too(game: Game) -> None:
    ((_, lines),) = game.why_not()
    assert len([line for line in lines if line.startswith(("Look", "Lay aside"))]) == 2
    assert not [line for line in lines if "owner" in line]
