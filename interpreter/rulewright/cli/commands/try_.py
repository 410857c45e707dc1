"""`rulewright try`: check, scenarios, games, and the differences of a ruleset from its base."""

from __future__ import annotations

from functools import partial

import click

from rulewright.cli import compiling, opening
from rulewright.cli.commands.test import print_failed, run_scenarios
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import Whole
from rulewright.cli.opening import near
from rulewright.cli.options import cluster_option, jobs_option, numbered, seed_option, sent_to
from rulewright.cli.output import FINDINGS, FINE, code_for, print_findings, show
from rulewright.cli.progress import Workers, gather
from rulewright.cli.seating import seat_option, sitting
from rulewright.cli.secret_chance import secret_of_run
from rulewright.comparison.diff.edits import changes
from rulewright.comparison.statistics.paired import length, points, summed
from rulewright.compile.chance import other_secret
from rulewright.players.seats import KINDS
from rulewright.playtest.game import Record
from rulewright.playtest.rows import Rows
from rulewright.playtest.simulate import Table, games_in_rows
from rulewright.report.try_report import Tried, try_report
from rulewright.scenarios.results import Result
from rulewright.scenarios.run import ProgramFor, run_under
from rulewright.source import RulesetSource, find, is_name
from rulewright.workspace import Ruleset, compiled
from rulewright.workspace.about import About, described

TRIES = 5
"""The ruleset below stays the same while one tries one's own, so that its games are played so often at least."""


@click.command("try")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--games", type=Whole(1), default=200, show_default=True, help="How many games.")
@click.option("--players", type=Whole(1), help="How many players; the most by default.")
@seed_option()
@seat_option()
@jobs_option()
@cluster_option()
def command(
    ruleset: str, games: int, players: int | None, seed: int, kinds: tuple[str, ...], jobs: int | None,
    cluster: str | None,
) -> int:  # fmt: skip
    """Check RULESET, run its scenarios, play games, and say what it changes in what it stands on.

    The last four lines say it all. The games are those of the ruleset below with the same numbers, at random unless
    --seat is given.
    """
    findings = opening.examine(ruleset)
    print_findings(findings)
    if code_for(findings):
        return code_for(findings)
    source, about = opening.source_of(ruleset), opening.about(ruleset)
    seats = opening.seats_for(about, players)
    who = sitting(kinds, seats)
    sent_to(cluster, jobs, who)
    click.echo(f"{about.headline}.  Read {near(about.folder)}.{stands_on(source)}\n")
    numbers = numbered(seed, games)
    secret = secret_of_run(who, anew=source.base is not None)
    tried = try_out(ruleset, source, seats, who, numbers, Workers(jobs, cluster), len(findings), secret)
    words = [f"rulewright simulate {ruleset} --players {seats}", *(f"--seat {kind}" for kind in kinds), "--games 1"]
    tell(tried, "" if secret else " ".join(words))
    failed = any(not result.ok for result in tried.scenarios)
    return FINDINGS if failed or tried.games.failures or tried.games.faults else FINE


def stands_on(source: RulesetSource) -> str:
    """Return a sentence about the ruleset below, if there is one."""
    return f"  It stands on {source.base.name}." if source.base else ""


def try_out(
    ruleset: str, source: RulesetSource, seats: int, who: tuple[str, ...], numbers: range, workers: Workers,
    warnings: int, secret: str,
) -> Tried:  # fmt: skip
    """Return everything that is to be found out."""
    base = source.base
    scenarios = run_scenarios(ruleset, None)
    under, otherwise = in_base(source, base) if base else (0, [])
    compared = base is not None and fits(described(base), seats) and has_plans(base, seats, who)
    after = play(table(ruleset, seats, who, len(numbers), workers, secret), numbers, workers)
    before = after
    if base and compared:
        below = table(said(base), seats, who, len(numbers) * TRIES, workers, other_secret(secret, 1))
        before = play(below, numbers, workers)
    return Tried(
        base.name if base else "", warnings, changes(opening.ruleset(ruleset)), scenarios, otherwise, under,
        summed(after, seats),
        points(before, after) if compared else None, length(before, after) if compared else None, who,
    )  # fmt: skip


def table(ruleset: str, seats: int, who: tuple[str, ...], games: int, workers: Workers, secret: str) -> Table:
    """Return what plays games of a ruleset, in C where that pays off for this number of games."""
    in_c = compiling.in_c([ruleset], seats, {}, games, who, None, cluster=workers.cluster)
    return Table(opening.source_of(ruleset), seats, who=who, in_c=in_c, secret=secret)


def has_plans(base: RulesetSource, seats: int, who: tuple[str, ...]) -> bool:
    """Whether the ruleset below has all plans of seats that are wanted."""
    names = {kind for kind in who if is_name(kind) and kind not in KINDS}
    return not names or names <= set(compiled(base, seats).tables.plans)


def in_base(source: RulesetSource, base: RulesetSource) -> tuple[int, list[Result]]:
    """Return how many scenarios the ruleset below has, and those that pass there and fail here."""
    results = run_under(programs(source), base)
    failing = {result.name for result in results if not result.ok}
    there = run_under(programs(base), base, failing) if failing else []
    passing = {result.name for result in there if result.ok}
    return len(results), [result for result in results if result.name in failing & passing]


def programs(source: RulesetSource) -> ProgramFor:
    """Return what compiles a ruleset for a number of seats, once for each."""
    return partial(Ruleset.of(source).program, traced=True)


def fits(about: About, seats: int) -> bool:
    """Whether a game allows this number of players."""
    return about.fewest <= seats <= about.most


def said(base: RulesetSource) -> str:
    """Return how the ruleset below is called from here: by its name, or by its folder if it only lies beside."""
    found = find(base.name)
    return base.name if found is not None and found.resolve() == base.folder.resolve() else str(base.folder.resolve())


def play(table: Table, numbers: range, workers: Workers) -> list[Record]:
    """Return the records of some games, or end the command where some of them are missing."""
    records: list[Record] = []

    def keep(rows: Rows) -> None:
        records.extend(rows.records(Record(0, [])))

    code = gather(games_in_rows(table, numbers), workers, "game", keep)
    if code != FINE:
        click.get_current_context().exit(code)
    return records


def tell(tried: Tried, repeat: str) -> None:
    """Print what was found out, and at the end the four lines."""
    print_failed(tried.scenarios)
    show(try_report(tried, repeat))
