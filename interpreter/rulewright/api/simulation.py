"""Many games of one ruleset, as data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.api import late
from rulewright.api.parts import checked_cores, game_numbers, kinds_sitting, secret_for
from rulewright.api.rules import Rules, loaded_rules
from rulewright.playtest.game import Record
from rulewright.playtest.summary import Summary


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games that were played: a record of each, and their summary."""

    rules: Rules
    players: int
    games: tuple[Record, ...]
    summary: Summary

    @property
    def wins(self) -> list[float]:
        """The share of games that each seat won; a shared win counts in parts."""
        return [wins / self.summary.games if self.summary.games else 0.0 for wins in self.summary.wins]

    def _repr_html_(self) -> str:
        return late.notebook.simulation_html(self.rules.name, self.wins, self.summary)


def simulate(
    rules: Rules | str, players: int | None = None, games: int = 100, seed: int | None = None,
    seats: Sequence[str] = (), jobs: int = 1,
) -> Simulation:  # fmt: skip
    """Play games by their numbers, from `seed` on, 1 by default, and return them.

    Without a `seed`, chance also depends on 128 secret bits where a program sits, which could compute all hands from
    the number of a game; each record then has its `secret`.

    `seats` says who sits in each seat: `random`, `greedy`, a plan of the ruleset, `FILE.py:NAME`, or `cmd:COMMAND` and
    `tcp:HOST:PORT` for programs; one kind is for all. Games that broke have a `failure`, those in which chance replaced
    a program have `faults`. Raises `RulesError` when the rules have mistakes, or when there
    is no such number of players, game, seats or cores.

    >>> import rulewright as rw
    >>> played = rw.simulate("./examples/tic-tac-toe", games=20)
    >>> len(played.games), sum(played.wins)
    (20, 1.0)
    """
    rules = loaded_rules(rules)
    size = rules.seats_for(players)
    who = kinds_sitting(seats, size)
    summary, records = Summary(size), list[Record]()
    numbers = game_numbers(rules.name, 1 if seed is None else seed, games)
    secret = secret_for(who, seed)
    match = late.simulate.SimulatedGames((rules.ruleset,), size, who=who, secret=secret)
    for rows in late.run.results_of(match.job(numbers), checked_cores(rules.name, jobs)):
        records += rows.records(match.common_record)
        summary.add_rows(rows)
    return Simulation(rules, size, tuple(records), summary)
