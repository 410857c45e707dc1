"""What a seat cannot know changes neither its move nor any statistic of its search.

At many positions the hidden truth is replaced by another world that the seat considers possible; with the same number
the search must find out exactly the same. RULEWRIGHT_PAIRS says at how many positions of each ruleset
(`.ci/long pairs`).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.tiers import slow_unless

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import pick
from rulewright.players.greedy import Greedy
from rulewright.players.search import seat as seats_that_search
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import SearchBudget
from rulewright.players.seats import make_decider
from rulewright.workspace import compiled_program

CHECKOUT = Path(__file__).parents[2]
GAMES = [
    ("kuhn-poker", 2), ("leduc-poker", 2), ("liars-dice", 2), ("sealed-bid-auction", 2), ("goofspiel", 2),
    ("hearts", 4),
    ("goa", 4), ("goa-polish", 3), ("batavia", 4), ("borneo", 3),
]  # fmt: skip
PAIRS = int(os.environ.get("RULEWRIGHT_PAIRS", "4"))
PLAYOUTS = 15


def folder(name: str) -> str:
    example = CHECKOUT / "examples" / name
    return str(example) if example.is_dir() else name


def pairs(program: Program, wanted: int) -> list[tuple[list[int], list[int], list[int], int]]:
    """Return positions of random games, each with its choices, another world that looks the same, and a number."""
    found: list[tuple[list[int], list[int], list[int], int]] = []
    for number in range(1, 50 * wanted):
        state, codes = program.opening(number)
        made = 0
        while codes is not None:
            seat = state[program.seats_of[~state[0]]]
            if pick(number, made, 7) == 0 or len(codes) > 2:
                other = program.playing.sample(state, seat, number + made)
                if other[2:] != state[2:]:
                    found.append((state.copy(), codes, list(other), number))
            if len(found) == wanted:
                return found
            codes = program.take(state, codes[pick(number, made, len(codes))])
            made += 1
    return found


def unfair(searcher: Searcher, found: list[tuple[list[int], list[int], list[int], int]]) -> list[int]:
    """Return the numbers of the pairs at which the search finds out something else."""
    return [
        at
        for at, (state, codes, other, number) in enumerate(found)
        if searcher.search_choices(state, codes, number) != searcher.search_choices(other, codes, number)
    ]


@pytest.mark.parametrize(("name", "seats"), slow_unless(lambda game: game[0] == "kuhn-poker", GAMES))
def test_the_hidden_truth_changes_nothing(name: str, seats: int) -> None:
    program = compiled_program(folder(name), seats, {}, traced=False)
    found = pairs(program, PAIRS)
    assert len(found) == PAIRS
    assert unfair(Searcher(program, SearchBudget(PLAYOUTS)), found) == []


@pytest.mark.parametrize(("name", "seats"), slow_unless(lambda game: game[0] == "kuhn-poker", GAMES))
def test_the_hidden_truth_does_not_change_what_a_greedy_seat_sees_in_its_choices(name: str, seats: int) -> None:
    program = compiled_program(folder(name), seats, {}, traced=False)
    greedy = Greedy(program)
    for state, codes, other, number in pairs(program, PAIRS):
        assert greedy.rate_options(state, codes, number) == greedy.rate_options(other, codes, number)


@pytest.mark.slow
def test_a_search_that_peeks_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin in Python, made to search the true world."""
    program = compiled_program(folder("leduc-poker"), 2, {}, traced=False)
    found = pairs(program, 12)
    monkeypatch.setattr(
        seats_that_search, "_tree_planter", lambda program: (seats_that_search._python_planter(program), "")
    )
    assert unfair(Searcher(program, SearchBudget(PLAYOUTS)), found) == []
    monkeypatch.setattr(type(program.playing), "sample", lambda playing, state, seat, number: list(state))
    assert unfair(Searcher(program, SearchBudget(PLAYOUTS)), found)


def test_all_kinds_of_seat_are_deciders() -> None:
    program = compiled_program(folder("kuhn-poker"), 2, {}, traced=False)
    deciders: list[Decider] = [make_decider(kind, program) for kind in ("random", "greedy", "search:5", "level:1")]
    state, codes = program.opening(1)
    assert all(decide(state.copy(), list(codes or []), 1, 0) in (codes or []) for decide in deciders)
