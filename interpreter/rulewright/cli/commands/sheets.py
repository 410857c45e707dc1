"""`rulewright sheets`: boards, pieces, markers and money to print and cut out."""

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
    """Write all that RULESET is played with as a page to print and cut out.

    Boards, every piece as often as it is there, with what the rules print on it and what its rule says, markers of the
    players, and counters for amounts: a prototype can be tried on a real table.
    """
    opened = opening.ruleset(ruleset)
    words = late.dictionary.read_dictionary(opened.composed_rules, opened.checked_rules())
    game = late.engine.Game.start(opened.program(opened.most_seats, traced=True))
    styles = late.drawing.styles_of(late.table_rules.table_rules_of(game.program))
    texts = late.rule_text.rule_texts(late.rulebook.book_of(opened))
    found = late.sheets_html.sheets(words, texts, late.report_table.look(game, None), styles)
    write_or_print(page, late.sheets_html.sheets_html(opened.about.headline, found))
    return FINE
