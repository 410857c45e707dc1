"""`rulewright simulate`: many games, summed up."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import click

from rulewright.cli import compiling, late, opening, recording
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    Games,
    choose_language,
    cluster_option,
    group_options,
    jobs_option,
    lang_option,
    refuse_misfits,
    seat_option,
    seed_option,
    set_option,
)
from rulewright.cli.output import FINDINGS, INTERRUPTED, print_report
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option
from rulewright.engine.scoring import scoring_labels
from rulewright.engine.words import holding_label
from rulewright.phrasing import counted
from rulewright.players.seats import seats_in_words
from rulewright.playtest.rows import GameRows
from rulewright.playtest.simulate import SimulatedGames
from rulewright.playtest.summary import Summary
from rulewright.report.simulate_report import simulate_report
from rulewright.workspace import Ruleset


@click.command("simulate")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--games", type=WholeNumber(1), default=100, show_default=True, help="How many games.")
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@seed_option()
@seat_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@lang_option()
@click.option("--check-always/--no-check-always", "check", default=True, show_default=True,
              help="Whether the `always` rules are looked at after every decision.")  # fmt: skip
@out_options()
@recording.data_options()
@untrusted_option()
@group_options
def command(ruleset: str, games: Games, kept: OutFile, out: recording.DataOut, language: str, check: bool) -> int:
    """Play games of RULESET on all cores, at random unless --seat is given, and sum them up."""
    numbers = games.numbers
    out.refuse_missing()
    if inside.is_confined():
        games = in_one_process(games)
        if kept.resume:
            raise click.UsageError("--untrusted keeps no journal, so --resume has nothing to go on from.")
    run = GamesRun(games, kept, games.kinds)
    inside.enter_confinement([ruleset])
    rules = opening.ruleset(ruleset)
    about, settings = rules.about, games.settings
    seats = opening.seats_for(about, games.players)
    click.echo(opening.headline(about))
    refuse_misfits(rules, settings)
    language = choose_language(ruleset, rules, language)
    who = games.kinds_for(seats)
    kind = SimulatedGames if out.data is None else late.recorded_games.RecordedGames
    match = kind((rules,), seats, tuple(settings.items()), who, check=check)
    match = run.prepare_match(match, len(numbers), check, wait=False)
    began, build = time.monotonic(), ""
    if not isinstance(match, SimulatedGames):
        summary, code = recording.play_recorded(match, numbers, run, kept, out)
    else:
        summary, code, build = play_games(match, numbers, run)
    if code == INTERRUPTED and not summary.games and not summary.failures:
        return INTERRUPTED
    repeat = "" if match.secret else games.repeat_command(ruleset, seats)
    names: Sequence[str] = about.names[:seats]
    if language:
        names = translate_summary(summary, rules, settings, language)
    print_summary(names, summary, who, time.monotonic() - began, repeat)
    click.echo(build, err=True, nl=bool(build))
    return FINDINGS if summary.failures or summary.faults else code


def in_one_process(games: Games) -> Games:
    """Return how confined games are played: neither by other processes nor by a compiler."""
    if (games.jobs or 1) > 1 or games.compiler or games.cluster:
        raise click.UsageError(
            "--untrusted plays in one process and in Python: leave out --jobs, --cluster and --compiler."
        )
    return replace(games, jobs=1, compiler=False)


def play_games(match: SimulatedGames, numbers: range, run: GamesRun) -> tuple[Summary, int, str]:
    """Play the games, and return their summary with an exit code, and a line on what played them."""
    summary = Summary(match.seats)
    in_python = in_c = 0

    def take(rows: GameRows) -> None:
        nonlocal in_python, in_c
        in_python, in_c = in_python + rows.in_python, in_c + rows.in_c
        note_games(len(rows))
        for record in rows.records(match.common_record) if run.file is not None else ():
            run.write_game(record.as_data())
        summary.add_rows(rows)

    run.keep_journal(match, {"--seed": numbers.start, "--check-always": match.check})
    with compiling.compiling_alongside(match, len(numbers)) as note_games:
        code = run.end_run(run.play_job(match.job(numbers), take))
    return summary, code, build_line(in_python, in_c)


def build_line(in_python: int, in_c: int) -> str:
    """Return what played these numbers of games; empty where all come from a journal."""
    if in_python and in_c:
        return f"{counted(in_python, 'game')} played in Python, {counted(in_c, 'game')} in C."
    return f"Played in {'C' if in_c else 'Python'}." if in_python or in_c else ""


def translate_summary(summary: Summary, rules: Ruleset, settings: dict[str, int], language: str) -> Sequence[str]:
    """Translate the names in a summary, and return the names of the seats in that language."""
    own, other = (rules.in_language(one).program(summary.seats, settings, traced=True) for one in ("", language))
    texts = dict(zip(scoring_labels(own), scoring_labels(other), strict=True))
    called_so = {name: holding_label(other, "", name) for name in summary.numbers}
    summary.numbers = {called_so[name]: spread for name, spread in summary.numbers.items()}
    summary.sources = {texts[label]: spreads for label, spreads in summary.sources.items()}
    return list(other.domains["player"].labels)


def print_summary(names: Sequence[str], summary: Summary, who: Sequence[str], seconds: float, repeat: str) -> None:
    """Print the summary."""
    speed = f"{summary.games / seconds:,.1f} a second" if seconds > 0 else ""
    playing = f" ({seats_in_words(who)})" if who else ""
    opening = f"{counted(summary.games, 'game')} with {counted(summary.seats, 'player')}{playing}, {speed}."
    print_report(simulate_report(opening, summary, names, repeat))
