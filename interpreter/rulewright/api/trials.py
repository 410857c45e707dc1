"""Rules and kinds of seats put to the test by many games: coverage, and an arena."""

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
    kinds_named,
    match_in_c,
    secret_for,
)
from rulewright.api.rules import Rules, loaded_rules
from rulewright.comparison.arena.standings import Standings
from rulewright.diagnostics import Code
from rulewright.playtest.game import Record

if TYPE_CHECKING:
    from rulewright.players.custom import Seat
    from rulewright.playtest.coverage import CoverageVerdict


@dataclass(frozen=True, slots=True)
class Arena:
    """The games of an arena, and what they say of the kinds of seats, the best first.

    Games that broke have a `failure`; they do not count, nor do those with the same shuffle and the same seats. Those
    in which chance replaced a program have `faults`.
    """

    rules: Rules
    games: tuple[Record, ...] = field(repr=False)
    standings: Standings | None = field(repr=False)
    """None if no game counts."""


def arena(
    rules: Rules | str, seats: Sequence[str | Seat], players: int | None = None, games: int = 400,
    seed: int | None = None, jobs: int = 1, settings: Mapping[str, int] | None = None, compiler: bool | None = None,
) -> Arena:  # fmt: skip
    """Let kinds of seats play against each other, in all mixtures that fill the table, and rate them.

    Every shuffle is played once for each rotation of the seats, so that luck cancels; where a program sits, which could
    remember it, each game has its own. `games` is rounded up to whole shuffles, and the rest is as in `simulate`.

    Raises `RulesError` as that does, and for fewer than two kinds.

    >>> import rulewright as rw
    >>> found = rw.arena("./examples/tic-tac-toe", ["greedy", "random"], games=20)
    >>> [kind.kind for kind in found.standings.kinds], len(found.games)
    (['greedy', 'random'], 20)
    """
    rules, kinds = loaded_rules(rules), tuple(kinds_named(seats))
    size, schedules = rules.seats_for(players), late.schedule
    if size < 2 or len(set(kinds)) < max(2, len(kinds)):
        message = f"{size} players and {len(kinds)} kinds of seats make no arena"
        remedy = "Give two kinds or more, each once, for two players or more."
        raise call_refusal(rules.name, Code.OUT_OF_RANGE, message, remedy)
    game_numbers(rules.name, 0, games)
    pairings = schedules.round_robin(len(kinds), size, schedules.EVERYBODY)
    deals, anew = max(2, -(-games // (len(pairings) * size))), any(map(late.seats.is_here_only, kinds))
    numbers = game_numbers(rules.name, 1 if seed is None else seed, deals * len(pairings) * size)
    schedule = schedules.Schedule(kinds, size, pairings, numbers[:deals], anew)
    chosen = checked_settings(rules.ruleset, dict(rules.settings) | dict(settings or {}))
    match = late.deals.Arena((rules.ruleset,), size, chosen, kinds, secret=secret_for(kinds, seed), schedule=schedule)
    match = match_in_c(match, len(schedule.games), compiler)
    played, found = list[Record](), late.deals.Deals(schedule)
    for some in late.run.results_of(match.job(schedule.games), checked_cores(rules.name, jobs, kinds)):
        for game in some:
            found.add(game)
            played.append(game.record)
    return Arena(rules, tuple(played), late.standings.compute_standings(found))


def coverage(rules: Rules | str, games: int = 50, jobs: int = 1) -> CoverageVerdict:
    """Return what neither the scenarios of a ruleset nor random games reach: `own` has that of its own files.

    `games` are played for each number of players. Raises `RulesError` when the rules have mistakes, or when there is no
    such number of games or cores.

    >>> import rulewright as rw
    >>> found = rw.coverage("./examples/tic-tac-toe", games=1)
    >>> [(gap.point.rule, gap.point.words, gap.outcomes) for gap in found.own], found.ran
    ([], True)
    """
    rules = loaded_rules(rules)
    ruleset, runs = rules.ruleset, late.coverage_runs
    found = late.covered.Coverage(late.coverage_points.coverage_points(ruleset.composed_rules))
    for reach in runs.reach_of_scenarios(ruleset):
        found.add_scenario(reach)
    numbers = [(seats, game) for game in game_numbers(rules.name, 1, games) for seats in ruleset.seats]
    job = late.job.Job(late.job.Each(runs.MarkedGames(ruleset)), numbers, begins_here=True)
    for played in late.run.results_of(job, checked_cores(rules.name, jobs)):
        found.add_played(played)
    own = {file.path for file in ruleset.source.rules}
    return late.covered.judge_coverage(found, ruleset.composed_rules.remarks, own)
