"""`rulewright compare`: the same games under two rulesets, and what is different about them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.keeping import gather_kept, journal_beside, out_options, written
from rulewright.cli.numbers import Whole
from rulewright.cli.options import cluster_option, jobs_option, numbered, seed_option, sent_to
from rulewright.cli.output import FINDINGS, INTERRUPTED, show
from rulewright.cli.progress import Workers
from rulewright.cli.seating import seat_option, sitting
from rulewright.cli.secret_chance import has_programs, in_identity, secret_of_run
from rulewright.comparison.statistics import Match, Results
from rulewright.comparison.statistics.each import one_by_one
from rulewright.comparison.statistics.outcome import Outcome, codec
from rulewright.jobs.journal import Journal, Plain
from rulewright.playtest.simulate import READY
from rulewright.report.compare_labels import Labels
from rulewright.report.compare_report import compare_report
from rulewright.report.layout import from_to
from rulewright.source.writing import LineFile
from rulewright.workspace import compiled


@click.command("compare")
@click.argument("a", shell_complete=ruleset_names)
@click.argument("b", shell_complete=ruleset_names)
@click.option("--games", type=Whole(2), default=200, show_default=True, help="How many pairs of games.")
@click.option("--players", type=Whole(1), help="How many players; the most that both allow by default.")
@seat_option()
@click.option("--by-difference", "each", is_flag=True, help="Also each difference of B from A switched on alone.")
@click.option("--all", "every", is_flag=True, help="Every option and piece, not only those with a clear difference.")
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@out_options()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="Print for people, or for other programs.")  # fmt: skip
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to send; - prints it."
)
def command(
    a: str, b: str, games: int, players: int | None, kinds: tuple[str, ...], each: bool, every: bool, seed: int,
    jobs: int | None, cluster: str | None, compiler: bool | None, out: str | None, force: bool,
    resume: bool, form: str, page: Path | None,
) -> int:  # fmt: skip
    """Play games of A and B by the same numbers and say what is different: points, who wins, length, what is used.

    Seats play at random unless --seat is given. Every number comes with its 95% interval.
    """
    file = click.get_current_context().with_resource(written(out, force, resume, has_programs(kinds)))
    seats = table_size(a, b, players)
    who = sitting(kinds, seats)
    alone = one_by_one(opening.ruleset(a), opening.ruleset(b), b) if each else []
    names = (a, b, *(one.ruleset for one in alone))
    numbers = numbered(seed, games)
    sent_to(cluster, jobs, who)
    in_c = compiling.in_c(names, seats, {}, games, who, compiler, check=False, cluster=cluster) == READY
    match = Match(tuple(map(opening.source_of, names)), seats, who, in_c,
                  secret_of_run(who, file, resume, anew=True))  # fmt: skip
    journal = journalled(match, numbers, file, resume) if file is not None and file.regular else None
    results = Results.of(len(names))
    keep = Keeping(results, names, file)
    code = gather_kept(match.job(numbers), Workers(jobs, cluster), keep.take, journal)
    if not results.pairs(0, 1) and not results.broken:
        return INTERRUPTED
    found = [(one, results.compared(0, 2 + at)) for at, one in enumerate(alone)]
    labels = None if page is None else Labels([opening.ruleset(name).composed for name in (b, a)])
    headlines = [opening.about(name).headline for name in (a, b)]
    show(compare_report(names, headlines, who, seats, numbers, results, found, every, labels), form, page)
    return FINDINGS if results.broken or results.faults else code


def journalled(match: Match, numbers: range, file: LineFile, resume: bool) -> Journal[list[Outcome]]:
    """Return the journal beside the results. These contain texts of the rules, so it depends on texts as well."""
    programs = [compiled(ruleset, seats=match.seats).tables for ruleset in match.rulesets]
    identity: dict[str, Plain] = {
        "rulesets": [tables.ruleset for tables in programs],
        "rules": [f"{tables.fingerprint} {tables.texts_fingerprint}" for tables in programs],
        "number of players": match.seats, "--seed": numbers.start,
    }  # fmt: skip
    identity |= in_identity(match.secret)
    return journal_beside(file.path, identity, match.who, codec(len(match.rulesets)), resume)


@dataclass
class Keeping:
    """Takes in games, and writes a line for each if there is a file for them."""

    results: Results
    names: Sequence[str]
    file: LineFile | None

    def take(self, outcomes: Iterable[Outcome]) -> None:
        """Take in some games."""
        for outcome in outcomes:
            if self.file is not None:
                self.file.add(json.dumps(outcome.as_data() | {"ruleset": self.names[outcome.ruleset]}))
            self.results.add(outcome)


def table_size(a: str, b: str, players: int | None) -> int:
    """Return how many play, which both rulesets must allow."""
    sizes = opening.about(a), opening.about(b)
    fewest, most = max(about.fewest for about in sizes), min(about.most for about in sizes)
    seats = most if players is None else players
    if not fewest <= seats <= most:
        raise click.UsageError(f"{a} and {b} together are for {from_to(fewest, most, 'player')}." if fewest <= most else
                               f"{a} and {b} are for different numbers of players.")  # fmt: skip
    return seats
