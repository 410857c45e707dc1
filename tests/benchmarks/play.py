"""Random play, here and in OpenSpiel, by the same loop: ask for the choices, pick one, take it."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from statistics import median
from time import perf_counter, process_time

from rulewright.backends import Program

Play = Callable[[random.Random, int], int]
"""Plays a game by its number and returns how many decisions it took."""


def peer(name: str) -> Play | None:
    """Return a game of OpenSpiel through its Python API; None when that is not installed."""
    try:
        game = import_module("pyspiel").load_game(name)
    except ImportError:
        return None

    def play(chance: random.Random, number: int) -> int:
        state, moves, choice = game.new_initial_state(), 0, chance.choice
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def own(program: Program) -> Play:
    """Return random play of a compiled game. A decision has two options or more."""
    opening, take = program.opening, program.take

    def play(chance: random.Random, number: int) -> int:
        state, codes = opening(number)
        decisions, choice = 0, chance.choice
        while codes is not None:
            codes = take(state, choice(codes))
            decisions += 1
        return decisions

    return play


MOST_DECISIONS = 100_000
AT_ONCE = 100
"""Games that C plays in one call."""


def in_one_call(program: Program) -> Play:
    """Return random play of a program in C that is not asked for each decision."""
    machine = program.machine
    assert machine is not None

    def play(chance: random.Random, number: int) -> int:
        rows = array("q")
        left = list(machine.play_many(range(number, number + AT_ONCE), MOST_DECISIONS, False, rows))
        assert not left
        return sum(rows[1 :: len(rows) // AT_ONCE])

    return play


@dataclass(slots=True)
class Pace:
    """What one side did in one round."""

    games: int
    decisions: int
    seconds: float


FEW = 5
"""Games between two looks at the clock."""


def run(play: Play, seconds: float, first: int) -> Pace:
    """Play games, numbered from `first`, until this process has worked for so long."""
    chance = random.Random(first)
    games = decisions = 0
    start = process_time()
    end = start + seconds
    while process_time() < end:
        for _ in range(FEW):
            decisions += play(chance, first + games)
            games += 1
    return Pace(games, decisions, process_time() - start)


def spread(numbers: list[float], form: str) -> str:
    """Return the middle with the least and the most."""
    shown = [form.format(number) for number in (median(numbers), min(numbers), max(numbers))]
    return f"{shown[0]} ({shown[1]} to {shown[2]})"


@dataclass(slots=True)
class Facts:
    """What the games are like, so that the speed of different rules or versions is not compared unawares."""

    decisions: list[int] = field(default_factory=list)
    options: int = 0
    winners: list[int] = field(default_factory=list)
    state: list[int] = field(default_factory=list)

    @property
    def mean_decisions(self) -> float:
        return sum(self.decisions) / len(self.decisions)

    @property
    def mean_options(self) -> float:
        return self.options / sum(self.decisions)

    @property
    def mean_winner(self) -> float:
        return sum(self.winners) / len(self.winners)


def facts(program: Program, games: int) -> Facts:
    """Play some games without a clock and look at them."""
    found, chance = Facts(), random.Random(1)
    for number in range(1, games + 1):
        state, codes = program.opening(number)
        decisions = 0
        while codes is not None:
            decisions += 1
            found.options += len(codes)
            codes = program.take(state, chance.choice(codes))
        found.decisions.append(decisions)
        found.winners.append(max(program.points(state, seat) for seat in range(program.seats)))
        found.state = state
    return found


def copy_time(state: list[int], times: int = 20_000) -> float:
    """Return the seconds that a copy of a state takes, the best of some rounds."""
    best = 1.0
    for _ in range(5):
        start = perf_counter()
        for _ in range(times):
            state.copy()
        best = min(best, (perf_counter() - start) / times)
    return best
