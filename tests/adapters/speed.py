"""Decisions a second of random players, by CPU time: `python tests/adapters/speed.py [NAME…]`.

Beside the public API without words, what the adapters reach, observations and masks included. All three take turns, and
the best of their turns counts: what else runs on a machine slows some of them down.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from time import process_time

from rulesets import CHECKOUT, FOLDERS

import rulewright as rw
from rulewright.adapters.open_spiel import load
from rulewright.adapters.pettingzoo import env

SECONDS, TURNS = 0.4, 5
"""CPU time of a turn, and how many each has."""

Play = Callable[[int, Random], int]
"""Plays the game of a number; returns how many decisions it had."""


def with_api(rules: rw.Rules) -> Play:
    def play(number: int, chance: Random) -> int:
        game = rules.start(seed=number, words=False)
        while not game.over:
            game.choose(chance.choice(game.question.choices))
        return len(game.decisions)

    return play


def with_pettingzoo(rules: rw.Rules) -> Play:
    zoo = env(rules)

    def play(number: int, chance: Random) -> int:
        zoo.reset(seed=number)
        for _ in zoo.agent_iter():
            _, _, over, cut, info = zoo.last()
            zoo.step(None if over or cut else chance.choice(info["action_mask"].nonzero()[0]))
        return zoo.made

    return play


def with_openspiel(rules: rw.Rules) -> Play:
    game = load(rules)

    def play(number: int, chance: Random) -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            made += not state.is_chance_node()
            state.apply_action(chance.choice(state.legal_actions()))
        return made

    return play


def rate(play: Play) -> float:
    """Return the decisions a second."""
    chance, made, number = Random(1), 0, 0
    begun = process_time()
    while (taken := process_time() - begun) < SECONDS:
        number += 1
        made += play(number, chance)
    return made / taken


def main(names: list[str]) -> None:
    """Print a row for each ruleset."""
    print(f"{'ruleset':<26}{'API':>9}{'PettingZoo':>20}{'OpenSpiel':>20}")
    for folder in FOLDERS:
        if not names or folder.name in names:
            rules = rw.load(folder)
            plays = [make(rules) for make in (with_api, with_pettingzoo, with_openspiel)]
            own, *others = map(max, zip(*([rate(play) for play in plays] for _ in range(TURNS)), strict=True))
            shown = "".join(f"{other:>12,.0f} ({other / own:>4.0%})" for other in others)
            print(f"{folder.relative_to(CHECKOUT).name:<26}{own:>9,.0f}{shown}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
