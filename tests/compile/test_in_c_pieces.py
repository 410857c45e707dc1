"""Pieces that move between places of all kinds, with all that is known and kept of them, in Python and in C."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.compile.side_by_side import needs_compiler, played
from tests.fuzz.seeds import base
from tests.fuzz.stages import write

from rulewright.backends.native import native
from rulewright.engine import Game
from rulewright.workspace import compiled_program

STONES = """
kind: inventory
pieces: stone
rows:
  - {rule: pebble, count: 70, source: 'book "Set-up"'}
  - {rule: gem, count: 6, source: 'book "Set-up"'}
"""
RULES = """
each stone has:
    marked: fruit or nothing, cleared when it moves
    pips: 1 to 4, cleared when it moves
    worn: yes or no, cleared when it moves
    age: 0 to 9

piece stone / stones:
    starts in quarry

the game has:
    place quarry: stones, hidden
    place urn: stack of stones, hidden, refilled from quarry
    place trail: row of stones

each player has:
    place pouch: stones, secret
    place box: at most 4 stones
    place pile: stack of stones, hidden
    place line: row of stones

each space has:
    place spot: at most 1 stone

stone pebble "Pebble":
    at the end:
        score 1 points

stone gem "Gem":
    at the end:
        score 2 points

scoring lines "Lines":
    score number of player's pouch + sum of (stone's position) for each stone in player's line points

step play:
    shuffle deck
    repeat 40 times:
        for each player in players:
            do turn

step turn:
    ask player "What?":
        option draw "Draw {n}" with n from 1 to 5:
            draw n stones from urn to player's pouch
        option lay "Lay {stone}" with stone from player's pouch:
            move stone to player's line
            set stone's marked to plum
            set stone's pips to 3
            mark stone worn
            if stone's age is below 9:
                raise stone's age by 1
        option show "Show {stone}" with stone from player's pouch:
            move stone to trail
        option stack "Stack {stone}" with stone from player's line:
            move stone to player's pile
        option mix "Mix":
            shuffle player's pile
        option put "Put {stone}" with stone from trail when number of player's box is below 4:
            move stone to player's box
        option space "Put {stone} on a1" with stone from player's box when a1's lot is empty and a1's spot is empty:
            move stone to a1's spot
        option back "All back":
            move trail to quarry
            move a1's spot to quarry
        option swap "Swap {stone}" with stone from player's line when trail is not empty:
            let other be last of trail
            swap stone and other
        option exchange "Exchange {stone}" with stone from player's pouch when trail is not empty:
            let other be first of trail
            swap stone and other
        option pass "Pass"
"""


@pytest.mark.slow
@needs_compiler
def test_pieces_go_everywhere_alike(tmp_path: Path) -> None:
    files = base() | {"game/rules/case.rules": RULES, "game/data/stones.yaml": STONES}
    plain = compiled_program(str(write(files, tmp_path)), 3)
    quick = native(plain)
    for seed in range(12):
        made, end = played(plain, quick, seed)
        assert made > 60 and end is None


CLEARED = """
each card has:
    marked: fruit or nothing, cleared when it moves
    pips: 2 to 4, cleared when it moves

step play:
    let judge be first of players
    draw 1 card from deck to table
    let card be first of table
    set card's marked to plum
    set card's pips to 3
    move card to judge's shop
    ask judge "Is it as at the start?":
        option yes "Yes" when card's marked is nothing and card's pips is 2:
            judge takes 1 coin
        option no "No"
"""


def test_what_is_cleared_goes_back_to_its_start(tmp_path: Path) -> None:
    folder = str(write(base() | {"game/rules/case.rules": CLEARED}, tmp_path))
    for traced in (False, True):
        game = Game.start(compiled_program(folder, 2, None, traced))
        assert game.question is not None
        assert [choice.name for choice in game.question.choices] == ["yes", "no"]
