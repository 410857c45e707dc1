"""`rulewright list`: which rulesets are here."""

from __future__ import annotations

import click

from rulewright.cli import opening
from rulewright.cli.opening import About, near
from rulewright.diagnostics import RulesError
from rulewright.report.layout import counted, pad


@click.command("list")
def command() -> int:
    """Show which games are here: in ./rulesets and shipped."""
    failed = False
    rows: list[About] = []
    for name in opening.every():
        try:
            rows.append(opening.about(name))
        except RulesError as problem:
            failed = True
            click.echo(f"{name}: {problem.findings[0].message} (rulewright check {name})", err=True)
    if not rows:
        click.echo("No rulesets are here: looked in ./rulesets and among the shipped ones.")
    wide = max((len(row.name) for row in rows), default=0) + 2
    for row in rows:
        click.echo("\n".join(entry(row, wide)))
    return int(failed)


def entry(row: About, wide: int) -> list[str]:
    """Return the lines for one ruleset."""
    players = f"{row.fewest} to {row.most} players" if row.most > row.fewest else counted(row.most, "player")
    sure = f"{counted(row.assumed, 'figure')} assumed" if row.assumed else "no figure assumed"
    return [f"{pad(row.name, wide)}{row.headline}", f"{pad('', wide)}{players}, {sure}; {near(row.folder)}"]
