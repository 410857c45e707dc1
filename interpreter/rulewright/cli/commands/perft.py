"""`rulewright perft`: how many lines of play there are, counted exactly."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.compiling import compiler_option, in_c
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import NUMBER, Games, from_option, group_options, refuse_misfits, set_option
from rulewright.cli.output import FINE, form_option, print_report
from rulewright.cli.run import GamesRun
from rulewright.jobs.job import Each, Job
from rulewright.phrasing import counted
from rulewright.playtest.match import READY, Match

if TYPE_CHECKING:
    from rulewright.playtest.perft import Counted, LevelCounts, Perft


@click.command("perft")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("depth", metavar="DEPTH", type=WholeNumber(0))
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@click.option("--lines", "lines_only", is_flag=True, help="Only lines: the last move is not played, which is quicker.")
@click.option("--positions", is_flag=True, help="Count different positions, too.")
@click.option("--turns", is_flag=True, help="Count turns: all that one person decides in a row is one move.")
@click.option("--seed", "number", type=NUMBER, metavar="N", help="Chance goes as in game number N and no other way.")
@from_option()
@set_option()
@click.option("--limit", type=WholeNumber(1), metavar="N",
              help="Keep at most N positions at once; what fits into some 500 MB by default.")  # fmt: skip
@compiler_option()
@click.option("--jobs", type=WholeNumber(1), help="How many cores; all by default.")
@form_option()
@group_options
def command(
    ruleset: str, depth: int, games: Games, number: int | None, scenario: str | None, limit: int | None, form: str,
    **counted_as: bool,
) -> int:  # fmt: skip
    """Count the lines of play of RULESET that are DEPTH moves long, and the games that are over by then.

    For many games these numbers are known, so they show whether rules are right in every corner. A move is the answer
    to one question, also where there is only one: while playing, such an answer is taken without asking, and here it
    counts. Free effects count like any answer. Choices that nothing tells apart are one. With --turns a move is all
    that one person decides before somebody else is asked; ways to the same position are one then.

    Dice and shuffles meet every outcome, and each makes a line of its own without being a move. The average counts
    each line by how likely chance makes it, as an exact fraction. A shuffle has as many outcomes as the whole stack
    has orders, so with more than a few pieces in it --seed is needed.

    Two positions are the same when the same person is asked the same and all that the rules declare stands alike:
    facts, amounts, pieces, and who knows them.
    """
    if counted_as["lines_only"] and counted_as["positions"]:
        raise click.UsageError("--lines and --positions do not go together.")
    rules = opening.ruleset(ruleset)
    refuse_misfits(rules, games.settings)
    seats = opening.seats_for(rules.about, games.players)
    asked = late.perft.Perft(
        rules, seats, depth, tuple(games.settings.items()), number, counted_as["positions"], counted_as["lines_only"],
        limit, counted_as["turns"], scenario=scenario or "",
    )  # fmt: skip
    if asked.turns and asked.enumerates:
        raise click.UsageError("--turns: chance has a part in this game, so say how it goes: --seed 1.")
    began = time.monotonic()
    levels, parts = late.perft.first_moves(asked)
    if parts and not asked.enumerates:
        asked = replace(asked, in_c=build_for(asked, levels, time.monotonic() - began, games))

    def keep(counted_parts: list[Counted]) -> None:
        for one in counted_parts:
            late.perft.add_counts(levels, one)

    if parts and (code := GamesRun(games).play_job(Job(Each(asked), parts, largest=1), keep, "part")):
        return code
    begun = f', from "{scenario}"' if scenario else ""
    opening_line = opening.headline(rules.about, f", {counted(seats, 'player')}{begun}")
    print_report(late.perft_report.perft_report(opening_line, ruleset, asked, levels), form)
    return FINE


def build_for(asked: Perft, levels: Sequence[LevelCounts], seconds: float, typed: Games) -> bool:
    """Return whether to go on in C: where that is wanted, or quicker with the time that compiling takes.

    `seconds`: how long counting `levels` took in Python, the lines of which grow on as they did last.
    """
    lines = [level.lines for level in levels]
    growth, left = lines[-1] / max(1, lines[-2]), asked.depth + 1 - len(lines) - asked.leaves_last_move_out
    ahead = seconds / max(1, sum(lines[:-1])) * lines[-1] * sum(growth**moves for moves in range(left))
    match = Match((asked.ruleset,), asked.seats, asked.settings)
    return in_c(match, typed, lambda _: ahead) == READY
