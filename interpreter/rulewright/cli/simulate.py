"""`rulewright simulate`: many games, summed up."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO

import click

from rulewright.cli import compiling, opening
from rulewright.cli.codes import FINDINGS, FINE, INTERRUPTED
from rulewright.cli.languages import chosen, lang_option
from rulewright.cli.opening import near
from rulewright.cli.progress import gather
from rulewright.cli.seating import seat_option, sitting
from rulewright.cli.settings import fitting, set_option
from rulewright.engine.words import called
from rulewright.players.seats import told
from rulewright.playtest.cores import cores
from rulewright.playtest.game import Record
from rulewright.playtest.simulate import Table, simulate
from rulewright.playtest.summary import Summary
from rulewright.report.layout import counted
from rulewright.report.summary_text import summary_lines


@click.command("simulate")
@click.argument("ruleset")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many games.")
@click.option("--players", type=click.IntRange(1), help="How many players; the most by default.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Number of the first game.")
@seat_option()
@click.option("--jobs", type=click.IntRange(1), help="How many cores; all by default.")
@compiling.compiler_option()
@set_option()
@lang_option()
@click.option("--check-always/--no-check-always", "check", default=True, show_default=True,
              help="Whether the `always` rules are looked at after every decision.")  # fmt: skip
@click.option("--out", type=click.Path(dir_okay=False), help="Write one line for each game to this file (JSON Lines).")
def command(
    ruleset: str, games: int, players: int | None, seed: int, kinds: tuple[str, ...], jobs: int | None,
    compiler: bool | None, settings: dict[str, int], language: str, check: bool, out: str | None,
) -> int:  # fmt: skip
    """Play games of RULESET on all cores, at random unless --seat says otherwise, and sum them up."""
    about = opening.about(ruleset)
    seats = opening.seats_for(about, players)
    click.echo(f"{about.headline}.  Read {near(about.folder)}.")
    fitting(ruleset, settings)
    language = chosen(ruleset, language)
    who = sitting(kinds, seats)
    in_c = compiling.in_c([ruleset], seats, settings, games, who, compiler, check)
    table = Table(ruleset, seats, tuple(settings.items()), check, who, in_c)
    summary, began = Summary(seats), time.monotonic()
    numbers = range(seed, seed + games)
    with written(out) as file:
        records = simulate(table, numbers, jobs or cores())
        whole = gather(records, games, "game", lambda record: keep(record, summary, file))
    if not whole and not summary.games and not summary.failures:
        return INTERRUPTED
    words = ["rulewright simulate", ruleset, f"--players {seats}", *(f"--set {k}={v}" for k, v in settings.items())]
    words += [f"--seat {kind}" for kind in kinds]
    names: Sequence[str] = about.names[:seats]
    if language:
        names = in_language(summary, ruleset, settings, language)
    tell(names, summary, who, time.monotonic() - began, " ".join([*words, "--games 1"]))
    return FINDINGS if summary.failures else FINE if whole else INTERRUPTED


def keep(record: Record, summary: Summary, file: IO[str] | None) -> None:
    """Count a game, and write its line."""
    summary.add(record)
    if file is not None:
        file.write(json.dumps(record.as_data()) + "\n")
        file.flush()


@contextmanager
def written(out: str | None) -> Iterator[IO[str] | None]:
    """Open the file for the games, if one is wanted."""
    if out is None:
        yield None
        return
    with open(out, "w", encoding="utf-8", newline="\n") as file:
        yield file


def in_language(summary: Summary, ruleset: str, settings: dict[str, int], language: str) -> Sequence[str]:
    """Name what is told in another language, and return the names of the seats in it."""
    own, other = (opening.program(ruleset, summary.seats, settings, language=one) for one in ("", language))
    pairs = zip(own.tables.scorings, other.tables.scorings, strict=True)
    texts = {scoring.label: translated.label for scoring, translated in pairs}
    called_so = {name: called(other, "", name) for name in summary.numbers}
    summary.numbers = {called_so[name]: spread for name, spread in summary.numbers.items()}
    summary.sources = {texts[label]: spreads for label, spreads in summary.sources.items()}
    return opening.shown_names(other)


def tell(names: Sequence[str], summary: Summary, who: Sequence[str], seconds: float, repeat: str) -> None:
    """Print the summary."""
    speed = f"{summary.games / seconds:,.1f} a second" if seconds > 0 else ""
    playing = f" ({told(who)})" if who else ""
    click.echo(f"{counted(summary.games, 'game')} with {counted(summary.seats, 'player')}{playing}, {speed}.\n")
    click.echo("\n".join(summary_lines(summary, names, repeat)))
