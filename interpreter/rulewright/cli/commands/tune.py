"""`rulewright tune`: settings of the search that play better than those a ruleset has."""

from __future__ import annotations

from dataclasses import replace

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    Games,
    cluster_option,
    group_options,
    jobs_option,
    ruleset_for_several,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, FINE, print_report, write_or_print
from rulewright.cli.racing import Contest, RaceOptions, race_options
from rulewright.comparison.tuning.candidates import changed_settings, draw_candidates, search_file
from rulewright.comparison.tuning.race import Race, Tuning, fewest_games, plan_race
from rulewright.engine.automatic_seats import search_values
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
    rules, seats = ruleset_for_several(ruleset, games, "nobody can play better than the others")
    current = search_values(rules.program(seats, games.settings))
    tuning = Tuning(
        (rules,), seats, tuple(games.settings.items()), ("search",), playouts=playouts, candidates=(current,)
    )
    contest = Contest.prepared(tuning, games, race, fewest_games(seats))
    plan = plan_race(contest.number, seats)
    assert plan is not None  # there are enough games
    candidates = (current, *draw_candidates(current, plan.candidates, games.seed))
    contest.match = replace(contest.match, candidates=candidates)
    click.echo(opening.headline(rules.about))
    contest.keep(playouts=playouts)
    racing = Race([*range(1, plan.candidates + 1)], seats, games.seed)
    contest.play_rounds(racing, plan.rounds, 1 / 2)
    (winner,) = racing.left
    racing = Race(racing.left, seats, racing.deal)  # the last match is judged by its own deals only
    contest.play_deals(racing, plan.last, 1)
    contest.run.end_run(FINE)
    best, found = candidates[winner], racing.share_achieved(winner)
    print_report(tune_report(changed_settings(best, current), found, plan, playouts, contest.failures))
    if found.within[0] > 0.5:
        click.echo()
        words = f"rulewright tune {ruleset} --players {seats} --budget {contest.number} --playouts {playouts}"
        write_or_print(race.out, search_file(best, current, f"{words} --seed {games.seed}"))
    return FINDINGS if contest.failures else FINE
