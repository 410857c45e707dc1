"""`rulewright sweep`: which settings of a ruleset meet targets, by a race of all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    Games,
    cluster_option,
    group_options,
    has_programs,
    jobs_option,
    refuse_misfits,
    seat_option,
    seed_option,
)
from rulewright.cli.output import FINDINGS, FINE, Shown, form_option, page_option, print_report
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.questions import Knows, troubled_games
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.sweep.games import SweepGames
from rulewright.comparison.sweep.grid import MOST_SETTINGS, Swept, combinations, typed_values
from rulewright.comparison.sweep.race import Race
from rulewright.comparison.targets.parts import needs_course, parts_of
from rulewright.phrasing import counted
from rulewright.playtest.match import NEVER, READY
from rulewright.report.sweep_report import sweep_report
from rulewright.source.seat_kinds import RANDOM
from rulewright.source.targets import Target, TargetError, typed_measure, typed_target

GAMES = 200
"""How many games a setting has by default, if they were divided evenly."""
SHOWN = ("seat spread", "decisions")
"""What is measured where nothing is wanted."""


def read_swept(ctx: click.Context, param: click.Parameter, typed: tuple[str, ...]) -> tuple[Swept, ...]:
    """Return the numbers that are tried with several values."""
    found: dict[str, Swept] = {}
    for text in typed:
        name, equals, values = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise click.UsageError(f"--set {text}: write NAME=VALUES, for instance first-money=3..9.")
        if name in found:
            raise click.UsageError(f"--set says {name} twice: write all its values behind one =.")
        try:
            found[name] = Swept(name, typed_values(values))
        except ValueError as mistake:
            raise click.UsageError(f"--set {text}: {mistake}.") from None
    settings = prod(len(one.values) for one in found.values())
    if settings > MOST_SETTINGS:
        raise click.UsageError(f"--set: these are {settings:,} settings, and at most {MOST_SETTINGS:,} are tried.")
    return tuple(found.values())


def read_targets(ctx: click.Context, param: click.Parameter, typed: tuple[str, ...]) -> tuple[Target, ...]:
    """Return the targets; of what is only to be shown, targets of which nothing is wanted."""
    read = typed_target if param.name == "wanted" else typed_measure
    try:
        return tuple(map(read, typed))
    except TargetError as mistake:
        raise click.UsageError(f"{param.opts[0]}: {mistake}") from None


@click.command("sweep")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--set", "swept", multiple=True, required=True, metavar="NAME=VALUES", callback=read_swept,
              help="A number of the rules with the values to try: first-coins=3..9, \"prices for apple=2,4\", "
              "\"card.feast coins=3..5\"; repeated, all combinations.")  # fmt: skip
@click.option("--target", "wanted", multiple=True, metavar="TARGET", callback=read_targets,
              help="What is wanted: \"seat spread < 5%\", \"rounds 6 to 10\"; repeat it.")  # fmt: skip
@click.option("--measure", "measures", multiple=True, metavar="MEASURE", callback=read_targets,
              help=f"Without a target, what to show; {' and '.join(SHOWN)} by default.")  # fmt: skip
@click.option("--games", type=WholeNumber(1), help=f"How many games in all; {GAMES} for each setting by default.")
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@seat_option()
@seed_option()
@jobs_option()
@cluster_option()
@compiling.compiler_option()
@out_options()
@form_option()
@page_option()
@group_options
def command(
    ruleset: str, swept: tuple[Swept, ...], wanted: tuple[Target, ...], measures: tuple[Target, ...], games: Games,
    kept: OutFile, shown: Shown,
) -> int:  # fmt: skip
    """Find the values of numbers in RULESET with which its games meet targets.

    All settings play games of the same numbers, and who is clearly further from the targets than the nearest one drops
    out. What remains plays fresh games, from which its figures come. Without a target all play the same games.
    """
    if wanted and measures:
        raise click.UsageError("--measure shows what nothing is wanted of: leave it out beside --target.")
    targets = wanted_by(games, wanted or measures or tuple(map(typed_measure, SHOWN)))
    run = GamesRun(games, kept)
    match = plan_games(ruleset, swept, targets, games, run)
    run.keep_journal(match, {"targets": [f"{one.subject} {one.least} {one.most}" for one in targets]})
    race, troubled = Race(match.grid, targets), list[GameRow]()
    code = run.end_run(play_race(match, race, games.games or GAMES * len(match.grid), run, troubled))
    if not any(map(race.games_of, range(len(match.grid)))):
        return code or FINE
    (rules,) = match.rulesets
    print_report(
        sweep_report(rules.about.headline, ruleset, swept, race, match, troubled_games(troubled)),
        shown.form,
        shown.page,
    )
    return code or (FINDINGS if troubled else FINE)


def wanted_by(games: Games, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """Return the targets with who plays where they do not say; raises `click.UsageError` for who cannot."""
    if len(games.kinds) > 1 or has_programs(games.kinds):
        raise click.UsageError("--seat is given once, a kind that is built in or a plan: it plays in all seats.")
    return tuple(replace(one, kinds=games.kinds) if games.kinds and one.kinds == (RANDOM,) else one for one in targets)


def plan_games(
    ruleset: str, swept: Sequence[Swept], targets: Sequence[Target], games: Games, run: GamesRun
) -> SweepGames:
    """Return the games that may be played; raises `click.UsageError` for settings that do not fit the rules."""
    rules, grid = opening.ruleset(ruleset), combinations(swept)
    for name, values in swept:
        for value in values:
            refuse_misfits(rules, {name: value})
    seats = opening.seats_for(rules.about, games.players)
    number = games.games or GAMES * len(grid)
    stages = tuple(Stage(kinds, games.numbers_for(number)) for kinds in dict.fromkeys(one.kinds for one in targets))
    if seats == 1 and any(stage.is_duel for stage in stages):
        raise click.UsageError(f"{rules.about.title} is for one player: nobody finishes above another.")
    watched = any(map(needs_course, targets))
    match = SweepGames((rules,), seats, grid=tuple(grid), stages=stages, watched=watched)
    if number < len(grid) * sum(match.per_number):
        needed = counted(len(grid) * sum(match.per_number), "game")
        raise click.UsageError(f"--games {number}: these settings take {needed} at least.")
    built = run.prepare_match(match, number // len(grid), check=False)
    return replace(built, in_c=built.in_c if built.in_c == READY else NEVER)


def play_race(match: SweepGames, race: Race, games: int, run: GamesRun, troubled: list[GameRow]) -> int:
    """Play the games of all settings, block by block, and return an exit code."""
    knows, deal, per_number = Knows.of_program(next(match.compiled())), 0, sum(match.per_number)
    for deals in race.blocks(games // per_number):
        rows: dict[tuple[int, int], list[GameRow]] = {}

        def take(found: list[GameRow], rows: dict[tuple[int, int], list[GameRow]] = rows) -> None:
            for row in found:
                setting, stage, row.number = match.located(row.number)
                run.write_game(row.record.as_data() | {"setting": dict(match.grid[setting])})
                rows.setdefault((setting, stage), []).append(row)
                if row.record.failure or row.record.faults:
                    troubled.append(row)

        block = range(deal, deal + deals)
        code = run.play_job(match.job(match.numbers_of(race.left, block)), take)
        for setting in race.left:
            of_targets = [(target, match.stage_of(target)) for target in race.targets]
            found = [
                parts_of(target, match.stages[at], rows.get((setting, at), ()), knows) for target, at in of_targets
            ]
            race.add(setting, found, sum(len(rows.get((setting, at), ())) for at in range(len(match.stages))))
        if code != FINE:
            return code
        deal = block.stop
    return FINE
