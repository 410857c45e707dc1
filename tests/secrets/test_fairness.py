"""A sample is a function of what a seat can know: replacing what is hidden by another world leaves it identical.

RULEWRIGHT_WORLDS is the number of positions for each ruleset; without it there are a few.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from hiding import CHECKOUT, seen_by, standing_at
from tests.tiers import slow_unless

from rulewright.backends import Program
from rulewright.backends.native import NoLibrary, native
from rulewright.backends.python import determinizer
from rulewright.backends.python.dealing import Dealer
from rulewright.backends.python.determinizer import Determinizer
from rulewright.chance import pick
from rulewright.engine import Game
from rulewright.workspace import compiled_program

POSITIONS = int(os.environ.get("RULEWRIGHT_WORLDS", "6"))
EXAMPLES = ("kuhn-poker", "leduc-poker", "liars-dice", "sealed-bid-auction", "goofspiel", "hearts", "night-market")
PROBES = ("sealed-bid", "guarded-hands", "passed-hands")
GAMES = [
    ("goa", 4), ("goa-bonanza", 3), ("batavia", 3), ("borneo", 3),
    *((str(CHECKOUT / "examples" / name), {"hearts": 4}.get(name, 2)) for name in EXAMPLES),
    *((str(CHECKOUT / "tests" / "probes" / name), {"passed-hands": 3}.get(name, 2)) for name in PROBES),
]  # fmt: skip
SMALL = [
    (name, seats) for name, seats in GAMES if "/" in name and name.rpartition("/")[2] not in ("hearts", "night-market")
]


def is_small(table: tuple[str, int]) -> bool:
    """Say whether a game is looked at in every run of the tests."""
    return table in SMALL


def walked(program: Program, number: int) -> Iterator[list[int]]:
    """Yield the positions of a random game."""
    state, codes = program.opening(number)
    made = 0
    while codes is not None:
        yield state
        codes = program.take(state, codes[pick(number, made, len(codes))])
        made += 1


def positions(program: Program, every: int) -> Iterator[tuple[int, list[int]]]:
    """Yield numbered positions of random games, one in so many."""
    found = 0
    for number in range(1, 1 + POSITIONS):
        for state in islice(walked(program, number), number % every, None, every):
            yield found, state.copy()
            found += 1
            if found == POSITIONS:
                return


Pair = tuple[list[int], list[int], int]
"""A position, the same with another world where a seat cannot see it, and the seat."""


def pairs(program: Program, every: int) -> list[Pair]:
    """Return positions with what is hidden from each seat replaced; the seed, which decides the future, stays."""
    sampler, found = Determinizer(program), []
    for number, state in positions(program, every):
        for seat in range(program.seats):
            other = sampler.sample(state, seat, number + 1000)
            other[1] = state[1]
            found.append((state, other, seat))
    return found


def unfair(program: Program, found: list[Pair]) -> list[int]:
    """Return the numbers of the pairs from which the same seat does not get the identical sample."""
    sampler = Determinizer(program)
    return [
        number for number, (state, other, seat) in enumerate(found)
        if sampler.sample(state, seat, number) != sampler.sample(other, seat, number)
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_replacing_what_is_hidden_leaves_the_sample_identical(name: str, seats: int) -> None:
    program = compiled_program(name, seats=seats)
    assert not unfair(program, pairs(program, 1 if is_small((name, seats)) else 37))


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_a_sample_looks_the_same_and_keeps_what_is_remembered(name: str, seats: int) -> None:
    """View, prompt, options and reasons; the memory of hidden facts; the `always` rules."""
    program = compiled_program(name, seats=seats, traced=True)
    for number, state in positions(compiled_program(name, seats=seats), 1 if is_small((name, seats)) else 37):
        game = Game(program, state, program.choices(state), list(state), 1)
        for seat in range(seats):
            world = program.playing.sample(state, seat, number)
            assert all(holds(world) for holds in program.always)
            for entry in program.entries:
                if entry.what == "memory":
                    stretch = slice(entry.start, entry.start + entry.count)
                    assert world[stretch] == state[stretch]
            assert seen_by(standing_at(game, world), seat) == seen_by(game, seat), (number, seat)


@pytest.mark.parametrize(("name", "seats"), slow_unless(is_small, GAMES))
def test_samples_differ_wherever_something_is_hidden(name: str, seats: int) -> None:
    program = compiled_program(name, seats=seats)
    different = 0
    for _, state in positions(program, 1 if is_small((name, seats)) else 37):
        for seat in range(seats):
            worlds = {tuple(program.playing.sample(state, seat, number)[2:]) for number in range(6)}
            different += len(worlds) > 1
    assert different


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), GAMES)
def test_c_and_python_sample_equal_worlds(name: str, seats: int) -> None:
    program = compiled_program(name, seats=seats)
    try:
        in_c = native(program)
    except NoLibrary as problem:
        pytest.skip(str(problem))
    assert in_c.machine is not None
    for number, state in positions(program, 1 if is_small((name, seats)) else 37):
        for seat in range(seats):
            world = in_c.playing.sample(in_c.machine.state(state), seat, number)
            assert world.in_c() and world.vector == program.playing.sample(state, seat, number), (number, seat)


# -- planted leaks


def example(name: str) -> tuple[Program, list[Pair]]:
    """Return an example with positions for it."""
    program = compiled_program(str(CHECKOUT / "examples" / name), seats=2)
    return program, pairs(program, 1)


def test_a_sampler_that_leaves_the_truth_in_place_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = example("leduc-poker")
    monkeypatch.setattr(Dealer, "deal", lambda *_: False)
    assert unfair(*planted)


def test_a_sampler_that_sorts_by_the_truth_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    planted, unknown = example("goofspiel"), Dealer.unknown
    monkeypatch.setattr(
        Dealer, "unknown", lambda self, state: [sorted(s, key=lambda spot: spot[2]) for s in unknown(self, state)]
    )
    assert unfair(*planted)


def test_a_sampler_that_keeps_hidden_numbers_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = example("liars-dice")
    monkeypatch.setattr(determinizer, "draw", lambda *_: None)
    assert unfair(*planted)


# -- how often each world is drawn


def chi_square(counts: list[int], expected: list[float]) -> float:
    """Return Pearson's statistic."""
    return sum((found - wanted) ** 2 / wanted for found, wanted in zip(counts, expected, strict=True))


Told = Callable[[Program, list[int]], object]
"""What is told of a world."""


def drawn(name: str, seats: int, slots: Told, samples: int) -> dict[object, int]:
    """Count what is drawn at the first decision of a game for the seat that is asked."""
    program = compiled_program(str(CHECKOUT / name), seats=seats)
    state = next(walked(program, 5)).copy()
    seat = state[program.seats_of[~state[0]]]
    found: dict[object, int] = {}
    for number in range(samples):
        told = slots(program, program.playing.sample(state, seat, number))
        found[told] = found.get(told, 0) + 1
    return found


def hands(program: Program, state: list[int]) -> object:
    """Tell where the pieces are."""
    table = next(iter(program.tables.pieces.values()))
    return tuple(table.place_of(state, piece) for piece in range(table.count))


def secrets(program: Program, state: list[int]) -> object:
    """Tell all hidden facts."""
    return tuple(
        fact.value(state, at) for fact in program.tables.facts if fact.seen != "all" for at in range(fact.count)
    )


@pytest.mark.parametrize(
    ("name", "seats", "told", "worlds", "limit"),
    [
        ("examples/kuhn-poker", 2, hands, 2, 10.8),
        ("examples/leduc-poker", 2, hands, 5, 18.5),
        ("examples/liars-dice", 2, secrets, 6, 20.5),
    ],
)  # fmt: skip
def test_worlds_are_drawn_with_their_posterior(name: str, seats: int, told: Told, worlds: int, limit: float) -> None:
    """All worlds that are possible are equally likely here; `limit` is exceeded by chance once in 1,000 times."""
    found = drawn(name, seats, told, 200 * worlds)
    assert len(found) == worlds
    assert chi_square([*found.values()], [200.0] * worlds) < limit


@pytest.mark.slow
def test_rare_worlds_are_reached_where_a_rule_must_hold() -> None:
    """Ben has said that he has no high card, which is true in 4 of 35 deals: each of these 4 is drawn equally often."""
    program = compiled_program(str(CHECKOUT / "tests" / "probes" / "guarded-hands"), seats=2)
    modest = next(fact for fact in program.tables.facts if fact.name == "modest")
    pieces = program.tables.pieces["card"]
    for number in range(1, 500):
        state = next(walked(program, number))
        unknown = [piece for piece in range(pieces.count) if not pieces.known_to(state, piece) & 1]
        low = [piece for piece in unknown if piece < 4]
        if modest.value(state, 1) and not modest.value(state, 0) and len(low) == 4:
            break
    found: dict[object, int] = {}
    for number in range(1000):
        world = hands(program, program.playing.sample(state, 0, number))
        found[world] = found.get(world, 0) + 1
    assert len(found) == 4
    assert chi_square([*found.values()], [250.0] * 4) < 16.3
