"""Every example of the language reference is checked, compiled and played for 20 random games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from market import Example, changes_another, compiled, examples, market, without, write

from rulewright.check.check import check
from rulewright.compose.compose import compose
from rulewright.diagnostics import Findings
from rulewright.engine import Game
from rulewright.source import load

GAMES = 20
SEATS = 3
ALL = list(examples())


def name(example: Example) -> str:
    return f"{example.page}:{example.line}"


@pytest.mark.parametrize("example", ALL, ids=map(name, ALL))
def test_each_example_is_played(example: Example, tmp_path: Path) -> None:
    folder = str(write(example, tmp_path))
    findings = Findings()
    check(compose(load(folder, findings), findings), SEATS, findings)
    assert [(f.code, str(f.span), f.message) for f in findings.found if f.severity == "error"] == []
    plain, traced = compiled(folder, SEATS), compiled(folder, SEATS, None, True)
    for seed in range(GAMES):
        chance, game, told = random.Random(seed), Game.start(plain, seed), Game.start(traced, seed)
        while not game.over:
            assert game.codes == told.codes
            code = chance.choice(game.codes)
            game.choose(code)
            told.choose(code)
            assert game.state == told.state
            assert game.broken_promises() == []
        assert told.over


def test_every_block_of_lines_is_done() -> None:
    """A step that an example shows is reached: the check refuses one that nothing does."""
    assert sum(bool(example.played) for example in ALL) > 20


def test_what_an_example_declares_takes_the_place_of_the_market_s() -> None:
    own = "each player has:\n    bid: 0 to 5\n\nstep set-up:\n    shuffle deck\n"
    left = without(market(), own)
    assert "step set-up" not in left
    assert "bid" not in left
    assert "amount coin" in left


def test_some_examples_stand_on_the_market() -> None:
    assert any(changes_another(example) for example in ALL)
