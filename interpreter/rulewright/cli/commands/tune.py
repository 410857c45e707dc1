"""`rulewright tune`: settings of the search that play better than those a ruleset has."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from statistics import mean
from time import monotonic

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.opening import path_text
from rulewright.cli.options import (
    Games,
    cluster_option,
    group_options,
    jobs_option,
    refuse_misfits,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, FINE, print_report, write_or_print
from rulewright.cli.run import FORCE, GamesRun, already_there, require_journal
from rulewright.comparison.tuning.candidates import changed_settings, draw_candidates, search_file
from rulewright.comparison.tuning.race import Race, RacedGame, RaceGame, RacePlan, Tuning, fewest_games, plan_race
from rulewright.engine.automatic_seats import search_values
from rulewright.jobs.journal import Plain
from rulewright.jobs.local import usable_cores
from rulewright.phrasing import counted
from rulewright.playtest.match import Match
from rulewright.report.tune_report import tune_report

GAMES, PLAYOUTS = 400, 100
"""How many games are played by default, and how many playouts each decision has in them."""
SECONDS_PER_UNIT = {"s": 1, "m": 60, "h": 3600}
_TIME_PATTERN = re.compile(r"[1-9][0-9]{0,5}[smh]")


class BudgetType(click.ParamType):  # type: ignore[type-arg]
    """A number of games, or a time."""

    name = "budget"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> str | int:
        """Return the games as a number, or the time as it was typed."""
        text = str(value)
        if text.isascii() and text.isdigit() and 0 < int(text) <= 10_000_000:
            return int(text)
        if _TIME_PATTERN.fullmatch(text) is None:
            self.fail(f"{text!r} is neither a number of games nor a time: 400, 90s, 10m or 2h.", param, ctx)
        return text


@click.command("tune")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--budget", type=BudgetType(), default=GAMES, show_default=True, metavar="GAMES|TIME",
              help="How many games are played, or about how long: 400, 90s, 10m, 2h. "
              "A number of games always finds the same.")  # fmt: skip
@click.option("--playouts", type=WholeNumber(1, 100_000), default=PLAYOUTS, show_default=True,
              help="How many playouts a decision has.")  # fmt: skip
@click.option("--players", type=WholeNumber(2), help="How many players; the most by default.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help="Write the file there, if something was found: data/search.yaml of the ruleset.")  # fmt: skip
@FORCE
@click.option("--resume", is_flag=True, help="Go on where a search with --out and a number of games was interrupted.")
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@group_options
def command(
    ruleset: str, games: Games, budget: int | str, playouts: int, out: Path | None, force: bool, resume: bool
) -> int:
    """Look for settings with which a search plays RULESET better.

    Candidates race against the settings that the ruleset has now, all with as many playouts. The best of them plays a
    last match on fresh shuffles; if it is better there, a file of kind search is printed.
    """
    if out is not None and out.is_file() and not (force or resume):
        raise already_there(out)
    kept, run = kept_in(out, budget, resume), GamesRun(games, resume=resume)
    rules = opening.ruleset(ruleset)
    about = rules.about
    seats = opening.seats_for(about, games.players)
    if seats < 2:
        raise click.UsageError(f"{about.title} is for one player: nobody can play better than the others.")
    refuse_misfits(rules, games.settings)
    if games.cluster and isinstance(budget, str):
        raise click.UsageError(f"--budget {budget}: how long games take on a cluster is not known. Give their number.")
    expected = budget if isinstance(budget, int) else fewest_games(seats)
    plan_for(expected, seats, budget)
    settings = tuple(games.settings.items())
    searching = Match((rules,), seats, settings, ("search",))
    in_c = compiling.in_c(searching, games, expected, check=False)
    began, current = monotonic(), search_values(rules.program(seats, games.settings))
    tuning = Tuning((rules,), seats, settings, (), in_c, playouts=playouts, candidates=(current,))
    number = budget if isinstance(budget, int) else affordable_games(tuning, run, budget)
    plan = plan_for(number, seats, budget)
    games.numbers_for(sum(plan.rounds) + plan.last)
    tuning = replace(tuning, candidates=draw_candidates(current, plan.candidates, games.seed))
    click.echo(f"{about.headline}.  Read {path_text(about.folder)}.")
    if kept is not None:
        options: dict[str, Plain] = {"--seed": games.seed, "--budget": number, "--playouts": playouts}
        run.keep_beside(kept, tuning, options, anew="without --resume")
    contest = Contest(tuning, Race(plan, seats, games.seed), run, began, budget_seconds(budget))
    code = run.end_run(contest.play_all())
    if code != FINE:
        return code
    race = contest.race
    winner, found = tuning.candidates[race.left[0]], race.share_achieved(race.left[0])
    print_report(tune_report(changed_settings(winner, current), found, plan, playouts, race.failures))
    if found.within[0] > 0.5:
        click.echo()
        words = f"rulewright tune {ruleset} --players {seats} --budget {number} --playouts {playouts}"
        write_or_print(out, search_file(winner, current, f"{words} --seed {games.seed}"))
    return FINDINGS if race.failures else FINE


def kept_in(out: Path | None, budget: int | str, resume: bool) -> Path | None:
    """Return the file beside which games are kept: where there is one, and the budget is a number of games.

    Raises `click.UsageError` where there is nothing to go on from.
    """
    kept = out if out is not None and str(out) != "-" and isinstance(budget, int) else None
    if resume:
        if kept is None:
            raise click.UsageError("--resume goes with --out FILE and a number of games as --budget.")
        require_journal(kept)
    return kept


def plan_for(games: int, seats: int, budget: int | str) -> RacePlan:
    """Return how the games are divided; raises `click.UsageError` where they are too few."""
    plan = plan_race(games, seats)
    if plan is None:
        said = f"{counted(games, 'game')} are too few for {seats} players"
        if isinstance(budget, str):
            said = f"{budget} is the time of {counted(games, 'game')}, and that is too little for {seats} players"
        raise click.UsageError(
            f"--budget: {said}: at least {fewest_games(seats)} are needed, and hundreds say something."
        )
    return plan


def budget_seconds(budget: int | str) -> float:
    """Return the time of a budget; a number of games has no end."""
    return inf if isinstance(budget, int) else float(int(budget[:-1]) * SECONDS_PER_UNIT[budget[-1]])


def affordable_games(tuning: Tuning, run: GamesRun, budget: str) -> int:
    """Return how many games can be played in a time, as measured on some games of the current settings."""
    at_once = run.games.jobs or usable_cores()
    played: list[RacedGame] = []
    began = monotonic()
    first = [RaceGame(0, run.games.seed, at % tuning.seats) for at in range(2 * at_once)]
    code = run.play_job(tuning.job(first), played.extend)
    if code != FINE or not played:
        click.get_current_context().exit(code or FINDINGS)
    left = budget_seconds(budget) - (monotonic() - began)
    return max(0, int(left * at_once / mean(game.seconds for game in played)))


@dataclass
class Contest:
    """A race, and the last match of its winner, both of which are cut short where their time is over."""

    tuning: Tuning
    race: Race
    run: GamesRun
    began: float
    seconds: float

    def play_all(self) -> int:
        """Play everything and return an exit code."""
        for deals in self.race.plan.rounds:
            if (code := self.play_deals(deals, self.began + self.seconds / 2)) != FINE:
                return code
            self.race.keep_better_half()
        self.race.forget_results()
        return self.play_deals(self.race.plan.last, self.began + self.seconds)

    def play_deals(self, deals: int, end: float) -> int:
        """Play some deals with all candidates that are left."""

        def take(games: list[RacedGame]) -> bool:
            self.race.take_games(games)
            return monotonic() >= end

        return self.run.play_job(self.tuning.job(self.race.next_games(deals)), take)
