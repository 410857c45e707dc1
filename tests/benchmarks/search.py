"""Measures seats that think against random games of the same library: `python -m tests.benchmarks.search`."""

from __future__ import annotations

import argparse
import random
from statistics import median

from tests.benchmarks.play import AT_ONCE, Pace, Play, in_one_call, run, spread

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.backends.native_evaluation import native_evaluation
from rulewright.players.search.native import NativeTree
from rulewright.players.search.settings import settings_of
from rulewright.players.seats import GREEDY, deciders_of
from rulewright.playtest.game import play_one
from rulewright.workspace import compiled_program

PLAYOUTS = 200
EVERY = 7
"""How many decisions of a random game lie between two positions that are searched."""


def main() -> None:
    """Measure, and print ratios, each with the least and the most of some rounds."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.search", description=__doc__)
    parser.add_argument("--ruleset", default="goa")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each side works in a round")
    asked = parser.parse_args()
    program = native(compiled_program(asked.ruleset, seats=asked.seats, traced=False))
    sides = in_one_call(program), searching(program), greedy_games(program)
    rounds = [[run(side, asked.seconds, 1 + 1000 * at) for side in sides] for at in range(asked.rounds)]
    print(f"{asked.ruleset}, {asked.seats} players, in C, against random games in one call of C")
    playouts = [rate(search) * game_seconds(chance) for chance, search, _ in rounds]
    print(f"playouts of {PLAYOUTS} a decision in the time of a random game: {spread(playouts, '{:.2f}')}")
    decisions = [rate(greedy) * game_seconds(chance) for chance, _, greedy in rounds]
    print(f"decisions of greedy seats in that time: {spread(decisions, '{:.2f}')}")
    print(f"playouts a second: {median(rate(search) for _, search, _ in rounds):,.0f}")


def game_seconds(pace: Pace) -> float:
    """Return how long a random game takes."""
    return pace.seconds / (pace.games * AT_ONCE)


def rate(pace: Pace) -> float:
    """Return how many playouts or decisions were made in a second."""
    return pace.decisions / pace.seconds


def searching(program: Program) -> Play:
    """Return what searches one position after the other, and returns the playouts."""
    evaluation, settings, positions = native_evaluation(program), settings_of(program), list[list[int]]()
    for number in range(5):
        state, codes = program.opening(number)
        chance = random.Random(number)
        for made in range(100_000):
            if codes is None:
                break
            if made % EVERY == 0:
                positions.append(state.copy())
            codes = program.take(state, chance.choice(codes))

    def play(chance: random.Random, number: int) -> int:
        state = positions[number * 31 % len(positions)]
        position = evaluation.machine.state([*state])
        tree = NativeTree(evaluation, position, program.seat_asked(state), number, settings, 64 * PLAYOUTS)
        return tree.run(PLAYOUTS, 0)

    return play


def greedy_games(program: Program) -> Play:
    """Return what plays games of greedy seats, and returns their decisions."""
    deciders = deciders_of(program, (GREEDY,) * program.seats)
    return lambda chance, number: sum(play_one(program, number, False, deciders).decisions)


if __name__ == "__main__":
    main()
