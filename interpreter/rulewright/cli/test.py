"""`rulewright test`: the scenarios of a ruleset."""

from __future__ import annotations

from functools import cache
from typing import Any

import click

from rulewright.cli import opening
from rulewright.cli.codes import FINDINGS, FINE, USAGE
from rulewright.cli.opening import near
from rulewright.report.layout import counted


@click.command("test")
@click.argument("ruleset")
@click.argument("name", required=False)
def command(ruleset: str, name: str | None) -> int:
    """Run the scenarios of RULESET, or only those whose name contains NAME."""
    source = opening.source_of(ruleset)
    from rulewright.scenarios.run import run_all

    folder = near(opening.described(source).folder)
    results = run_all(programs(ruleset), source, name)
    if not results:
        click.echo(f'No scenario is called "{name}".' if name else "There are no scenarios.")
        click.echo(f"Read {folder}.")
        return USAGE if name else FINE
    failed = [result for result in results if not result.ok]
    for result in failed:
        click.echo("\n".join([f"{result.file}:{result.line}  failed  {result.name}", *result.lines, ""]))
    passed = f"{counted(len(results) - len(failed), 'scenario')} passed"
    click.echo(f"{passed}, {len(failed)} failed.  Read {folder}." if failed else f"{passed}.  Read {folder}.")
    return FINDINGS if failed else FINE


def programs(ruleset: str) -> Any:
    """Return what compiles the ruleset for a number of seats, once for each."""

    @cache
    def program_for(seats: int) -> Any:
        return opening.program(ruleset, seats, {})

    return program_for
