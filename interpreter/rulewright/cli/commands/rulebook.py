"""`rulewright rulebook`: a rulebook to print or to read, made from the rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.options import choose_language, lang_option
from rulewright.cli.output import FINE, write_or_print
from rulewright.phrasing import counted

if TYPE_CHECKING:
    from rulewright.report.rulebook_html import StartingTable
    from rulewright.workspace import Ruleset

ENGLISH_ONLY = (
    "the sentences of a rulebook are made in English, and only names would be in another language. "
    "The game itself, and its page of editions, are in that language: rulewright play, rulewright editions."
)
"""Why there is no rulebook in another language, and what there is instead."""


START_GAME = 1
"""The number of the game of which the start is drawn."""


@click.command("rulebook")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to print or send.")
@click.option("--against", metavar="RULESET", shell_complete=ruleset_names,
              help="Mark what differs from another ruleset.")  # fmt: skip
@click.option("--markdown", "text", metavar="FILE", type=click.Path(path_type=Path), help="Write Markdown to a file.")
@lang_option()
def command(ruleset: str, page: Path | None, text: Path | None, against: str | None, language: str) -> int:
    """Make a rulebook from the rules of RULESET. Without --html or --markdown it is printed here, as Markdown."""
    if page is not None and text is not None and os.path.realpath(page) == os.path.realpath(text):
        raise click.UsageError("--html and --markdown name the same file.")
    rules = opening.ruleset(ruleset)
    if choose_language(ruleset, rules, language):
        raise click.UsageError(f"--lang {language}: {ENGLISH_ONLY}")
    book = late.rulebook.book_of(rules)
    if against is not None:
        other = opening.ruleset(against)
        book = late.marks.mark_changes(book, late.rulebook.book_of(other), other.about.headline)
    if page is not None:
        write_or_print(page, late.rulebook_html.rulebook_html(book, start=_start_table(rules)))
    if text is not None or page is None:
        write_or_print(text, late.rulebook_markdown.rulebook_markdown(book))
    return FINE


def _start_table(rules: Ruleset) -> StartingTable:
    """Return the table at the start of a game of the most players."""
    most = rules.most_seats
    game = late.engine.Game.start(rules.program(most, traced=True), START_GAME)
    styles = late.drawing.styles_of(late.table_rules.table_rules_of(game.program))
    markup = late.drawing.draw_table(late.report_table.look(game, None), styles)
    caption = (
        f"The table before the first decision, as all see it: game number {START_GAME}, {counted(most, 'player')}."
    )
    return late.rulebook_html.StartingTable(caption, markup, styles)
