"""`rulewright sources`: where the figures and pieces of a ruleset are printed, and which are assumed."""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulewright.cli import opening
from rulewright.cli.opening import near
from rulewright.cli.written import Written, in_data_files
from rulewright.report.layout import counted, fold


@click.command("sources")
@click.argument("ruleset")
@click.option("--assumed", is_flag=True, help="Only what is assumed.")
def command(ruleset: str, assumed: bool) -> int:
    """Show where each figure and piece of RULESET is printed, or why it is assumed."""
    source = opening.source_of(ruleset)
    about = opening.described(source)
    click.echo(f"{about.headline}.  Read {near(about.folder)}.")
    click.echo(f"{counted(about.assumed, 'figure')} of it assumed.\n")
    for layer in opening.layers(source):
        for book in layer.manifest.sources:
            click.echo("\n".join(fold(f"{book.name}: {book.title}", "", "    ")))
    click.echo("")
    for layer in opening.layers(source):
        for written in in_data_files(layer):
            if not assumed or any(remark.startswith("assumed") for remark in written.remarks):
                click.echo("\n".join(entry(written)))
    return 0


def entry(written: Written) -> Iterator[str]:
    """Yield the lines for one figure or row."""
    yield f"{written.file}:{written.line}  {written.name}"
    for remark in written.remarks or ("no source given",):
        yield from fold(remark, "    ")
