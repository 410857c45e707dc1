"""`rulewright rulebook`: a rulebook to print or to read, made from the rules."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli import opening
from rulewright.cli.options import chosen, lang_option
from rulewright.cli.output import FINE, write

if TYPE_CHECKING:
    from rulewright.report.rulebook.model import Book


@click.command("rulebook")
@click.argument("ruleset")
@click.option("--html", "page", metavar="FILE", type=click.Path(path_type=Path), help="Write a page to print or send.")
@click.option("--against", metavar="RULESET", help="Mark what differs from another ruleset.")
@click.option("--markdown", "text", metavar="FILE", type=click.Path(path_type=Path), help="Write Markdown to a file.")
@lang_option()
def command(ruleset: str, page: Path | None, text: Path | None, against: str | None, language: str) -> int:
    """Make a rulebook from the rules of RULESET. Without --html or --markdown it is printed here, as Markdown."""
    if page is not None and text is not None and page.resolve() == text.resolve():
        raise click.UsageError("--html and --markdown name the same file.")
    language = chosen(ruleset, language)
    book = made(ruleset, language)
    if against is not None:
        from rulewright.report.rulebook.marks import marked

        book = marked(book, made(against, chosen(against, language)), opening.about(against).headline)
    if page is not None:
        from rulewright.report.rulebook import html

        write(page, html(book))
    if text is not None or page is None:
        from rulewright.report.rulebook.markdown import markdown

        write(text, markdown(book))
    return FINE


def made(ruleset: str, language: str = "") -> Book:
    """Check a ruleset for the most players that it allows, and make its book; its names in a language."""
    from rulewright.report.rulebook import book_of

    return book_of(opening.ruleset(ruleset).in_language(language))
