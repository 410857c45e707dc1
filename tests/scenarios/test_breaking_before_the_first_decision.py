"""Rules that break before anybody is asked: a scenario can still play the step that shows why."""

from __future__ import annotations

from pathlib import Path

from rulewright.scenarios.run import ScenarioResult, run_all
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


def results_of(folder: Path, files: dict[str, str]) -> list[ScenarioResult]:
    """Return how the scenarios of a ruleset with these files went."""
    for name, text in {"ruleset.yaml": MANIFEST, **files}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return run_all(load(str(folder)))


def test_a_step_can_be_played_though_the_game_breaks_at_its_beginning(tmp_path: Path) -> None:
    fine, broken = results_of(tmp_path, {"rules/game.rules": RULES, "scenarios/steps.yaml": SCENARIOS})
    assert fine.ok, fine.lines
    assert not broken.ok
    assert "cannot begin" in broken.lines[0] and "game.rules:13" in broken.lines[0]


CARDS = """kind: inventory
pieces: card
rows: [{rule: plain, name: "card-{n}", label: "card {n}", each: {n: [1, 2, 3]}, source: 'common "The rules"'}]
"""
FULL = """piece card / cards:
    starts in deck

card plain:
    cites common "The rules"

each player has:
    place hand: at most 1 card

the game has:
    place deck: stack of cards
    place bin: cards

game "Full":
    do deal with 2
    ask first of players "Go on?":
        option yes
        option no

step deal (gain):
    for each player in players:
        draw gain cards from deck to player's hand

scoring cards "Cards":
    score 1 points
"""

LAID = """scenarios:
  - scenario: A hand is for one card
    given: {step: deal, with: {gain: 1}, Ann: {hand: []}, Ben: {hand: []}, deck: [card-3, card-2, card-1], bin: []}
    play: []
    expect: {Ann: {hand: [card-3]}, Ben: {hand: [card-2]}, deck: [card-1]}
"""


def test_a_card_without_room_lies_where_it_lay_in_the_position_after_it(tmp_path: Path) -> None:
    files = {"rules/game.rules": FULL, "data/cards.yaml": CARDS, "scenarios/deal.yaml": LAID}
    result = results_of(tmp_path, files)[0]
    assert result.ok, result.lines
