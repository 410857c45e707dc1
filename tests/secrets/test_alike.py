"""What onlookers know of cards that are alike: those bought openly stay known, and one laid out may be one of them."""

from __future__ import annotations

from collections import Counter

import pytest

from rulewright.backends import Program
from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.workspace import compiled_program

Held = dict[tuple[int, int], tuple[int, int]]
"""By owner and company: how many cards the hand has, and how many of them an onlooker knows."""


@pytest.fixture(scope="module")
def program() -> Program:
    return compiled_program("batavia", seats=3)


def place(program: Program, name: str, seat: int) -> int:
    """Return the number of a player's place."""
    owner = program.domains["player"].members[seat]
    rows = enumerate(program.tables.places)
    return next(i for i, row in rows if (row.name, row.owner, row.owner_key) == (name, "player", owner))


def hands(program: Program, state: list[int], onlooker: int) -> Held:
    """Count the hands of the others by company."""
    cards = program.tables.pieces["card"]
    every: Counter[tuple[int, int]] = Counter()
    seen: Counter[tuple[int, int]] = Counter()
    for seat in set(range(program.seats)) - {onlooker}:
        hand = place(program, "hand", seat)
        for piece, company in enumerate(cards.classes):
            if cards.place_of(state, piece) == hand:
                every[seat, company] += 1
                seen[seat, company] += cards.known_to(state, piece) >> onlooker & 1
    return {key: (every[key], seen[key]) for key in every}


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 4))
def test_who_lays_out_a_card_may_lay_out_the_one_that_is_known(program: Program, number: int) -> None:
    """As many known cards are left as surely are: those bought less those laid out, whichever they were."""
    game, unsure = Game.start(program, number), 0
    while not game.over:
        before = [hands(program, game.state, seat) for seat in range(3)]
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
        for seat in range(3):
            after = hands(program, game.state, seat)
            for key, (many, known) in before[seat].items():
                left, still_known = after.get(key, (0, 0))
                if left < many:
                    assert still_known == max(0, known - (many - left)), (len(game.decisions), key)
                    unsure += 0 < known < many
    assert unsure, "no hand had a known card and an unknown one of the same company when one was laid out"


@pytest.mark.parametrize("number", range(1, 4))
def test_a_bought_package_stays_known(program: Program, number: int) -> None:
    cards = program.tables.pieces["card"]
    package = next(i for i, row in enumerate(program.tables.places) if row.name == "package")
    game, bought = Game.start(program, number), 0
    while not game.over:
        open_cards = [p for p in range(110) if cards.place_of(game.state, p) == package]
        game.choose(game.codes[pick(number, len(game.decisions), len(game.codes))])
        gone = [p for p in open_cards if cards.place_of(game.state, p) in [place(program, "hand", s) for s in range(3)]]
        assert all(cards.known_to(game.state, p) == 0b111 for p in gone)
        bought += len(gone)
    assert bought
