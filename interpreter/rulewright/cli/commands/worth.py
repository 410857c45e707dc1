"""`rulewright worth`: what each option, piece and thing is worth, by games with a restricted seat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import TypeVar

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.opening import path_text
from rulewright.cli.options import (
    Games,
    SeatKindType,
    cluster_option,
    group_options,
    has_programs,
    jobs_option,
    refuse_misfits,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, FINE, form_option, print_report, suggestion_for
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.comparison.worth.choices import element_names
from rulewright.comparison.worth.findings import StrengthWorth, Worth, WorthGamesPlayed, to_confirm
from rulewright.comparison.worth.games import FreeGame, TrialGame, WorthGames
from rulewright.jobs.job import Job
from rulewright.jobs.journal import Plain
from rulewright.report.worth_report import worth_report

AnyGame = TypeVar("AnyGame", FreeGame, TrialGame)
KINDS = ("greedy", "search:50")
"""Who plays everything, and who plays again what stands out, by default."""
LIKELY_TRIALS = 20
"""How many games with a restriction are expected, at least, for each game without one."""


@click.command("worth")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--games", type=WholeNumber(1), default=200, show_default=True,
              help="How many games without restrictions; each is played again where one changes it.")  # fmt: skip
@click.option("--again", type=WholeNumber(1), default=100, show_default=True,
              help="How many games the second kind of seat plays of what stands out.")  # fmt: skip
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
    ruleset: str, games: Games, kept: OutFile, again: int, wanted: tuple[str, ...], every: bool, form: str
) -> int:
    """Find out what each option, card, tile and other thing to choose in RULESET is worth.

    The same games are played with one seat that may not choose it, and with one that must whenever it can. How many
    games that seat wins more or fewer, with a 95% interval, says what is too strong, and what is never worth it.
    """
    run, rules = GamesRun(games, kept, games.kinds), opening.ruleset(ruleset)
    seats = opening.seats_for(rules.about, games.players)
    kinds = kinds_for(games.kinds)
    if seats < 2:
        raise click.UsageError(f"{rules.about.title} is for one player: there is nobody to win against.")
    refuse_misfits(rules, games.settings)
    match = WorthGames((rules,), seats, tuple(games.settings.items()), kind=kinds[0])
    refuse_unknown(match, wanted)
    options: dict[str, Plain] = {"--seed": games.seed, "--games": games.games, "--again": again, "--only": [*wanted]}
    run.keep_journal(replace(match, who=kinds), options)
    asked = Strengths(run, match, wanted)
    numbers = [games.numbers_for(number) for number in (games.games or 0, again)[: len(kinds)]]
    for kind, own in zip(kinds, numbers, strict=True):
        if asked.code in (FINE, FINDINGS):
            asked.play(kind, own)
    asked.code = run.end_run(asked.code)
    if not asked.found:
        return asked.code
    about, worth = rules.about, Worth(asked.found)
    headline = f"{about.headline}.  Read {path_text(about.folder)}."
    if form == "text":
        click.echo(headline)
    print_report(worth_report(headline, worth, numbers, seats, every), form)
    return asked.code or (FINDINGS if any(one.broken for one in worth.strengths) else FINE)


def kinds_for(typed: tuple[str, ...]) -> tuple[str, ...]:
    """Return who plays; raises `click.UsageError` for too many, and for programs, which do not play a game again."""
    if len(typed) > len(KINDS) or len(set(typed)) < len(typed):
        raise click.UsageError("--seat is given once, or twice with two kinds: who judges everything, and who again.")
    if has_programs(typed):
        raise click.UsageError("--seat: programs and classes cannot be restricted; name a kind that is built in.")
    return typed or KINDS


def refuse_unknown(match: WorthGames, wanted: tuple[str, ...]) -> None:
    """Raise `click.UsageError` for a name that stands for nothing that can be chosen."""
    known = sorted(element_names(next(match.compiled()))) if wanted else []
    for name in wanted:
        if not any(fnmatchcase(one, name) for one in known):
            raise click.UsageError(f"--only {name}: nothing to choose is called so.{suggestion_for(name, known)}")


@dataclass
class Strengths:
    """Plays by one kind of seat after the other, and keeps what each says."""

    run: GamesRun
    match: WorthGames
    wanted: tuple[str, ...]
    code: int = FINE

    def __post_init__(self) -> None:
        self.found: list[StrengthWorth] = []

    def play(self, kind: str, numbers: range) -> None:
        """Play by a kind of seat: everything first, then only what is to be confirmed."""
        match = replace(self.match, kind=kind, who=(kind,) * self.match.seats)
        again = to_confirm(self.found[0].rows) if self.found else None
        if again == {}:
            return
        match = self.run.prepare_match(match, len(numbers) * LIKELY_TRIALS, check=False)
        played = WorthGamesPlayed(kind)
        self.code = self.play_games(match.free_job(numbers), played.add_free, f"{kind} without restrictions")
        if self.code not in (FINE, FINDINGS) or not played.free:
            return
        played.list_restrictions(self.is_wanted if again is None else again.__contains__, again)
        trials = played.missing_trials()
        if trials:
            note = f"{kind}, of whom one may not or must choose something"
            self.code = self.play_games(match.trial_job(trials), played.add_trials, note) or self.code
        self.found.append(StrengthWorth.of_games(played))

    def play_games(self, job: Job[list[AnyGame]], add: Callable[[list[AnyGame]], None], note: str) -> int:
        """Play games, take them in, and write a line for each; return an exit code."""

        def take(games: list[AnyGame]) -> None:
            add(games)
            for game in games:
                self.run.write_game(game.as_data())

        return self.run.play_job(job, take, note=lambda: note)

    def is_wanted(self, name: str) -> bool:
        """Return whether a name was asked for."""
        return not self.wanted or any(fnmatchcase(name, wanted) for wanted in self.wanted)
