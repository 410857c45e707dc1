"""`rulewright mcp`: a language model sits at the table."""

from __future__ import annotations

import os
import sys
from functools import cache

import click

from rulewright.chance import with_secret
from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    KNOWN_CHANCE,
    NUMBER,
    SeatKindType,
    choose_language,
    drawn_secret,
    lang_option,
    refuse_misfits,
    refuse_too_many,
    set_option,
)
from rulewright.cli.output import FINE
from rulewright.players.external.kinds import is_outside
from rulewright.players.seats import make_adviser, make_decider
from rulewright.report.layout import fold

MODEL_SEAT = "model"
"""The kind of seat in which the language model sits."""


@click.command("mcp")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--seat", "kinds", type=SeatKindType(MODEL_SEAT), multiple=True,
              help="Who sits in the next seat; repeat it. By default the model, then as in play.")  # fmt: skip
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@click.option("--seed", type=NUMBER, help="Number of the first game; drawn by default.")
@set_option()
@lang_option()
def command(
    ruleset: str, kinds: tuple[str, ...], players: int | None, seed: int | None, settings: dict[str, int], language: str
) -> int:
    """Let a language model play RULESET: a server of the Model Context Protocol over standard input and output.

    In a client such as Claude Desktop, enter the command `rulewright` with the words `mcp` and the ruleset.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what else is printed must not come between the answers
    rules = opening.ruleset(ruleset)
    about = rules.about
    seats = opening.seats_for(about, players or (len(kinds) if len(kinds) > about.fewest else None))
    refuse_too_many(kinds, seats)
    refuse_misfits(rules, settings)
    language = choose_language(ruleset, rules, language)
    ready = rules.in_language(language).program(seats, settings, traced=True)
    plain = rules.program(seats, settings)
    who = [*(kinds or [MODEL_SEAT]), *[opening.usual_kind(ready)] * seats][:seats]
    if who.count(MODEL_SEAT) != 1:
        raise click.UsageError(f"One seat is the model's: --seat {MODEL_SEAT} is given {who.count(MODEL_SEAT)} times.")
    table = late.mcp_sitting.seat_model(
        ready, who.index(MODEL_SEAT), who, lambda kind: make_decider(kind, ready if is_outside(kind) else plain),
        with_secret(late.play.drawn_number(), drawn_secret()) if seed is None else seed,
    )  # fmt: skip
    if seed is not None:
        click.echo("\n".join(fold(KNOWN_CHANCE)), err=True)
    adviser = late.table_advice.adviser_kind(opening.usual_kind(plain))
    tools = late.mcp_tools.ModelTable(
        table, late.table_advice.TableAdvice(rules), cache(lambda: late.rulebook.book_of(rules)),
        adviser, cache(lambda: make_adviser(adviser, plain)),
    )  # fmt: skip
    server = late.mcp_server.McpServer(about.headline, tools)
    with answers:
        late.mcp_rpc.serve_requests(sys.stdin.buffer, answers, server.run_method)
    return FINE
