"""What a search is worth: against a cheat that sees what is hidden, and against a plain determinized search.

    python -m tests.benchmarks.fairness goa 300 cheating --deals 10
    python -m tests.benchmarks.fairness ./examples/liars-dice 1000 determinized --deals 100

`cheating` searches the true world (`Settings.peeking`): what it wins is the price of fairness. `determinized` divides
its playouts among 20 worlds and searches each as if it were the truth. Half of the seats are the search's own; each
deal is played in all rotations. Prints the search's share of first places with a 95% interval (Blaker).
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace

from rulewright.backends import Program
from rulewright.backends.native import native
from rulewright.backends.playing import Decider
from rulewright.comparison.statistics.intervals import share_interval
from rulewright.players.search.result import best_of, merged_choices
from rulewright.players.search.seat import Searcher
from rulewright.players.search.settings import SearchBudget, settings_of
from rulewright.playtest.game import play_one
from rulewright.workspace import compiled_program

WORLDS = 20
"""Among how many worlds a plain determinized search divides its playouts."""


@dataclass
class Determinized:
    """Searches sampled worlds one by one, as if each were the truth, and adds up the visits."""

    program: Program
    playouts: int

    def __post_init__(self) -> None:
        peeking = replace(settings_of(self.program), peeking=True)
        self.searcher = Searcher(self.program, SearchBudget(max(1, self.playouts // WORLDS)), peeking)

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of the choice with the most visits over all worlds."""
        seat, first = state[self.program.seats_of[~state[0]]], (number << 20) + made * WORLDS
        worlds = [self.program.playing.sample(state, seat, first + at) for at in range(WORLDS)]
        found = [self.searcher.search_choices(world, codes, first + at) for at, world in enumerate(worlds)]
        return best_of(merged_choices(found)).code


def rival(kind: str, program: Program, playouts: int) -> Decider:
    """Return the decision function of what the search plays against."""
    if kind == "determinized":
        return Determinized(program, playouts).decide
    return Searcher(program, SearchBudget(playouts), replace(settings_of(program), peeking=True)).decide


def main() -> None:
    """Play the games and print the share of first places."""
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset")
    parser.add_argument("playouts", type=int)
    parser.add_argument("rival", choices=("cheating", "determinized"))
    parser.add_argument("--players", type=int)
    parser.add_argument("--deals", type=int, default=20)
    given = parser.parse_args()
    program = native(compiled_program(given.ruleset, given.players, traced=False))
    own, other = Searcher(program, SearchBudget(given.playouts)).decide, rival(given.rival, program, given.playouts)
    first = games = 0.0
    for deal in range(1, given.deals + 1):
        for turn in range(program.seats):
            mine = [(seat - turn) % program.seats < program.seats // 2 for seat in range(program.seats)]
            record = play_one(program, deal, check=False, deciders=[own if is_own else other for is_own in mine])
            best = record.ranking[0]
            first += sum(mine[seat] for seat in best) / len(best)
            games += 1
    low, high = share_interval(first, int(games))
    even = program.seats // 2 / program.seats
    print(
        f"{given.ruleset}: search:{given.playouts} first in {first / games:.1%} of {games:.0f} games"
        f" against {given.rival} (95% interval {low:.1%} to {high:.1%}; even {even:.0%})"
    )


if __name__ == "__main__":
    main()
