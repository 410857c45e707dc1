"""`rulewright sheets`: cards and tiles to print and cut out."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.output import FINE, write_or_print


@click.command("sheets")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), required=True,
    help="The page to be written; - prints it.",
)  # fmt: skip
def command(ruleset: str, page: Path) -> int:
    """Write the cards and tiles of RULESET as a page to print and cut out, every piece as often as it is there.

    On each is what the rules print on it and what its rule says, so that a prototype can be tried on a real table.
    """
    opened = opening.ruleset(ruleset)
    words = late.dictionary.read_dictionary(opened.composed_rules, opened.checked_rules())
    found = late.sheets_html.sheets(words, late.rule_text.rule_texts(late.rulebook.book_of(opened)))
    if not found:
        raise click.UsageError(f"{ruleset} has no pieces with an inventory, so there is nothing to cut out.")
    write_or_print(page, late.sheets_html.sheets_html(opened.about.headline, found))
    return FINE
