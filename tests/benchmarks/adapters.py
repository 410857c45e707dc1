"""Measures decisions through the adapters and the API: `python -m tests.benchmarks.adapters`. See README.md."""

from __future__ import annotations

import argparse
from random import Random
from statistics import median
from time import process_time

import pyspiel
from tests.benchmarks.__main__ import Row, alternate, machine, one_core, print_table
from tests.benchmarks.play import Play, peer, spread

import rulewright as rw
from rulewright.adapters.open_spiel import RulesGame, load
from rulewright.adapters.pettingzoo import env
from rulewright.adapters.position import Adapted
from rulewright.backends.native import NoLibrary, prepare


def with_api(rules: rw.Rules, seats: int, words: bool) -> Play:
    def play(chance: Random, number: int) -> int:
        game = rules.start(seats, seed=number, words=words)
        while not game.over:
            game.choose(chance.choice(game.question.choices))
        return len(game.decisions)

    return play


def with_pettingzoo(rules: rw.Rules, seats: int) -> Play:
    zoo = env(rules, seats)

    def play(chance: Random, number: int) -> int:
        zoo.reset(seed=number)
        for _ in zoo.agent_iter():
            _, _, over, cut, info = zoo.last()
            zoo.step(None if over or cut else chance.choice(info["action_mask"].nonzero()[0]))
        return zoo.made

    return play


def with_openspiel(game: RulesGame, tensors: bool) -> Play:
    def play(chance: Random, number: int) -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                made += 1
                if tensors:
                    state.observation_tensor()
            state.apply_action(chance.choice(state.legal_actions()))
        return made

    return play


def all_strings(game: RulesGame) -> Play:
    """Play as OpenSpiel's own test of games does, which asks for all strings and tensors of all seats at each step."""

    def play(chance: Random, number: int) -> int:
        pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
        return 1

    return play


def rows_of(ruleset: str, seats: int, rounds: int, seconds: float) -> list[Row]:
    rules, game = rw.load(ruleset), load(ruleset, seats)
    try:
        prepare(Adapted(rules, seats).games.program)
    except NoLibrary as problem:
        print(f"Nothing is played in C: {problem}.")
    plays = {
        "PettingZoo": with_pettingzoo(rules, seats), "OpenSpiel": with_openspiel(game, False),
        "OpenSpiel, with observations": with_openspiel(game, True),
        "API, without words": with_api(rules, seats, False), "API, with words": with_api(rules, seats, True),
    }  # fmt: skip
    paces = alternate([peer("connect_four"), *plays.values()], rounds, seconds)
    speeds = [[pace.decisions / pace.seconds for pace in row if pace is not None] for row in paces]
    rows: list[Row] = [("connect_four moves a second", f"{median(row[0] for row in speeds):,.0f}", "")]
    for at, name in enumerate(plays, 1):
        per_move = spread([row[at] / row[0] for row in speeds], "{:.3f}")
        rows.append((f"{name}: decisions per move", per_move, f"{median(row[at] for row in speeds):,.0f} a second"))
    rows.append(("API: with words takes", spread([row[-2] / row[-1] for row in speeds], "{:.2f} times"), "at most 3"))
    begun = process_time()
    all_strings(game)(Random(1), 1)
    return [*rows, ("OpenSpiel, a game with all strings", f"{process_time() - begun:.2f} s", "")]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.adapters", description=__doc__)
    parser.add_argument("--ruleset", default="goa")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=7, help="how often the sides take turns")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long each side plays in a round")
    asked = parser.parse_args()
    core = one_core()
    print(f"{asked.ruleset}, {asked.seats} players, random play; {machine()}; {core}")
    print_table(rows_of(asked.ruleset, asked.seats, asked.rounds, asked.seconds))


if __name__ == "__main__":
    main()
