"""`rulewright tune`: settings of the search that play better than those a ruleset has."""

from __future__ import annotations

from dataclasses import replace
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
from rulewright.cli.racing import Contest, RaceOptions, race_options
from rulewright.cli.run import GamesRun
from rulewright.comparison.tuning.candidates import changed_settings, draw_candidates, search_file
from rulewright.comparison.tuning.race import Race, Tuning, fewest_games, plan_race
from rulewright.engine.automatic_seats import search_values
from rulewright.jobs.journal import Plain
from rulewright.playtest.match import Match
from rulewright.report.tune_report import tune_report

GAMES, PLAYOUTS = 400, 100
"""How many games are played by default, and how many playouts each decision has in them."""


@click.command("tune")
@click.argument("ruleset", shell_complete=ruleset_names)
@race_options(GAMES, "data/search.yaml")
@click.option("--playouts", type=WholeNumber(1, 100_000), default=PLAYOUTS, show_default=True,
              help="How many playouts a decision has.")  # fmt: skip
@click.option("--players", type=WholeNumber(2), help="How many players; the most by default.")
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@group_options
def command(ruleset: str, games: Games, race: RaceOptions, playouts: int) -> int:
    """Look for settings with which a search plays RULESET better.

    Candidates race against the settings that the ruleset has now, all with as many playouts. The best of them plays a
    last match on fresh shuffles; if it is better there, a file of kind search is printed.
    """
    race.refuse_file()
    run, rules = GamesRun(games, resume=race.resume), opening.ruleset(ruleset)
    about = rules.about
    seats = opening.seats_for(about, games.players)
    if seats < 2:
        raise click.UsageError(f"{about.title} is for one player: nobody can play better than the others.")
    refuse_misfits(rules, games.settings)
    fewest = fewest_games(seats)
    expected, settings = race.least_games(games, seats, fewest), tuple(games.settings.items())
    in_c = compiling.in_c(Match((rules,), seats, settings, ("search",)), games, expected, check=False)
    began, current = monotonic(), search_values(rules.program(seats, games.settings))
    tuning = Tuning((rules,), seats, settings, (), in_c, playouts=playouts, candidates=(current,))
    number = race.all_games(tuning, run, fewest)
    plan = plan_race(number, seats)
    assert plan is not None  # there are enough games
    games.numbers_for(sum(plan.rounds) + plan.last)
    tuning = replace(tuning, candidates=(current, *draw_candidates(current, plan.candidates, games.seed)))
    click.echo(f"{about.headline}.  Read {path_text(about.folder)}.")
    if race.kept is not None:
        options: dict[str, Plain] = {"--seed": games.seed, "--budget": number, "--playouts": playouts}
        run.keep_beside(race.kept, tuning, options, anew="without --resume")
    contest = Contest(tuning, Race([*range(1, plan.candidates + 1)], seats, games.seed), run)
    contest.play_rounds(plan.rounds, began + race.seconds / 2)
    (winner,) = contest.race.left
    contest.race.forget_results()
    contest.play(contest.race.next_games(plan.last), began + race.seconds)
    run.end_run(FINE)
    best, found = tuning.candidates[winner], contest.race.share_achieved(winner)
    print_report(tune_report(changed_settings(best, current), found, plan, playouts, contest.race.failures))
    if found.within[0] > 0.5:
        click.echo()
        words = f"rulewright tune {ruleset} --players {seats} --budget {number} --playouts {playouts}"
        write_or_print(race.out, search_file(best, current, f"{words} --seed {games.seed}"))
    return FINDINGS if contest.race.failures else FINE
