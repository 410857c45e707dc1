"""`rulewright docs`: the documentation as a folder of pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.output import FINE
from rulewright.cli.waiting import waiting_shown
from rulewright.source.folders import guides, rulesets_in, shipped
from rulewright.source.writing import write_text

if TYPE_CHECKING:
    from rulewright.report.site import CommandHelp, GamePage


@click.command("docs")
@click.option(
    "--out", "folder", metavar="FOLDER", type=click.Path(path_type=Path), default=Path("rulewright-docs"),
    show_default=True, help="Write the pages into this folder: a new one, an empty one, or that of such pages.",
)  # fmt: skip
@click.pass_context
def command(ctx: click.Context, folder: Path) -> int:
    """Write the documentation as pages to read in a browser: the guides, the reference, examples and rulebooks.

    The pages need no server and load nothing from elsewhere. Open index.html in FOLDER.
    """
    if folder.is_dir() and any(folder.iterdir()) and not (folder / late.site.INDEX).is_file():
        raise click.UsageError(f"{folder} has other files in it. Name an empty folder, or one that is not there yet.")
    with waiting_shown("Making the pages"):
        files = dict(late.site.files_of(list(command_helps(ctx)), list(shipped_games())))
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_text(folder / path, text)
    click.echo(f"Wrote {len(files)} files.  Open {folder / late.site.START} in a browser.")
    return FINE


def command_helps(ctx: click.Context) -> Iterator[CommandHelp]:
    """Yield every command with its help."""
    above = ctx.find_root()
    group = above.command
    assert isinstance(group, click.Group)
    for name in group.list_commands(above):
        found = group.get_command(above, name)
        assert found is not None
        with click.Context(found, above, name, terminal_width=80, max_content_width=80) as inner:
            yield late.site.CommandHelp(name, found.get_short_help_str(200), found.get_help(inner))


def shipped_games() -> Iterator[GamePage]:
    """Yield the shipped rulesets and the examples, with their rulebooks."""
    for root in (shipped(), guides() / "examples"):
        for folder in rulesets_in(root):
            name = folder.name if root == shipped() else str(folder)
            rules = opening.ruleset(name)
            yield late.site.GamePage(rules.about, late.rulebook.book_of(rules))
