"""What a seat reads on a piece: the facts of its own kind, without those that its label says already."""

from __future__ import annotations

from rulewright.compile import compiled
from rulewright.engine.views import printed_on


def test_a_piece_shows_the_facts_of_its_own_kind_alone() -> None:
    program = compiled("borneo", 3, None, True)
    goods = program.domains["good"].members
    card, harbor = (printed_on(program, "good", goods.index(name)) for name in ("red-yellow-two-cinnamon", "achim"))
    assert sorted(card) == ["2 units", "red yellow red red"]
    assert sorted(harbor) == ["1 units", "4 limit", "6 monopoly", "unmarked"]


def test_pieces_of_seats_at_which_nobody_sits_are_left_out() -> None:
    merchants = compiled("borneo", 3, None, True).domains["merchant"].members
    assert [name for name in merchants if name.endswith("-1")] == ["anna-1", "bram-1", "clara-1"]
    assert len(merchants) == 12
