"""The way to the first decision is gone once where nothing is left to chance, and in each game where something is."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.workspace import compiled_program

HERE = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "once"),
    [
        ("examples/tic-tac-toe", True),
        ("examples/connect-four", True),
        ("examples/kuhn-poker", False),
        ("rulesets/goa", False),
    ],
)
def test_a_game_begins_as_if_it_were_the_first(ruleset: str, once: bool) -> None:
    program = compiled_program(str(HERE / ruleset), seats=2)
    for seed in (0, 1, 2, 77):
        state = program.initial(seed)
        codes = program.advance(state, state[0])
        assert program.opening(seed) == (state, codes)
    assert bool(program.opened and program.opened[0]) is once


def test_no_game_changes_how_another_begins() -> None:
    program = compiled_program(str(HERE / "examples/tic-tac-toe"), seats=2)
    state, codes = program.opening(1)
    assert codes is not None
    program.take(state, codes[0])
    again, choices = program.opening(1)
    assert again != state and choices == codes == program.choices(again)
