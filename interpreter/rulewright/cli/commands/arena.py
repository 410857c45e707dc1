"""`rulewright arena`: which kinds of seat play better, by games at one table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import DecimalNumber, WholeNumber
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
from rulewright.cli.output import FINDINGS, INTERRUPTED, form_option, page_option, print_report
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.comparison.arena.deals import Arena, Deals
from rulewright.comparison.arena.schedule import (
    EVERYBODY,
    PAIRS,
    Pairing,
    Schedule,
    pairings_against,
    pairings_of_tables,
    round_robin,
)
from rulewright.comparison.arena.standings import UntilPrecise, compute_standings
from rulewright.jobs.journal import Plain, identity_in, journal_path
from rulewright.phrasing import counted
from rulewright.playtest.game import NumberedGame
from rulewright.report.arena_report import arena_report
from rulewright.workspace.about import About

GAMES, MOST = 400, 20_000
"""How many games are played by default: without a precision, and at most with one."""

OWN_DEALS = "of its own for every game"
"""What a journal says of deals where seats can remember."""
FEWEST_DEALS = 2
"""Deals that are played at least: a single one shows nothing of how much deals differ."""


@dataclass(frozen=True)
class Meetings:
    """What was typed about who meets whom."""

    pairs: bool
    other: str | None
    tables: tuple[str, ...]


@click.command("arena")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--seat", "kinds", type=SeatKindType(), multiple=True, help="A kind of seat that takes part; repeat it.")
@click.option("--pairs", is_flag=True, help="Only two kinds at a table, as evenly as the seats allow.")
@click.option("--against", "other", type=SeatKindType(),
              help="Each kind in one seat, and this kind in all others.")  # fmt: skip
@click.option("--pairing", "tables", metavar="KIND,KIND,...", multiple=True,
              help="Only these kinds at a table, one for each seat; repeat it for more tables.")  # fmt: skip
@click.option("--players", type=WholeNumber(2), help="How many players; the most by default.")
@click.option("--games", type=WholeNumber(1),
              help=f"How many games, in whole deals; {GAMES} by default, at most {MOST:,} with --until.")  # fmt: skip
@click.option("--until", type=DecimalNumber(0.1, 50), metavar="POINTS",
              help="Stop as soon as each share of first places is known to this many percentage points.")  # fmt: skip
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@set_option()
@out_options()
@form_option()
@page_option()
@group_options
def command(
    ruleset: str, meetings: Meetings, games: Games, until: float | None, kept: OutFile, form: str, page: Path | None
) -> int:
    """Let kinds of seat play RULESET against each other, and rate them.

    Every shuffle is played once for each rotation of the seats, so that luck cancels; where programs play, which could
    remember it, every game has its own. All mixtures of the kinds that fill the table are played, unless --pairs,
    --against or --pairing selects some. Every number has its 95% interval.
    """
    run = GamesRun(games, kept, [*games.kinds, meetings.other or "", *",".join(meetings.tables).split(",")])
    rules = opening.ruleset(ruleset)
    schedule = schedule_matches(rules.about, meetings, games, games.games or (MOST if until else GAMES))
    secret = run.draw_secret(schedule.kinds, anew=True)
    schedule = with_fresh_deals(schedule, games, run)
    refuse_misfits(rules, games.settings)
    settings = tuple(games.settings.items())
    arena = Arena((rules,), schedule.seats, settings, schedule.kinds, secret=secret, schedule=schedule)
    arena = replace(arena, in_c=compiling.in_c(arena, games, arena.seconds_in_python(len(schedule.games), check=False)))
    run.keep_journal(arena, in_journal(schedule))
    contest = UntilPrecise(Deals(schedule), until)

    def take(played: Iterable[NumberedGame]) -> bool:
        for game in contest.take_wanted(played):
            run.write_game(game.record.as_data())
        return contest.is_over

    code = run.end_run(run.play_job(arena.job(schedule.games), take, note=contest.progress_note))
    deals = contest.deals
    found = compute_standings(deals)
    if found is None and not deals.failures:
        return INTERRUPTED
    about = rules.about
    headlines = about.headline, opening.headline(about)
    report = arena_report(headlines, ruleset, about.names, found, deals, until)
    print_report(report, form, None if found is None else page)
    return FINDINGS if deals.failures or deals.faults else code


def schedule_matches(about: About, meetings: Meetings, games: Games, most: int) -> Schedule:
    """Return the matches to play; raises `click.UsageError` if the options contradict each other."""
    kinds, other, tables = games.kinds, meetings.other, meetings.tables
    if bool(tables) + meetings.pairs + bool(other) > 1:
        raise click.UsageError("--pairs, --against and --pairing exclude each other.")
    if tables:
        if kinds:
            raise click.UsageError("--pairing says who plays: leave out --seat.")
        called, pairings = pairings_of_tables([split_pairing(table) for table in tables])
        seats = games.players or len(pairings[0])
    else:
        seats = opening.seats_for(about, games.players)
        called = (*kinds, *([other] if other is not None and other not in kinds else []))
        pairings = select_pairings(called, seats, meetings)
    if seats < 2:
        raise click.UsageError(f"{about.title} is for one player: nobody can play better than the others.")
    for size in map(len, pairings):
        if size != seats or not about.fewest <= size <= about.most:
            raise click.UsageError(
                f"--pairing names who sits in {counted(size, 'seat')}: {required_seats(about, seats)}."
            )
    deals = max(FEWEST_DEALS, -(-most // (len(pairings) * seats)))
    return Schedule(called, seats, pairings, games.numbers_for(deals))


def with_fresh_deals(schedule: Schedule, games: Games, run: GamesRun) -> Schedule:
    """Return the schedule for seats that can remember, if there are any: then every game has a deal of its own.

    An arena of an earlier version that is resumed goes on as it was begun.
    """
    own = identity_in(journal_path(run.file.path)) if run.file is not None and run.resume else {"deals": OWN_DEALS}
    if not has_programs(schedule.kinds) or "deals" not in own:
        return schedule
    games.numbers_for(len(schedule.games))
    return replace(schedule, dealt_anew=True)


def in_journal(schedule: Schedule) -> dict[str, Plain]:
    """Return what a journal says of a schedule."""
    pairings: Plain = [",".join(schedule.kind_names(pairing)) for pairing in schedule.pairings]
    deals: dict[str, Plain] = {"deals": OWN_DEALS} if schedule.dealt_anew else {}
    return {"--seed": schedule.deals.start, "pairings": pairings} | deals


def required_seats(about: About, seats: int) -> str:
    """Return how many seats a pairing has to have."""
    allowed = about.fewest <= seats <= about.most
    return f"the table is for {counted(seats, 'player')}" if allowed else f"{about.title} is for {about.players}"


def split_pairing(table: str) -> list[str]:
    """Return the kinds of a pairing as it was typed."""
    kinds = [SeatKindType().convert(kind.strip(), None, click.get_current_context()) for kind in table.split(",")]
    if len(set(kinds)) < 2:
        raise click.UsageError(f"--pairing {table}: a game shows who is better only among two kinds or more.")
    return kinds


def select_pairings(kinds: Sequence[str], seats: int, meetings: Meetings) -> tuple[Pairing, ...]:
    """Return who meets whom without --pairing."""
    twice = next((kind for kind in kinds if kinds.count(kind) > 1), None)
    if twice is not None:
        raise click.UsageError(f"--seat {twice} is given twice: each kind takes part once, in as many seats as fit.")
    if len(kinds) < 2:
        raise click.UsageError("Name two kinds of seat or more: --seat greedy --seat random")
    if meetings.other is not None:
        return pairings_against(len(kinds), seats, kinds.index(meetings.other))
    return round_robin(len(kinds), seats, PAIRS if meetings.pairs else EVERYBODY)
