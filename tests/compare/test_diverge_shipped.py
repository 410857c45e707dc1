"""Every difference of the shipped second edition that is more than wording has an example game."""

from __future__ import annotations

import pytest
from tests.tiers import sampled

from rulewright.cli.search_options import Duel
from rulewright.comparison.diff import DifferenceRow
from rulewright.comparison.divergence.units import Attempts, attempts_at
from rulewright.jobs.run import results_of

DUEL = Duel("goa", "goa-polish", None)
GAMES = 300
ROWS = [row for row in DUEL.rows if row.grade != "wording"]


@pytest.mark.slow
@pytest.mark.parametrize("row", sampled(20, ROWS), ids=lambda row: row.name)
def test_a_game_parts(row: DifferenceRow) -> None:
    tried = results_of(attempts_at(DUEL.pair_alone(row), DUEL.seats, 1, Attempts(GAMES)))
    assert any(one.found.example is not None for one in tried)


def test_all_rows_belong_to_differences_that_can_be_played_alone() -> None:
    assert [row.name for row in DUEL.rows if not DUEL.is_playable(row)] == []
