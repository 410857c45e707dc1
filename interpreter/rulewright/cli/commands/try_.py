"""`rulewright try`: check, scenarios, games, and the differences of a ruleset from its base."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import click

from rulewright.chance import other_secret
from rulewright.cli import opening
from rulewright.cli.commands.test import print_failed
from rulewright.cli.compiling import in_c
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import Games, cluster_option, group_options, jobs_option, seat_option, seed_option
from rulewright.cli.output import FINDINGS, FINE, code_for, print_findings, print_report
from rulewright.cli.run import GamesRun
from rulewright.cli.waiting import waiting_shown
from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.model import Stage
from rulewright.comparison.answers.questions import Knows
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.statistics.effects import Effect, judged, length_effect, points_effect
from rulewright.comparison.targets.judging import MISSED, Verdict, judge_targets
from rulewright.comparison.toggles import applied_edits
from rulewright.compose.targets import combined_targets
from rulewright.players.restrictions import typed_seat
from rulewright.playtest.game import Record
from rulewright.playtest.rows import GameRows
from rulewright.playtest.simulate import SimulatedGames
from rulewright.playtest.summary import Summary
from rulewright.report.report_words import RulesetWords
from rulewright.report.targets_words import alarm_blocks, summed
from rulewright.report.try_report import Tried, try_report
from rulewright.scenarios.results import ScenarioResult
from rulewright.scenarios.run import run_under
from rulewright.source import is_name
from rulewright.source.seat_kinds import KINDS, RANDOM
from rulewright.workspace import Ruleset

LIKELY_RUNS = 5
"""The ruleset below stays the same while one tries one's own, so that its games are played so often at least."""


@click.command("try")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--games", type=WholeNumber(1), default=200, show_default=True, help="How many games.")
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@seed_option()
@seat_option()
@jobs_option()
@cluster_option()
@group_options
def command(ruleset: str, games: Games) -> int:
    """Check RULESET, run its scenarios, play games, and say what it changes in what it stands on.

    The last lines say it all. The games are those of the ruleset below with the same numbers, at random unless
    --seat is given. Its targets, and those of the ruleset below, are judged by them.
    """
    run, findings = GamesRun(games, who=games.kinds), opening.all_findings(ruleset)
    print_findings(findings)
    if code_for(findings):
        return code_for(findings)
    rules = opening.ruleset(ruleset)
    base = Ruleset.of(rules.source.base) if rules.source.base is not None else None
    about = rules.about
    seats = opening.seats_for(about, games.players)
    who = games.kinds_for(seats)
    stands_on = f"  It stands on {base.name}." if base else ""
    click.echo(f"{opening.headline(about)}{stands_on}\n")
    numbers = games.numbers
    match = SimulatedGames((rules,), seats, who=who, secret=run.draw_secret(who, anew=base is not None))
    verdicts = judged_targets(match, numbers, run)
    words = RulesetWords.of_ruleset(rules, lambda who: games.repeat_command(ruleset, seats))
    tried = replace(
        try_out(match, numbers, base, run, len(findings)),
        alarms=[*alarm_blocks(verdicts, words)], targets=summed(verdicts) if verdicts else "",
    )  # fmt: skip
    print_tried(tried, "" if match.secret else games.repeat_command(ruleset, seats))
    failed = any(not result.ok for result in tried.scenarios) or any(one.verdict == MISSED for one in verdicts)
    return FINDINGS if failed or tried.games.failures or tried.games.faults else FINE


def judged_targets(match: SimulatedGames, numbers: range, run: GamesRun) -> list[Verdict]:
    """Return verdicts on the targets of the ruleset and of those below it, where all seats play alike."""
    targets, kinds = combined_targets(match.rulesets[0].composed_rules), tuple(dict.fromkeys(match.who)) or (RANDOM,)
    if not targets:
        return []
    stages = (Stage(kinds, numbers),) if len(kinds) == 1 and any(target.kinds == kinds for target in targets) else ()
    watched, rows = ReportGames(match.rulesets, match.seats, secret=match.secret, stages=stages), list[GameRow]()
    if stages and (code := run.play_job(watched.stage_job(0), rows.extend)) != FINE:
        click.get_current_context().exit(code)
    return judge_targets(targets, [(stage, rows) for stage in stages], Knows.of_program(next(watched.compiled())))


def try_out(match: SimulatedGames, numbers: range, base: Ruleset | None, run: GamesRun, warnings: int) -> Tried:
    """Return everything that is to be found out."""
    (rules,) = match.rulesets
    with waiting_shown(f"Playing the scenarios of {rules.name}"):
        scenarios = list(rules.results())
        under, otherwise = in_base(rules, base) if base else (0, [])
    after, summary = play_games(match, numbers, run)
    found, below = dict[str, Effect](), None
    if base and match.seats in base.seats and has_plans(base, match):
        other = replace(match, rulesets=(base,), secret=other_secret(match.secret, 1))
        before, below = play_games(other, numbers, run, LIKELY_RUNS)
        found = judged({"points": points_effect(before, after), "length": length_effect(before, after)})
    return Tried(
        base.name if base else "", warnings, applied_edits(rules), scenarios, otherwise, under, summary,
        found.get("points"), found.get("length"), match.who, below.failures if below is not None else {},
    )  # fmt: skip


def has_plans(base: Ruleset, match: SimulatedGames) -> bool:
    """Whether the ruleset below has all plans of seats that are wanted."""
    names = {kind for who in match.who if is_name(kind := typed_seat(who).kind) and kind not in KINDS}
    return not names or names <= set(base.program(match.seats).plan_names)


def in_base(rules: Ruleset, base: Ruleset) -> tuple[int, list[ScenarioResult]]:
    """Return how many scenarios the ruleset below has, and those that pass there and fail here."""
    results = run_under(partial(rules.program, traced=True), base.source)
    failing = {result.name for result in results if not result.ok}
    there = run_under(partial(base.program, traced=True), base.source, failing) if failing else []
    passing = {result.name for result in there if result.ok}
    return len(results), [result for result in results if result.name in failing & passing]


def play_games(match: SimulatedGames, numbers: range, run: GamesRun, tries: int = 1) -> tuple[list[Record], Summary]:
    """Return the records of the games and their summary, or end the command where some of them are missing."""
    match = replace(match, in_c=in_c(match, run.games, match.seconds_in_python(len(numbers) * tries)))
    records, summary = list[Record](), Summary(match.seats)

    def keep(rows: GameRows) -> None:
        records.extend(rows.records(Record(0, [])))
        summary.add_rows(rows)

    code = run.play_job(match.job(numbers), keep)
    if code != FINE:
        click.get_current_context().exit(code)
    return records, summary


def print_tried(tried: Tried, repeat: str) -> None:
    """Print what was found out, and at the end the lines that sum it up."""
    print_failed(tried.scenarios)
    print_report(try_report(tried, repeat))
