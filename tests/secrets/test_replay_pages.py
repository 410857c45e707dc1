"""A page of a recorded game with the eyes of a seat is the same in worlds that this seat cannot tell apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from looking import rulesets
from pairs import compared
from tests.tiers import slow_unless

from rulewright.engine import Game
from rulewright.report.log_text import EVERYTHING
from rulewright.report.renderers import html
from rulewright.report.replay_steps import PositionCollector

PAIRS = 20
SMALL = {"kuhn-poker", "sharing-out"}


def page(game: Game, reader: int) -> str:
    found = PositionCollector(reader)
    found.add(game)
    return html(found.report("A game", [], []))


def differing(folder: Path, everything: bool) -> int:
    """Count the pairs of worlds of which the pages differ."""
    count = 0
    for pair, told in compared(folder, PAIRS):
        assert not told
        one, other = (page(world, EVERYTHING if everything else pair.onlooker) for world in pair.worlds)
        count += one != other
    return count


@pytest.mark.slow
@pytest.mark.parametrize("folder", slow_unless(lambda f: f.name in SMALL, rulesets()), ids=lambda folder: folder.name)
def test_the_page_of_a_seat_gives_nothing_away(folder: Path) -> None:
    assert differing(folder, everything=False) == 0


@pytest.mark.slow
def test_a_leak_would_be_noticed() -> None:
    folder = next(folder for folder in rulesets() if folder.name == "kuhn-poker")
    assert differing(folder, everything=True) > 0
