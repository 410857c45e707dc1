"""Every difference of the shipped second edition that is more than wording has an example game."""

from __future__ import annotations

import pytest
from tests.tiers import sampled

from rulewright.cli.search_options import Bounds, Duel, Search
from rulewright.comparison.diff import Row

DUEL = Duel("goa", "goa-polish", None)
GAMES = 300
ROWS = [row for row in DUEL.rows if row.grade != "wording"]


@pytest.mark.slow
@pytest.mark.parametrize("row", sampled(20, ROWS), ids=lambda row: row.name)
def test_a_game_parts(row: Row) -> None:
    steps = Search(DUEL.alone(row), DUEL.seats).steps(Bounds(1, GAMES, None))
    assert any(found.example is not None for found in steps)


def test_all_rows_belong_to_differences_that_can_be_played_alone() -> None:
    assert [row.name for row in DUEL.rows if not DUEL.named(row)] == []
