"""`rulewright seat-check`: a program of one's own that decides for a seat, tried before it plays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

import click

from rulewright.cli import opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import drawn_secret
from rulewright.cli.output import FINDINGS, FINE
from rulewright.phrasing import counted
from rulewright.players.external.checks.running import Checked, check_situations, check_whole_games
from rulewright.players.external.kinds import COMMAND, Outside, is_outside, outside_seat
from rulewright.report.layout import fold


@click.command("seat-check")
@click.argument("program", metavar="COMMAND")
@click.option("--rules", metavar="RULESET", shell_complete=ruleset_names,
              help="Play a game of this ruleset as well; by default of the first one that `list` names.")  # fmt: skip
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
@click.option("--games", type=WholeNumber(0), default=1, show_default=True, help="How many games.")
@click.option("--json", "as_json", is_flag=True, help="Print for other programs.")
def command(program: str, rules: str | None, players: int | None, games: int, as_json: bool) -> int:
    """Try COMMAND, a program that decides for a seat (also cmd:2s:COMMAND, tcp:HOST:PORT), in games and difficulties.

    It is started about forty times, and once more for each seat of a game.
    """
    kind = outside_seat(program if is_outside(program) else f"{COMMAND}:{program}")
    found = []
    for checked in check_seat(kind, rules, players, games):
        found.append(checked)
        if not as_json:
            click.echo("\n".join(situation_lines(checked)))
    failed = sum(not checked.passed for checked in found)
    if as_json:
        document = {"version": 1, "seat": kind.kind, "failed": failed, "checks": [asdict(one) for one in found]}
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        said = f"The seat failed in {failed} of {counted(len(found), 'situation')}."
        passed = f"The seat passed in {counted(len(found), 'situation')}."
        click.echo(f"\n{said} `rulewright explain protocol` has the protocol." if failed else f"\n{passed}")
    return FINDINGS if failed else FINE


def check_seat(kind: Outside, rules: str | None, players: int | None, games: int) -> Iterator[Checked]:
    """Yield what was found out, the situations first."""
    ready = None
    if games:
        ruleset = opening.ruleset(rules or opening.every_ruleset()[0])
        ready = ruleset.program(opening.seats_for(ruleset.about, players), traced=True)
    yield from check_situations(kind)
    if ready is not None:
        yield from check_whole_games(ready, kind, range(1, 1 + games), drawn_secret())


def situation_lines(checked: Checked) -> list[str]:
    """Return the line of a situation; below it what went wrong, and what to do about it."""
    head = fold(checked.what, f"{'ok' if checked.passed else 'FAILED':8}", " " * 8)
    reasons = [] if checked.passed else [text for text in (checked.cause, checked.remedy) if text]
    return [*head, *(line for text in reasons for line in fold(f"{text[:1].upper()}{text[1:].rstrip('.')}.", " " * 10))]
