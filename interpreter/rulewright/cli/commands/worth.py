"""`rulewright worth`: what each option, piece and thing is worth, by games with a restricted seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fnmatch import fnmatchcase
from math import inf

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import Duration, WholeNumber
from rulewright.cli.options import (
    Games,
    SeatKindType,
    cluster_option,
    group_options,
    has_programs,
    jobs_option,
    ruleset_for_several,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, FINE, form_option, print_report, suggestion_for
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.cli.spans import Timetable
from rulewright.cli.worth_runs import WorthRun
from rulewright.comparison.worth.choices import element_names
from rulewright.comparison.worth.findings import Worth
from rulewright.comparison.worth.games import WorthGames
from rulewright.jobs.journal import Plain
from rulewright.report.worth_report import worth_report

KINDS = ("greedy", "search:50")
"""Who plays everything, and who plays again what stands out, by default."""
GAMES, MOST = 200, 10_000
"""How many games are played without restrictions by default: without a budget, and at most with one."""


@click.command("worth")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--games", type=WholeNumber(1),
              help=f"How many games without restrictions, {GAMES} by default, at most {MOST:,} with --budget; each is "
              "played again where one changes it.")  # fmt: skip
@click.option("--again", type=WholeNumber(1),
              help="How many games the second kind of seat plays of what stands out; half by default.")  # fmt: skip
@click.option("--budget", type=Duration(), metavar="TIME",
              help="Play for so long, as 10m, half of it by each kind of seat.")  # fmt: skip
@click.option("--seat", "kinds", type=SeatKindType(), multiple=True,
              help=f"Who plays: the first judges everything, the second what stands out; {' and '.join(KINDS)} by "
              "default.")  # fmt: skip
@click.option("--only", "wanted", multiple=True, metavar="NAME",
              help="Only what is called so, * for anything: card.*; repeat it.")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="Also what makes no clear difference.")
@click.option("--players", type=WholeNumber(2), help="How many players; the most by default.")
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@out_options()
@form_option()
@group_options
def command(
    ruleset: str, games: Games, kept: OutFile, again: int | None, budget: float | None, wanted: tuple[str, ...],
    every: bool, form: str,
) -> int:  # fmt: skip
    """Find out what each option, card, tile and other thing to choose in RULESET is worth.

    The same games are played with one seat that may not choose it, and with one that must whenever it can. How many
    games that seat wins more or fewer, with a 95% interval, says what is too strong, and what is never worth it.
    """
    run, kinds = GamesRun(games, kept, games.kinds), kinds_for(games.kinds)
    rules, seats = ruleset_for_several(ruleset, games, "there is nobody to win against")
    match = WorthGames((rules,), seats, tuple(games.settings.items()), kind=kinds[0])
    refuse_unknown(match, wanted)
    most = games.games or (GAMES if budget is None else MOST)
    numbers = [games.numbers_for(number) for number in (most, again or max(1, most // 2))[: len(kinds)]]
    lengths: list[Plain] = [len(own) for own in numbers]
    run.keep_journal(replace(match, who=kinds), {"--seed": games.seed, "--games": lengths, "--only": [*wanted]})
    asked, times = WorthRun(run, match, is_wanted(wanted)), Timetable(budget or inf, [1.0] * len(kinds))
    for kind, own in zip(kinds, numbers, strict=True):
        asked.play(kind, own, times.next_end())
    code = run.end_run(asked.code)
    if not asked.found:
        return code
    worth = Worth(asked.found)
    headline = opening.headline(rules.about)
    if form == "text":
        click.echo(headline)
    print_report(worth_report(headline, worth, seats, every), form)
    return code or (FINDINGS if any(one.broken for one in worth.strengths) else FINE)


def kinds_for(typed: tuple[str, ...]) -> tuple[str, ...]:
    """Return who plays; raises `click.UsageError` for too many, and for programs, which do not play a game again."""
    if len(typed) > len(KINDS) or len(set(typed)) < len(typed):
        raise click.UsageError("--seat is given once, or twice with two kinds: who judges everything, and who again.")
    if has_programs(typed):
        raise click.UsageError("--seat: programs and classes cannot be restricted; name a kind that is built in.")
    return typed or KINDS


def is_wanted(wanted: tuple[str, ...]) -> Callable[[str], bool]:
    """Return whether a name was asked for."""
    return lambda name: not wanted or any(fnmatchcase(name, one) for one in wanted)


def refuse_unknown(match: WorthGames, wanted: tuple[str, ...]) -> None:
    """Raise `click.UsageError` for a name that stands for nothing that can be chosen."""
    known = sorted(element_names(next(match.compiled()))) if wanted else []
    for name in wanted:
        if not any(fnmatchcase(one, name) for one in known):
            raise click.UsageError(f"--only {name}: nothing to choose is called so.{suggestion_for(name, known)}")
