"""`rulewright compare`: the same games under two rulesets, and what is different about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    Games,
    cluster_option,
    group_options,
    jobs_option,
    refuse_misfits,
    seat_option,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, INTERRUPTED, Shown, form_option, page_option, print_report
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.comparison.diff import one_by_one
from rulewright.comparison.statistics import PairedGames, PairedResults
from rulewright.comparison.statistics.outcome import PairedOutcome
from rulewright.phrasing import listing
from rulewright.report.compare_labels import Labels
from rulewright.report.compare_report import compare_report


@dataclass(frozen=True)
class OwnSettings:
    """What was typed about the numbers of one side."""

    set_a: dict[str, int]
    set_b: dict[str, int]


@click.command("compare")
@click.argument("a", shell_complete=ruleset_names)
@click.argument("b", shell_complete=ruleset_names)
@click.option("--games", type=WholeNumber(2), default=200, show_default=True, help="How many pairs of games.")
@click.option("--players", type=WholeNumber(1), help="How many players; the most that both allow by default.")
@seat_option()
@click.option("--by-difference", "each", is_flag=True, help="Also each difference of B from A switched on alone.")
@click.option("--all", "every", is_flag=True, help="Every option and piece, not only those with a clear difference.")
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@set_option("--set-a", "set_a", " for A alone")
@set_option("--set-b", "set_b", " for B alone")
@out_options()
@form_option()
@page_option()
@group_options
def command(
    a: str, b: str, games: Games, own: OwnSettings, kept: OutFile, each: bool, every: bool, shown: Shown
) -> int:  # fmt: skip
    """Play games of A and B by the same numbers and say what is different: points, who wins, length, what is used.

    Seats play at random unless --seat is given. Every number comes with its 95% interval.
    """
    run, own_settings = GamesRun(games, kept, games.kinds), (own.set_a, own.set_b)
    rulesets = opening.ruleset(a), opening.ruleset(b)
    for rules, settings, flag in zip(rulesets, own_settings, ("--set-a", "--set-b"), strict=True):
        refuse_misfits(rules, games.settings)
        refuse_misfits(rules, settings, flag)
    seats = opening.seats_for_all((a, b), [one.about for one in rulesets], games.players)
    who = games.kinds_for(seats)
    alone = one_by_one(*rulesets, b) if each else []
    both = (with_settings(name, games.settings | one) for name, one in zip((a, b), own_settings, strict=True))
    names = (*both, *(one.ruleset for one in alone))
    numbers = games.numbers
    match = PairedGames(
        (*rulesets, *(opening.ruleset(one.ruleset) for one in alone)), seats, tuple(games.settings.items()), who
    )
    match = replace(match, own_settings=tuple(tuple(one.items()) for one in own_settings))
    match = run.prepare_match(match, len(numbers), check=False, anew=True)
    run.keep_journal(match, {"--seed": numbers.start})
    results = PairedResults.of_rulesets(len(names))

    def take(outcomes: Iterable[PairedOutcome]) -> None:
        for outcome in outcomes:
            run.write_game(outcome.as_data() | {"ruleset": names[outcome.ruleset]})
            results.add(outcome)

    code = run.end_run(run.play_job(match.job(numbers), take))
    if not results.paired_games(0, 1) and not results.broken:
        return INTERRUPTED
    found = [(one, results.compare_rulesets(0, 2 + at)) for at, one in enumerate(alone)]
    labels = None if shown.page is None else Labels([ruleset.composed_rules for ruleset in rulesets[::-1]])
    print_report(compare_report(names, match, numbers, results, found, every, labels), shown.form, shown.page)
    return FINDINGS if results.broken or results.faults else code


def with_settings(name: str, settings: Mapping[str, int]) -> str:
    """Return the name of a ruleset with its settings."""
    return name + f" with {listing([f'{one} {value}' for one, value in settings.items()])}" * bool(settings)
