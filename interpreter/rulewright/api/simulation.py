"""Many games of one ruleset, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rulewright.api import late
from rulewright.api.parts import (
    call_refusal,
    checked_cores,
    checked_settings,
    game_numbers,
    kinds_sitting,
    match_in_c,
    secret_for,
)
from rulewright.api.rules import Rules, loaded_rules
from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.phrasing import listing
from rulewright.playtest.game import Record
from rulewright.playtest.summary import Summary

if TYPE_CHECKING:
    import pandas

    from rulewright.players.custom import Seat


@dataclass(frozen=True, slots=True)
class Simulation:
    """The games that were played: a record of each, and their summary."""

    rules: Rules
    players: int
    games: tuple[Record, ...] = field(repr=False)
    summary: Summary = field(repr=False)

    @property
    def wins(self) -> list[float]:
        """The share of games that each seat won; a shared win counts in parts."""
        return [wins / self.summary.games if self.summary.games else 0.0 for wins in self.summary.wins]

    def frame(self, table: str = "seats", jobs: int = 1) -> pandas.DataFrame:
        """Return the games as a data frame of pandas: `pip install "rulewright[data]"`.

        `table` is `games`, a row for each game; `seats`, a row for each seat of each game; or `decisions`, a row for
        each decision, for which the games are played again. `frame.attrs` says what each column means.

        Raises `RulesError` when there is no such table or number of cores, or where a seat does not decide as it did
        before; `ModuleNotFoundError` without pandas.
        """
        tables = late.dictionary.TABLES
        if table not in tables:
            known = (*did_you_mean(table, tables), f"There are {listing(tables)}.")
            raise call_refusal(self.rules.name, Code.UNKNOWN_VALUE, f'there is no table "{table}"', *known)
        who = tuple(self.games[0].who) if self.games else ()
        secret = self.games[0].secret if self.games else ""
        settings = tuple(self.games[0].settings.items()) if self.games else ()
        match = late.recorded.RecordedGames((self.rules.ruleset,), self.players, settings, who=who, secret=secret)
        try:
            return late.frames.data_frame(match, self.games, table, checked_cores(self.rules.name, jobs, who))
        except late.frames.OtherGame as problem:
            said = f"game {problem} went another way when it was played again"
            remedy = "Let `rulewright simulate --data` write the decisions while it plays."
            raise call_refusal(self.rules.name, Code.OUT_OF_RANGE, said, remedy) from None

    def _repr_html_(self) -> str:
        return late.notebook.simulation_html(self.rules.name, self.wins, self.summary)


def simulate(
    rules: Rules | str, players: int | None = None, games: int = 100, seed: int | None = None,
    seats: Sequence[str | Seat] = (), jobs: int = 1, settings: Mapping[str, int] | None = None,
    compiler: bool | None = None,
) -> Simulation:  # fmt: skip
    """Play games by their numbers, from `seed` on, 1 by default, and return them.

    Without a `seed`, chance also depends on 128 secret bits where a program sits, which could compute all hands from
    the number of a game; each record then has its `secret`.

    `seats` says who sits in each seat: `random`, `greedy`, a plan of the ruleset, `FILE.py:NAME`, `cmd:COMMAND` and
    `tcp:HOST:PORT` for programs, or an object with the method of `Seat`; one is for all. Games that broke have a
    `failure`, those in which chance replaced a program have `faults`. `settings` changes figures by name. `compiler`:
    whether to play in C, which is many times faster; by default if there is a compiler and enough games for it to save
    time. The games are the same either way.

    Raises `RulesError` when the rules have mistakes, or when there is no such number of players, game, seats or cores,
    no such setting, or no compiler although one is wanted.

    >>> import rulewright as rw
    >>> played = rw.simulate("./examples/tic-tac-toe", games=20)
    >>> len(played.games), sum(played.wins)
    (20, 1.0)
    >>> rw.simulate("./examples/pearl-divers", games=20, settings={"pearls-to-win": 5}).games[0].settings
    {'pearls-to-win': 5}
    >>> class First:
    ...     def choose(self, question, view):
    ...         return question.choices[0]
    >>> rw.simulate("./examples/tic-tac-toe", games=20, seats=[First(), "random"]).games[0].who
    ['First', 'random']
    """
    rules = loaded_rules(rules)
    chosen = checked_settings(rules.ruleset, dict(rules.settings) | dict(settings or {}))
    size = rules.seats_for(players)
    who = kinds_sitting(seats, size)
    summary, records = Summary(size), list[Record]()
    numbers = game_numbers(rules.name, 1 if seed is None else seed, games)
    secret = secret_for(who, seed)
    match = late.simulate.SimulatedGames((rules.ruleset,), size, chosen, who=who, secret=secret)
    match = match_in_c(match, len(numbers), compiler)
    for rows in late.run.results_of(match.job(numbers), checked_cores(rules.name, jobs, who)):
        records += rows.records(match.common_record)
        summary.add_rows(rows)
    return Simulation(rules, size, tuple(records), summary)
