"""`rulewright arena`: which kinds of seat play better, by games at one table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.keeping import beside, gather_kept, journal_beside, out_options, written
from rulewright.cli.numbers import Decimal, Whole
from rulewright.cli.opening import near
from rulewright.cli.options import cluster_option, jobs_option, numbered, seed_option, sent_to
from rulewright.cli.output import FINDINGS, INTERRUPTED, show
from rulewright.cli.progress import Workers
from rulewright.cli.seating import SeatKind
from rulewright.cli.secret_chance import has_programs, in_identity, secret_of_run
from rulewright.cli.settings import fitting, set_option
from rulewright.comparison.arena.deals import Deals, Game
from rulewright.comparison.arena.playing import CODEC, Arena
from rulewright.comparison.arena.schedule import (
    EVERYBODY,
    PAIRS,
    Pairing,
    Schedule,
    against,
    checkpoints,
    gathered,
    round_robin,
)
from rulewright.comparison.arena.standings import precision, standings
from rulewright.jobs.journal import Journal, Plain, begun_as
from rulewright.playtest.simulate import READY
from rulewright.report.arena_report import arena_report
from rulewright.report.layout import counted
from rulewright.source.writing import LineFile
from rulewright.workspace import compiled
from rulewright.workspace.about import About

GAMES, MOST = 400, 20_000
"""How many games are played by default: without a precision, and at most with one."""

ANEW_EACH = "of its own for every game"
"""What a journal says of deals where seats can remember."""
FEWEST = 2
"""Deals that are played at least: a single one shows nothing of how much deals differ."""


@click.command("arena")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--seat", "kinds", type=SeatKind(), multiple=True, help="A kind of seat that takes part; repeat it.")
@click.option("--pairs", is_flag=True, help="Only two kinds at a table, as evenly as the seats allow.")
@click.option("--against", "other", type=SeatKind(),
              help="Each kind in one seat, and this kind in all others.")  # fmt: skip
@click.option("--pairing", "tables", metavar="KIND,KIND,...", multiple=True,
              help="Only these kinds at a table, one for each seat; repeat it for more tables.")  # fmt: skip
@click.option("--players", type=Whole(2), help="How many players; the most by default.")
@click.option("--games", type=Whole(1),
              help=f"How many games, in whole deals; {GAMES} by default, at most {MOST:,} with --until.")  # fmt: skip
@click.option("--until", type=Decimal(0.1, 50), metavar="POINTS",
              help="Stop as soon as each share of first places is known to this many percentage points.")  # fmt: skip
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@out_options()
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
              help="Print for people, or for other programs.")  # fmt: skip
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to send; - prints it."
)
def command(
    ruleset: str, kinds: tuple[str, ...], pairs: bool, other: str | None, tables: tuple[str, ...], players: int | None,
    games: int | None, until: float | None, seed: int, jobs: int | None, cluster: str | None, compiler: bool | None,
    settings: dict[str, int], out: str | None, force: bool, resume: bool, form: str, page: Path | None,
) -> int:  # fmt: skip
    """Let kinds of seat play RULESET against each other, and rate them.

    Every shuffle is played once for each rotation of the seats, so that luck cancels. All mixtures of the kinds that
    fill the table are played, unless --pairs, --against or --pairing selects some. Every number has its 95% interval.
    """
    private = has_programs([*kinds, other or "", *",".join(tables).split(",")])
    file = click.get_current_context().with_resource(written(out, force, resume, private))
    about = opening.about(ruleset)
    schedule = scheduled(about, kinds, pairs, other, tables, players, games or (MOST if until else GAMES), seed)
    schedule = secretly(schedule, file, resume)
    fitting(ruleset, settings)
    sent_to(cluster, jobs, schedule.kinds)
    in_c = compiling.in_c([ruleset], schedule.seats, settings, len(schedule.games), schedule.kinds, compiler,
                          check=False, cluster=cluster) == READY  # fmt: skip
    arena = Arena(opening.source_of(ruleset), schedule, tuple(settings.items()), in_c)
    journal = journalled(arena, file, resume) if file is not None and file.regular else None
    keep = Keeping(Deals(schedule), file, until)
    code = gather_kept(arena.job(), Workers(jobs, cluster), keep.take, journal, keep.note)
    found = standings(keep.deals)
    if found is None and not keep.deals.failures:
        return INTERRUPTED
    headlines = about.headline, f"{about.headline}.  Read {near(about.folder)}."
    report = arena_report(headlines, ruleset, about.names, found, keep.deals, until)
    show(report, form, None if found is None else page)
    return FINDINGS if keep.deals.failures or keep.deals.faults else code


def scheduled(
    about: About, kinds: Sequence[str], pairs: bool, other: str | None, tables: Sequence[str], players: int | None,
    games: int, seed: int,
) -> Schedule:  # fmt: skip
    """Return what is to be played; raises `click.UsageError` where that cannot be."""
    if bool(tables) + pairs + bool(other) > 1:
        raise click.UsageError("--pairs, --against and --pairing exclude each other.")
    if tables:
        if kinds:
            raise click.UsageError("--pairing says who plays: leave out --seat.")
        called, pairings = gathered([split(table) for table in tables])
        seats = players or len(pairings[0])
    else:
        seats = opening.seats_for(about, players)
        called = (*kinds, *([other] if other is not None and other not in kinds else []))
        pairings = selected(called, seats, pairs, other)
    if seats < 2:
        raise click.UsageError(f"{about.title} is for one player: nobody can play better than the others.")
    for size in map(len, pairings):
        if size != seats or not about.fewest <= size <= about.most:
            raise click.UsageError(f"--pairing names who sits in {counted(size, 'seat')}: {wanted(about, seats)}.")
    deals = max(FEWEST, -(-games // (len(pairings) * seats)))
    return Schedule(called, seats, pairings, numbered(seed, deals))


def secretly(schedule: Schedule, file: LineFile | None, resume: bool) -> Schedule:
    """Return the schedule for seats that can remember, if there are any: then every game has a deal of its own.

    An arena of an earlier version that is resumed goes on as it was begun.
    """
    secret = secret_of_run(schedule.kinds, file, resume, anew=True)
    own = begun_as(beside(file.path)) if file is not None and resume else {"deals": ANEW_EACH}
    if not has_programs(schedule.kinds) or "deals" not in own:
        return replace(schedule, secret=secret)
    numbered(schedule.deals.start, len(schedule.games))
    return replace(schedule, secret=secret, dealt_anew=True)


def wanted(about: About, seats: int) -> str:
    """Return how many seats a pairing has to have."""
    allowed = about.fewest <= seats <= about.most
    return f"the table is for {counted(seats, 'player')}" if allowed else f"{about.title} is for {about.players}"


def split(table: str) -> list[str]:
    """Return the kinds of a pairing as it was typed."""
    kinds = [SeatKind().convert(kind.strip(), None, click.get_current_context()) for kind in table.split(",")]
    if len(set(kinds)) < 2:
        raise click.UsageError(f"--pairing {table}: a game shows who is better only among two kinds or more.")
    return kinds


def selected(kinds: Sequence[str], seats: int, pairs: bool, other: str | None) -> tuple[Pairing, ...]:
    """Return who meets whom without --pairing."""
    twice = next((kind for kind in kinds if kinds.count(kind) > 1), None)
    if twice is not None:
        raise click.UsageError(f"--seat {twice} is given twice: each kind takes part once, in as many seats as fit.")
    if len(kinds) < 2:
        raise click.UsageError("Name two kinds of seat or more: --seat greedy --seat random")
    if other is not None:
        return against(len(kinds), seats, kinds.index(other))
    return round_robin(len(kinds), seats, PAIRS if pairs else EVERYBODY)


def journalled(arena: Arena, file: LineFile, resume: bool) -> Journal[list[Game]]:
    """Return the journal beside the results."""
    schedule = arena.schedule
    tables = compiled(arena.ruleset, schedule.seats, dict(arena.settings)).tables
    identity: dict[str, Plain] = {
        "ruleset": tables.ruleset, "rules": f"{tables.fingerprint} {tables.texts_fingerprint}",
        "number of players": schedule.seats, "--set": dict(arena.settings), "--seed": schedule.deals.start,
        "pairings": [",".join(schedule.named(pairing)) for pairing in schedule.pairings],
    }  # fmt: skip
    identity |= in_identity(schedule.secret)
    identity |= {"deals": ANEW_EACH} if schedule.dealt_anew else {}
    return journal_beside(file.path, identity, schedule.kinds, CODEC, resume)


@dataclass
class Keeping:
    """Takes in games in order, and ends the run at the first checkpoint with the wanted precision (percentage points).

    What comes after that checkpoint is dropped, so the result does not depend on how games were distributed.
    """

    deals: Deals
    file: LineFile | None
    until: float | None
    looks: list[int] = field(init=False)
    """The games after which precision is looked at, the next one first."""
    precision: float | None = None

    def __post_init__(self) -> None:
        schedule = self.deals.schedule
        looks = checkpoints(len(schedule.deals)) if self.until is not None else ()
        self.looks = [deals * schedule.block for deals in looks]

    def take(self, games: Iterable[Game]) -> bool:
        """Take in some games; True if no more are wanted."""
        for game in games:
            if self.reached(game.number):
                return True
            if self.file is not None:
                self.file.add(json.dumps(game.record.as_data()))
            self.deals.add(game)
            last = game.number
        return self.reached(last + 1)

    def reached(self, games: int) -> bool:
        """Return whether there are enough games, looking at every checkpoint that has been passed once."""
        while self.looks and games >= self.looks[0]:
            del self.looks[0]
            self.precision = precision(self.deals)
            if self.precision is not None and self.until is not None and 100 * self.precision <= self.until:
                return True
        return False

    def note(self) -> str:
        """Return what is shown beside the progress bar."""
        return "" if self.precision is None else f"known to {100 * self.precision:.1f} points, until {self.until:g}"
