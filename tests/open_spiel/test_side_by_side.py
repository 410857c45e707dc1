"""Every game here that OpenSpiel has, too, goes the same there; and it would be noticed if it did not.

RULEWRIGHT_LINES is the number of random lines for each game; without it there are 50, or few where they are long.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from tests.open_spiel.beside import Tally, compare, open_spiel
from tests.open_spiel.pair import CHECKOUT, Pair, pairs

pytest.importorskip("pyspiel", reason='OpenSpiel is not installed: pip install -e ".[bench]"')

LINES = int(os.environ.get("RULEWRIGHT_LINES", "0"))
PAIRS = {pair.name: pair for pair in pairs()}


@pytest.mark.slow
@pytest.mark.parametrize("pair", PAIRS.values(), ids=lambda pair: pair.name)
def test_both_sides_go_the_same(pair: Pair) -> None:
    lines = LINES or pair.sample
    tally = compare(pair, lines)
    assert tally.differences == []
    assert tally.lines == lines and tally.decisions > lines
    if tally.outcomes and open_spiel(pair).get_type().provides_information_state_string:
        assert tally.histories.again, "no two histories look equal to a seat, so nothing was compared"


def broken(place: Path, old: str, new: str) -> Tally:
    """Compare Kuhn poker with a line of its rules changed."""
    shutil.copytree(CHECKOUT / "examples" / "kuhn-poker", place / "kuhn")
    rules = place / "kuhn" / "rules" / "game.rules"
    text = rules.read_text("utf-8")
    assert old in text
    rules.write_text(text.replace(old, new), "utf-8")
    return compare(replace(PAIRS["kuhn-poker"], ruleset=str(place / "kuhn")), 60)


CHANGES = {
    "the returns": ("staying with most (its rank)", "staying with least (its rank)"),
    "what is legal": ('option fold "Fold":', 'option fold "Fold" when rival\'s rank is 1:'),
    "who is to move": ("next player after player", "player"),
    "looks like another history there": ("place hand: cards, secret", "place hand: cards"),
    "looks like another history here": ("place hand: cards, secret", "place hand: cards, hidden"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_difference_is_noticed(what: str, tmp_path: Path) -> None:
    assert any(what in difference for difference in broken(tmp_path, *CHANGES[what]).differences)
