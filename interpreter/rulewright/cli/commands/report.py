"""`rulewright report`: questions of designers, answered by many games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import inf

import click

from rulewright.cli import compiling, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import Duration, WholeNumber
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
from rulewright.cli.output import FINDINGS, INTERRUPTED, Shown, form_option, page_option, print_report
from rulewright.cli.run import GamesRun, OutFile, out_options
from rulewright.cli.spans import Timetable
from rulewright.cli.worth_runs import WorthRun
from rulewright.comparison.answers.games import ReportGames
from rulewright.comparison.answers.model import SKILL, Answer, Stage
from rulewright.comparison.answers.questions import Knows, answers, troubled_games
from rulewright.comparison.answers.rows import GameRow
from rulewright.comparison.answers.skill import skill_answer
from rulewright.comparison.targets.judging import MISSED, judge_targets
from rulewright.comparison.worth.findings import StrengthWorth, Worth
from rulewright.comparison.worth.games import WorthGame, WorthGames
from rulewright.compose.targets import combined_targets
from rulewright.jobs.journal import Codec
from rulewright.phrasing import counted
from rulewright.playtest.match import NEVER, READY, games_codec
from rulewright.report.answers_report import Told, answers_report
from rulewright.report.model import Report
from rulewright.report.report_words import RulesetWords, seats_called
from rulewright.source.seat_kinds import GREEDY, RANDOM
from rulewright.source.targets import Target, names_in_kind

GAMES, MOST = 200, 10_000
"""How many games are played of each kind of seat by default: without a budget, and at most with one."""
SEARCHES = ("search:50", "search:200")
"""The strengths of search that play against each other, and against what is weaker."""
PARTS = {RANDOM: 1.0, GREEDY: 1.5}
"""Parts of a budget that games of kinds of seat get, by the strongest of them."""
LEAST = 50
"""So many games of those who do not search are played in any case: they take little time."""
WORTH_PARTS = {GREEDY: 8.0}
SEARCH_PART = 3.0
MINUTE = 60.0
"""Seconds between two pages that can be read while games are played."""
Tell = Callable[[], None]
"""Does something with what was played so far."""


@dataclass(frozen=True)
class Played:
    """What was played for a report so far: the games of each stage, and by ruleset what options are worth."""

    stages: list[list[GameRow]]
    worth: list[list[StrengthWorth]]


@click.command("report")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("other", required=False, shell_complete=ruleset_names)
@click.option("--games", type=WholeNumber(1),
              help=f"Games of each kind of seat; {GAMES} by default, at most {MOST:,} with --budget.")  # fmt: skip
@click.option("--budget", type=Duration(), metavar="TIME",
              help="Play for so long, as 10m, also with seats that think; divided among the questions.")  # fmt: skip
@click.option("--seat", "kinds", type=SeatKindType(), multiple=True,
              help="Who plays, from the weakest to the strongest: everybody by one kind, then each against the one "
              "before; without --budget the same report each time.")  # fmt: skip
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
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
    ruleset: str, other: str | None, games: Games, budget: float | None, kept: OutFile, shown: Shown
) -> int:  # fmt: skip
    """Answer what designers ask of RULESET: how long, which seat, when decided, whether skill pays, what never happens.

    Seats play at random; with --budget also greedily, where the game has weights, and by search. With a second ruleset
    both stand side by side. Every number comes with its 95% interval. Where games show that a target of the ruleset is
    missed (rulewright explain targets), that alarm comes first, and the exit code is 1.
    """
    if has_programs(games.kinds):
        raise click.UsageError("--seat: programs and classes need not play a game again as before; name another kind.")
    run = GamesRun(games, kept)
    names = (ruleset,) if other is None else (ruleset, other)
    match = plan_games(names, games, budget, run)
    judges = [judges_of(program.has_weights, match.seats, budget) for program in match.compiled()]
    both: Codec[list[GameRow | WorthGame]] = games_codec(
        list[GameRow | WorthGame], lambda game: isinstance(game, WorthGame) or match.is_sound(game)
    )
    run.keep_journal(match, {"--budget": budget is not None, "worth": [[*kinds] for kinds in judges]}, both)

    played = Played([[] for _ in match.stages], [[] for _ in names])

    def report_on() -> tuple[list[Told], Report]:
        sides = [*answered(names, match, played, games)]
        return sides, answers_report(sides, opening_line(match, played.stages))

    code = play_all(match, run, judges, budget, played, once_a_minute(lambda: shown.write_page(report_on()[1])))
    if not any(played.stages):
        return INTERRUPTED
    sides, report = report_on()
    print_report(report, shown.form, shown.page)
    missed = any(one.verdict == MISSED for side in sides for one in side.verdicts)
    return FINDINGS if missed or any(side.failures or side.faults for side in sides) else code


def plan_games(names: Sequence[str], games: Games, budget: float | None, run: GamesRun) -> ReportGames:
    """Return the games to play, in stages: every kind of seat alone, then each against the next weaker one."""
    rulesets = tuple(opening.ruleset(name) for name in names)
    for rules in rulesets:
        refuse_misfits(rules, games.settings)
    seats = opening.seats_for_all(names, [rules.about for rules in rulesets], games.players)
    most = games.games or (MOST if budget else GAMES)
    match = ReportGames(rulesets, seats, tuple(games.settings.items()))
    stages = [
        Stage(kinds, games.numbers_for(most), at, slips)
        for at, program in enumerate(match.compiled())
        for kinds, slips in kinds_of(
            games.kinds, program.has_weights, seats, budget, combined_targets(rulesets[at].composed_rules)
        )
    ]  # fmt: skip
    thinking = tuple(kind for kind in games.kinds if kind != RANDOM)
    match = replace(match, stages=tuple(stages), who=thinking)
    match = run.prepare_match(match, MOST if budget else most, wait=budget is not None or bool(thinking))
    return match if match.in_c == READY else replace(match, in_c=NEVER)


def kinds_of(
    typed: Sequence[str], has_weights: bool, seats: int, budget: float | None, targets: Sequence[Target]
) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Yield who plays in each stage, and whether one of them slips: soon those whom targets name."""
    thinking = () if budget is None else (*[GREEDY] * has_weights, *SEARCHES)
    ladder = typed or (RANDOM, *thinking)
    alone = typed or [kind for kind in ladder if kind not in SEARCHES]
    named = [target.kinds for target in targets if typed or budget is not None]
    if budget is None:  # only those who play anyway, restricted or not
        named = [kinds for kinds in named if {names_in_kind(kind)[0] for kind in kinds} <= {*typed}]
    others = [kinds for kinds in named if len(kinds) > 1 or kinds[0] not in alone]
    yield from (((kind,), False) for kind in alone)
    yield from ((kinds, False) for kinds in dict.fromkeys([*others, *pairwise(ladder)]) if seats > 1 or len(kinds) == 1)
    yield from (((kind,), True) for kind in alone if kind == GREEDY)


def once_a_minute(tell: Tell) -> Tell:
    """Return what tells the same at most once in each minute, for the first time after one."""
    last = time.monotonic()

    def tell_now_and_then() -> None:
        nonlocal last
        if time.monotonic() - last >= MINUTE:
            tell()
            last = time.monotonic()

    return tell_now_and_then


def play_all(
    match: ReportGames, run: GamesRun, judges: Sequence[Sequence[str]], budget: float | None, played: Played, tell: Tell
) -> int:  # fmt: skip
    """Play all stages, and by `judges` of each ruleset what options are worth, each for its part of the time; return an
    exit code.

    `tell` is called after each unit of games.
    """
    parts = [PARTS.get(strongest(stage), SEARCH_PART) for stage in match.stages]
    parts += [WORTH_PARTS.get(kind, SEARCH_PART) for kinds in judges for kind in kinds]
    times = Timetable(budget or inf, parts)
    code = play_stages(match, run, played, times, tell)
    for rules, kinds, found in zip(match.rulesets, judges, played.worth, strict=True):
        worth = WorthGames((rules,), match.seats, match.settings, kind=GREEDY)
        judge = WorthRun(run, worth, lambda name: True, tell, code, found)
        for kind in kinds:
            judge.play(kind, match.stages[0].numbers, times.next_end())
        code = judge.code
    return run.end_run(code)


def strongest(stage: Stage) -> str:
    """Return the last kind of seat of a stage, without its restrictions."""
    return names_in_kind(stage.kinds[-1])[0]


def judges_of(has_weights: bool, seats: int, budget: float | None) -> list[str]:
    """Return who plays to find out what options are worth: first everything, then what stands out."""
    if budget is None or seats < 2:
        return []
    return [*[GREEDY] * has_weights, SEARCHES[0]]


def play_stages(match: ReportGames, run: GamesRun, played: Played, times: Timetable, tell: Tell) -> int:
    """Play all stages; return an exit code."""
    code = 0
    for at, stage in enumerate(match.stages):
        until, least = times.next_end(), LEAST if strongest(stage) in PARTS else 0

        def take(rows: list[GameRow], at: int = at, until: float = until, least: int = least) -> bool:
            for row in rows:
                run.write_game(row.record.as_data())
            played.stages[at] += rows
            tell()
            return time.monotonic() >= until and len(played.stages[at]) >= least

        code = max(code, run.play_job(match.stage_job(at), take, note=partial(progress_note, stage, times.end)))
        if code == INTERRUPTED:
            break
    return code


def answered(
    names: Sequence[str], match: ReportGames, played: Played, games: Games
) -> Iterator[Told]:  # fmt: skip
    """Yield each ruleset with its answers."""
    for at, (name, rules, program) in enumerate(zip(names, match.rulesets, match.compiled(), strict=True)):
        own = [(stage, rows) for stage, rows in zip(match.stages, played.stages, strict=True) if stage.ruleset == at]
        knows = Knows.of_program(program)
        found: list[dict[str, Answer]] = [
            answers(stage.kinds[0], rows, knows) for stage, rows in own if not (stage.is_duel or stage.slips)
        ]  # fmt: skip
        skill = skill_answer(own, match.seats)
        words = RulesetWords.of_ruleset(rules, repeating(games, name, match.seats), knows.options)
        faults, failures = troubled_games([row for _, rows in own for row in rows])
        letter = "AB"[at] if len(names) > 1 else ""
        verdicts = judge_targets(combined_targets(rules.composed_rules), own, knows)
        yield Told(letter, rules.about.headline, name, words, [*found, {SKILL: skill}], faults, failures, verdicts,
                   Worth(played.worth[at]) if match.seats > 1 else None)  # fmt: skip


def repeating(games: Games, name: str, seats: int) -> Callable[[Sequence[str]], str]:
    """Return what makes the command that plays a game of some seats again."""

    def repeat(who: Sequence[str]) -> str:
        kinds = tuple(dict.fromkeys(who)) if len(set(who)) == 1 else tuple(who)
        return replace(games, kinds=() if kinds == (RANDOM,) else kinds).repeat_command(name, seats)

    return repeat


def players_called(stage: Stage) -> str:
    """Return who plays in a stage."""
    who = " against ".join(map(seats_called, reversed(stage.kinds)))
    return f"{who}, one of which slips" if stage.slips else who


def progress_note(stage: Stage, end: float) -> str:
    """Return who plays, and how much of the budget is left, for those who watch."""
    left = "" if end == inf else f", {max(0.0, end - time.monotonic()) / 60:.1f} minutes left for all"
    return f"{players_called(stage)}{left}"


def opening_line(match: ReportGames, played: Sequence[Sequence[GameRow]]) -> str:
    """Return how many games of whom the report is about."""
    sides = [
        ", ".join(
            f"{counted(len(rows), 'game')} of {players_called(stage)}"
            for stage, rows in zip(match.stages, played, strict=True)
            if rows and stage.ruleset == at
        )
        for at in range(len(match.rulesets))
    ]
    letters = [f"{letter}: {said}" for letter, said in zip("AB", sides, strict=True)] if len(sides) > 1 else sides
    return f"Played with {counted(match.seats, 'player')}: {'; '.join(letters)}."
