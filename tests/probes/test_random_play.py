"""Random games on every probe: no dead end, promises kept, both builds alike, and the vector is all there is."""

from __future__ import annotations

import os
import random

import pytest
from probe_play import HERE, SEATS, begin, probe
from tests.tiers import sampled

from rulewright.backends.python.loading import load_program

GAMES = int(os.environ.get("RULEWRIGHT_GAMES", "12"))
PLAYED = [(name, seats) for name, numbers in SEATS.items() for seats in numbers]


def test_every_probe_is_played() -> None:
    assert sorted(SEATS) == sorted(path.parent.name for path in HERE.glob("*/ruleset.yaml"))


@pytest.mark.parametrize(("name", "seats"), sampled(4, PLAYED))
def test_both_builds_play_the_same_games(name: str, seats: int) -> None:
    plain, traced = probe(name, seats), probe(name, seats, traced=True)
    for seed in range(GAMES):
        chance, a, b = random.Random(seed), begin(plain, seed), begin(traced, seed)
        while not a.over:
            assert a.codes == b.codes
            answer = chance.choice(a.codes)
            a.choose(answer)
            b.choose(answer)
            assert a.state == b.state
            assert a.broken_promises() == []
        assert b.over


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_the_vector_alone_goes_on_the_same(name: str, seats: int) -> None:
    program = probe(name, seats)
    other = load_program(program.compiled)
    for seed in range(GAMES // 4):
        chance, game = random.Random(seed), begin(program, seed)
        while not game.over:
            answer = chance.choice(game.codes)
            copied = list(game.state)
            assert other.choices(copied) == game.codes
            game.choose(answer)
            assert (other.take(copied, answer) or []) == game.codes
            assert copied == game.state


@pytest.mark.parametrize(("name", "seats"), PLAYED)
def test_pieces_are_where_they_are_said_to_lie(name: str, seats: int) -> None:
    program = probe(name, seats, traced=True)
    pieces = [entry.count for entry in program.entries if entry.what == "location"]
    for seed in range(5):
        chance, game = random.Random(seed), begin(program, seed)
        while not game.over:
            game.choose(chance.choice(game.codes))
            listed = sum(_count(value) for _, facts in game.view() for _, value in facts)
            assert listed == sum(pieces)


def _count(value: object) -> int:
    return len(value) if isinstance(value, list) else 0
