"""What a seat reads on a piece: the facts of its own kind, without those that its label says already."""

from __future__ import annotations

import pytest

from rulewright.engine.views import printed_on
from rulewright.engine.words import fact_label
from rulewright.workspace import compiled_program


def test_a_piece_shows_the_facts_of_its_own_kind_alone() -> None:
    program = compiled_program("borneo", 3, None, True)
    goods = program.domains["good"].members
    card, harbor = (printed_on(program, "good", goods.index(name)) for name in ("red-yellow-two-cinnamon", "achim"))
    assert sorted(card) == ["red yellow red red", "units 2"]
    assert sorted(harbor) == ["limit 4", "monopoly 6", "units 1", "unmarked"]


@pytest.mark.slow
def test_a_number_that_is_counted_has_the_form_that_fits_it() -> None:
    """Both forms are known of amounts; the name of any other fact stands before its number, so it fits each."""
    program = compiled_program("goa", 2, None, True)
    assert fact_label(program, "expedition-card", "colonists", 1) == "1 colonist"
    assert fact_label(program, "expedition-card", "colonists", 2) == "2 colonists"
    assert fact_label(program, "tile", "points", 1) == "points 1"


def test_pieces_of_seats_at_which_nobody_sits_are_left_out() -> None:
    merchants = compiled_program("borneo", 3, None, True).domains["merchant"].members
    assert [name for name in merchants if name.endswith("-1")] == ["anna-1", "bram-1", "clara-1"]
    assert len(merchants) == 12
