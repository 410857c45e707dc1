"""Nothing depends on how a name is spelled: under meaningless names of the same order every state is the same."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from random_games import CHECKOUT, EVERY_TABLE, GAME, games, positions
from renaming import twin_programs
from tests.tiers import sampled

from rulewright.backends import Program
from rulewright.compile.tables.storage import as_plain

KUHN = str(CHECKOUT / "examples" / "kuhn-poker")
ROWS = str(CHECKOUT / "examples" / "tic-tac-toe")


def shape(program: Program) -> list[object]:
    """Return everything about a program's vector and choices except names."""
    tables = program.tables
    layout = [(place.slot, place.width, place.order, place.seen, place.first, place.limit) for place in tables.places]
    return [
        program.start,
        [(e.start, e.count, e.low, e.high, e.what, e.seen) for e in program.entries],
        [as_plain(replace(pieces, holds=[], rules=[], kinds=[])) for pieces in tables.pieces.values()],
        layout,
        [stream.key for stream in tables.streams],
        [(site.secret, site.amount, site.also) for site in tables.sites],
        len(tables.choices),
    ]


TABLES = ((KUHN, 2), *((GAME, seats) for seats in EVERY_TABLE), (ROWS, 2))


@pytest.mark.parametrize(("name", "seats"), sampled(4, TABLES))
def test_every_state_is_the_same_under_meaningless_names(name: str, seats: int) -> None:
    old, new, _ = twin_programs(name, seats)
    assert shape(old) == shape(new)
    for number in games(5, 100):
        others = positions(new, number)
        for decision, (state, codes) in enumerate(positions(old, number)):
            assert (state, codes) == next(others), f"game {number}, decision {decision}"
        assert next(others, None) is None


@pytest.mark.slow
def test_names_are_really_gone() -> None:
    """Of the words in the renamed rules only those of the language and the built-in ones are left."""
    _, new, text = twin_programs(GAME, 2)
    bare = re.sub(r'"[^"]*"|#.*', "", text)
    assert not re.search(r"\b(ship|ducat|colony|harvest|region|spice|deck|turn|space|row)s?\b(?! of)", bare)
    assert all(
        re.fullmatch(r"[a-z-]+\d{4}(-\d+)?", m) for d in new.domains.values() if d.how == "piece" for m in d.members
    )
