"""A save in which a piece lies where its kind cannot be was changed by hand."""

from __future__ import annotations

import pytest

from rulewright.engine import Game
from rulewright.engine.savefile.validation import unsound
from rulewright.workspace import compiled_program


@pytest.mark.slow
@pytest.mark.parametrize("name", ["borneo"])
def test_a_piece_in_a_place_of_another_kind_is_found(name: str) -> None:
    program = compiled_program(name, 4)
    game, found = Game.start(program, 1), 0
    assert unsound(program, game.state) == ""
    stacks = [(number, place) for number, place in enumerate(program.tables.places) if place.order]
    for number, place in stacks:
        pieces = program.tables.pieces[place.domain]
        for other, elsewhere in stacks:
            state = list(game.state)
            if other == number or elsewhere.domain != place.domain or not state[elsewhere.slot]:
                continue
            piece = state[elsewhere.slot + state[elsewhere.slot]]  # the last one
            if place.first <= piece < place.first + place.count:
                continue
            state[elsewhere.slot] -= 1
            state[elsewhere.slot + 1 + state[elsewhere.slot]] = 0
            state[place.slot] += 1
            state[place.slot + state[place.slot]] = piece
            state[pieces.located + piece] = number
            assert unsound(program, state).endswith(f"lies in {place.name}, where it cannot be")
            found += 1
    assert found
