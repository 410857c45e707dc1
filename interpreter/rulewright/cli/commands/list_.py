"""`rulewright list`: which rulesets are here."""

from __future__ import annotations

import click

from rulewright.cli import opening
from rulewright.cli.opening import path_text
from rulewright.diagnostics import RulesError
from rulewright.phrasing import counted
from rulewright.report.layout import WIDTH, fold, pad
from rulewright.workspace.about import About


@click.command("list")
def command() -> int:
    """Show which games are here: in ./rulesets and shipped."""
    failed = False
    rows: list[About] = []
    for name in opening.every_ruleset():
        try:
            rows.append(opening.ruleset(name).about)
        except RulesError as problem:
            failed = True
            click.echo(f"{name}: {problem.findings[0].message} (rulewright check {name})", err=True)
    if not rows:
        click.echo("No rulesets are here: looked in ./rulesets and among the shipped ones.")
    wide = max((len(row.name) for row in rows), default=0) + 2
    for row in sorted(rows, key=lambda row: row.variant_of != ""):
        click.echo("\n".join(entry_lines(row, wide)))
    stacks = [f"{one.name}+{v.name}" for v in rows if v.variant_of for one in rows if one.edition_of == v.variant_of]
    if stacks:
        click.echo("\n".join(fold(f"A variant goes with other editions, too: rulewright play {stacks[-1]}")))
    return int(failed)


def entry_lines(row: About, wide: int) -> list[str]:
    """Return the lines for one ruleset."""
    sure = f"{counted(row.assumed, 'figure')} assumed" if row.assumed else "no figure assumed"
    variant = f"variant of {row.variant_of}; " if row.variant_of else ""
    also = fold(f"same rules: {', '.join(row.same_rules)}", pad("", wide)) if row.same_rules else []
    facts, where = f"{variant}{row.players}, {sure};", path_text(row.folder)
    short = wide + len(facts) + len(where) < WIDTH
    last = [f"{facts} {where}"] if short else [facts, where]
    inside = pad("", wide)
    told = [line for text in last for line in fold(text, inside)]
    return [*fold(row.headline, pad(row.name, wide), inside), *also, *told]
