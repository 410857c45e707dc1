"""Seats of this project against OpenSpiel's bots, in games that are played on both sides at once.

    python -m tests.open_spiel.matches connect_four search:1000 mcts:1000 --deals 40

Each deal is played with the seat of this project in every seat. Prints its share of first places with a 95% interval
(Wilson), and its mean return.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from typing import Any

import click
from tests.open_spiel.beside import Tally, open_spiel, stand
from tests.open_spiel.ours import Ours
from tests.open_spiel.pair import Pair, Worlds, pairs

from rulewright.backends.playing import Decider
from rulewright.comparison.statistics.intervals import share_interval
from rulewright.players.seats import make_decider
from rulewright.workspace import compiled_program

Bot = Callable[[Any], int]
"""From a state of OpenSpiel to an action."""


class Rollouts:
    """Random rollouts for OpenSpiel's search in Python."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Return equal probabilities."""
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]

    def evaluate(self, state: Any) -> list[float]:
        """Return what a random game comes to."""
        state = state.clone()
        while not state.is_terminal():
            state.apply_action(self.chance.choice(state.legal_actions()))
        found: list[float] = state.returns()
        return found


def in_worlds(worlds: Worlds, simulations: int, game: Any, seed: int) -> Bot:
    """Return OpenSpiel's IS-MCTS in Python with other worlds: its own search in C++ has no place for them."""
    numbers, chance = import_module("numpy").random.RandomState(seed), Random(seed)
    search = import_module("open_spiel.python.algorithms.ismcts").ISMCTSBot
    found = search(game, Rollouts(seed), 1.41, simulations, random_state=numbers)
    found.set_resampler(lambda state, player: worlds(state, player, chance))
    step: Bot = found.step
    return step


def bot(kind: str, pair: Pair, game: Any, seed: int) -> Bot:
    """Return one of OpenSpiel's: `mcts:N`, `ismcts:N`, with N simulations a decision."""
    spiel = import_module("pyspiel")
    name, _, simulations = kind.partition(":")
    if name == "ismcts" and pair.worlds is not None:
        return in_worlds(pair.worlds, int(simulations), game, seed)
    rollouts = spiel.RandomRolloutEvaluator(1, seed)
    if name == "mcts":
        return spiel.MCTSBot(game, rollouts, 1.41, int(simulations), 500, True, seed, False).step
    policy = spiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    return spiel.ISMCTSBot(seed, rollouts, 1.41, int(simulations), -1, policy, False, False).step


@dataclass
class Match:
    """A seat of this project against a kind of bot."""

    pair: Pair
    kind: str
    theirs: str
    games: int = 0
    first: float = 0.0
    returned: float = 0.0
    decide: Decider = field(init=False)

    def __post_init__(self) -> None:
        self.decide = make_decider(self.kind, compiled_program(self.pair.folder, self.pair.seats, traced=False))
        self.game = open_spiel(self.pair)

    def play(self, deal: int, mine: int) -> None:
        """Play a game with this project's seat in one seat."""
        tally, ours = Tally(self.pair), Ours.start(self.pair.folder, self.pair.seats, deal)
        theirs, other = self.game.new_initial_state(), bot(self.theirs, self.pair, self.game, deal)
        while (actions := stand(tally, ours, theirs)) is not None:
            if len(actions) == 1:
                code = next(iter(actions))
            elif ours.game.seat == mine:
                code = self.decide(list(ours.game.state), ours.game.codes, deal, len(ours.game.decisions))
            else:
                chosen = other(theirs)
                code = next(code for code, action in actions.items() if action == chosen)
            ours.game.choose(code)
            theirs.apply_action(actions[code])
        returns = list(theirs.returns())
        best = max(returns)
        self.games += 1
        self.first += (returns[mine] == best) / returns.count(best)
        self.returned += returns[mine]


@click.command()
@click.argument("game")
@click.argument("kind")
@click.argument("theirs")
@click.option("--deals", default=20)
@click.option("--from", "begin", default=1)
def main(game: str, kind: str, theirs: str, deals: int, begin: int) -> None:
    """Play GAME with a KIND of seat against OpenSpiel's bot."""
    match = Match(next(pair for pair in pairs() if pair.theirs.partition("(")[0] == game), kind, theirs)
    for deal in range(begin, begin + deals):
        for mine in range(match.pair.seats):
            match.play(deal, mine)
    low, high = share_interval(match.first, match.games)
    said = (
        f"{match.first / match.games:.1%} first (95% interval {low:.1%} to {high:.1%}), even {1 / match.pair.seats:.0%}"
    )
    click.echo(
        f"{game}: {kind} against {theirs}, {match.games} games: {said}; mean return {match.returned / match.games:.2f}"
    )


if __name__ == "__main__":
    main()
