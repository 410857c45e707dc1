"""Change what is not shown to a seat, and what it sees keeps its bytes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hiding import (
    GAMES,
    is_small,
    numbers,
    positions,
    seen_by,
    standing_at,
    with_other_amounts,
    with_other_hands,
    with_other_order,
    with_other_values,
)
from tests.tiers import slow_unless

from rulewright.backends import Program

CHANGES = (with_other_amounts, with_other_values, with_other_order, with_other_hands)
Change = Callable[[Program, list[int], int], list[int]]


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_what_is_not_shown_makes_no_difference(name: str, seats: int) -> None:
    """View, prompt, options with their order, reasons: the same under any change of what is hidden."""
    changed: set[Change] = set()
    for number in numbers():
        for game in positions(name, seats, number):
            for seat in range(seats):
                before = [seen_by(game, seat, table=table) for table in (False, True)]
                for change in CHANGES:
                    table = change is not with_other_amounts  # which contradict the log
                    other = change(game.program, game.state, seat)
                    if other != game.state:
                        changed.add(change)
                        after = seen_by(standing_at(game, other), seat, table=table)
                        assert after == before[table], (number, len(game.decisions))
    assert with_other_hands in changed


@pytest.mark.slow
def test_what_is_shown_does_make_a_difference() -> None:
    """The comparison is no empty one: a seat's own secrets, changed in the same way, are seen by it."""
    game = next(iter(positions("goa", 4, 1)))
    for seat in range(4):
        other = with_other_amounts(game.program, game.state, (seat + 1) % 4)
        assert seen_by(standing_at(game, other), seat) != seen_by(game, seat)
