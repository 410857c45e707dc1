"""`rulewright simulate`: many games, summed up."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

import click

from rulewright.backends import Program
from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.keeping import gather_kept, journal_beside, out_options, written
from rulewright.cli.numbers import Whole
from rulewright.cli.opening import near
from rulewright.cli.options import chosen, cluster_option, jobs_option, lang_option, numbered, seed_option, sent_to
from rulewright.cli.output import FINDINGS, INTERRUPTED, show
from rulewright.cli.progress import Workers
from rulewright.cli.seating import seat_option, sitting
from rulewright.cli.secret_chance import has_programs, in_identity, secret_of_run
from rulewright.cli.settings import fitting, set_option
from rulewright.cli.untrusted import inside
from rulewright.cli.untrusted.outside import untrusted_option
from rulewright.engine.words import called
from rulewright.jobs.journal import Journal, Plain
from rulewright.players.seats import bots
from rulewright.playtest.game import Record
from rulewright.playtest.rows import Columns, Rows, codec
from rulewright.playtest.simulate import LARGEST, Table, games_in_rows
from rulewright.playtest.summary import Summary
from rulewright.report.layout import counted
from rulewright.report.simulate_report import simulate_report
from rulewright.source.writing import LineFile
from rulewright.workspace import compiled

AT_ONCE = 20_000
"""How many games are summed up at once."""


@click.command("simulate")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--games", type=Whole(1), default=100, show_default=True, help="How many games.")
@click.option("--players", type=Whole(1), help="How many players; the most by default.")
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
@untrusted_option()
def command(
    ruleset: str, games: int, players: int | None, seed: int, kinds: tuple[str, ...], jobs: int | None,
    cluster: str | None,
    compiler: bool | None, settings: dict[str, int], language: str, check: bool, out: str | None, force: bool,
    resume: bool,
) -> int:  # fmt: skip
    """Play games of RULESET on all cores, at random unless --seat is given, and sum them up."""
    numbers = numbered(seed, games)
    if inside.confined():
        jobs, compiler = in_one_process(jobs, compiler, cluster)
        if resume:
            raise click.UsageError("--untrusted keeps no journal, so --resume has nothing to go on from.")
    file = click.get_current_context().with_resource(written(out, force, resume, has_programs(kinds)))
    inside.enter([ruleset])
    about = opening.about(ruleset)
    seats = opening.seats_for(about, players)
    click.echo(f"{about.headline}.  Read {near(about.folder)}.")
    fitting(ruleset, settings)
    language = chosen(ruleset, language)
    who = sitting(kinds, seats)
    sent_to(cluster, jobs, who)
    in_c = compiling.in_c([ruleset], seats, settings, games, who, compiler, check, wait=False, cluster=cluster)
    table = Table(
        opening.source_of(ruleset), seats, tuple(settings.items()), check, who, in_c, secret_of_run(who, file, resume)
    )
    summary, began = Summary(seats), time.monotonic()
    like = like_of(table) if out else None
    keep = Keeping(summary, like, file)
    journal = None
    if like is not None and file is not None and file.regular and not inside.confined():
        journal = journalled(table, like, numbers, file, resume)
    with compiling.alongside(table):
        code = gather_kept(games_in_rows(table, numbers), Workers(jobs, cluster), keep.take, journal)
    keep.sum_up()
    if code == INTERRUPTED and not summary.games and not summary.failures:
        return INTERRUPTED
    words = ["rulewright simulate", ruleset, f"--players {seats}", *(f"--set {k}={v}" for k, v in settings.items())]
    words += [f"--seat {kind}" for kind in kinds]
    repeat = "" if table.secret else " ".join([*words, "--games 1"])
    names: Sequence[str] = about.names[:seats]
    if language:
        names = in_language(summary, ruleset, settings, language)
    tell(names, summary, who, time.monotonic() - began, repeat)
    return FINDINGS if summary.failures or summary.faults else code


def in_one_process(jobs: int | None, compiler: bool | None, cluster: str | None) -> tuple[int, bool]:
    """Return how confined games are played: neither by other processes nor by a compiler."""
    if (jobs or 1) > 1 or compiler or cluster:
        raise click.UsageError(
            "--untrusted plays in one process and in Python: leave out --jobs, --cluster and --compiler."
        )
    return 1, False


def journalled(table: Table, like: Record, numbers: range, file: LineFile, resume: bool) -> Journal[Rows]:
    """Return the journal beside the results."""
    identity: dict[str, Plain] = {
        "ruleset": like.ruleset, "rules": like.fingerprint, "number of players": table.seats,
        "--set": dict(like.settings), "--seed": numbers.start, "--check-always": table.check,
    }  # fmt: skip
    identity |= in_identity(table.secret)
    return journal_beside(file.path, identity, table.who, codec(Columns.of(program_of(table)), LARGEST), resume)


def program_of(table: Table) -> Program:
    """Return the program that is played at a table."""
    return compiled(table.ruleset, table.seats, dict(table.settings))


def like_of(table: Table) -> Record:
    """Return a record with what those of all games of a table have in common."""
    tables = program_of(table).tables
    return Record(
        0,
        [],
        ruleset=tables.ruleset,
        settings=tables.settings,
        fingerprint=tables.fingerprint,
        who=list(table.who),
        secret=table.secret,
    )


@dataclass
class Keeping:
    """Takes in games: writes a line for each, and counts many of them at once."""

    summary: Summary
    like: Record | None = None
    file: LineFile | None = None
    waiting: Rows | None = None

    def take(self, rows: Rows) -> None:
        """Take in some games."""
        if self.file is not None and self.like is not None:
            for record in rows.records(self.like):
                self.file.add(json.dumps(record.as_data()))
        if self.waiting is None:
            self.waiting = Rows(rows.columns)
        self.waiting.data.extend(rows.data)
        self.waiting.broken += rows.broken
        self.waiting.faults |= rows.faults
        if len(self.waiting) >= AT_ONCE:
            self.sum_up()

    def sum_up(self) -> None:
        """Count the games that were taken in."""
        if self.waiting is not None:
            self.summary.add_rows(self.waiting)
        self.waiting = None


def in_language(summary: Summary, ruleset: str, settings: dict[str, int], language: str) -> Sequence[str]:
    """Translate the names in a summary, and return the names of the seats in that language."""
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
    playing = f" ({bots(who)})" if who else ""
    opening = f"{counted(summary.games, 'game')} with {counted(summary.seats, 'player')}{playing}, {speed}."
    show(simulate_report(opening, summary, names, repeat))
