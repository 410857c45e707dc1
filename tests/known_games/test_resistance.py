"""Who knows the spies: in worlds, in the log, and after missions that failed."""

from __future__ import annotations

import pytest
from tests.known_games.lines import HERE

from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.engine.determinization.violations import violated_rules
from rulewright.workspace import load

WORLDS = 12


def spies_in(game: Game, state: list[int]) -> set[int]:
    """Return the seats that have a spy in hand."""
    hands = [place for place in game.program.tables.places if place.name == "hand"]
    names = game.program.domains["role"].members
    return {seat for seat, hand in enumerate(hands) if names[hand.contents(state)[0]].startswith("spy")}


def sampled(game: Game, seat: int) -> list[list[int]]:
    return [game.program.playing.sample(game.state, seat, number) for number in range(WORLDS)]


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_spies_know_one_another_and_others_conclude_from_missions(number: int) -> None:
    game = Game.start(load(str(HERE / "resistance")).program(5, traced=True), number)
    spies, foiled = spies_in(game, game.state), 0
    assert {line.private for line in game.log if "is shown" in line.text} == {frozenset({spy}) for spy in spies}
    while not game.over:
        for seat in range(5):
            worlds = sampled(game, seat)
            found = [spies_in(game, world) for world in worlds]
            assert not violated_rules(game.program, game.state, worlds)
            assert all(seen == spies for seen in found) if seat in spies else all(seat not in seen for seen in found)
            assert seat in spies or foiled or len({*map(frozenset, found)}) > 1
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
        foiled += any("failures" in line.text and not line.text.startswith("0") for line in game.log[-9:])
