"""`rulewright perft`: how many lines of play there are, counted exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import NUMBER, Games, group_options, refuse_misfits, set_option
from rulewright.cli.output import FINE, form_option, print_report
from rulewright.cli.run import GamesRun
from rulewright.jobs.job import Each, Job
from rulewright.phrasing import counted

if TYPE_CHECKING:
    from rulewright.playtest.perft import Counted


@click.command("perft")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.argument("depth", metavar="DEPTH", type=WholeNumber(0))
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@click.option("--lines", "lines_only", is_flag=True, help="Only lines: the last move is not played, which is quicker.")
@click.option("--positions", is_flag=True, help="Count different positions, too.")
@click.option("--seed", "number", type=NUMBER, metavar="N", help="Chance goes as in game number N and no other way.")
@set_option()
@click.option("--limit", type=WholeNumber(1), metavar="N",
              help="Keep at most N positions at once; what fits into some 500 MB by default.")  # fmt: skip
@click.option("--jobs", type=WholeNumber(1), help="How many cores; all by default.")
@form_option()
@group_options
def command(
    ruleset: str, depth: int, games: Games, lines_only: bool, positions: bool, number: int | None, limit: int | None,
    form: str,
) -> int:  # fmt: skip
    """Count the lines of play of RULESET that are DEPTH moves long, and the games that are over by then.

    For many games these numbers are known, so they show whether rules are right in every corner. A move is the answer
    to one question, also where there is only one: while playing, such an answer is taken without asking, and here it
    counts. Free effects count like any answer. Choices that nothing tells apart are one.

    Dice and shuffles meet every outcome, and each makes a line of its own without being a move. The average counts
    each line by how likely chance makes it, as an exact fraction. A shuffle has as many outcomes as the whole stack
    has orders, so with more than a few pieces in it --seed is needed.

    Two positions are the same when the same person is asked the same and all that the rules declare stands alike:
    facts, amounts, pieces, and who knows them.
    """
    if lines_only and positions:
        raise click.UsageError("--lines and --positions do not go together.")
    rules = opening.ruleset(ruleset)
    refuse_misfits(rules, games.settings)
    seats = opening.seats_for(rules.about, games.players)
    asked = late.perft.Perft(rules, seats, depth, tuple(games.settings.items()), number, positions, lines_only, limit)
    levels, parts = late.perft.first_moves(asked)

    def keep(counted_parts: list[Counted]) -> None:
        for one in counted_parts:
            late.perft.add_counts(levels, one)

    if parts and (code := GamesRun(games).play_job(Job(Each(asked), parts, largest=1), keep, "part")):
        return code
    opening_line = opening.headline(rules.about, f", {counted(seats, 'player')}")
    print_report(late.perft_report.perft_report(opening_line, ruleset, asked, levels), form)
    return FINE
