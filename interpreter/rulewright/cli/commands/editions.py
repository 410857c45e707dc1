"""`rulewright editions`: a page on which two or three editions of a game are compared."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli import opening
from rulewright.cli.options import chosen, lang_option
from rulewright.cli.output import FINE, write


@click.command("editions")
@click.argument("a")
@click.argument("b")
@click.argument("c", required=False)
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), required=True,
    help="The page to be written; - prints it.",
)  # fmt: skip
@lang_option()
def command(a: str, b: str, c: str | None, page: Path, language: str) -> int:
    """Write a page that shows how the editions B and C differ from A, with links into their rulebooks."""
    from rulewright.report.editions.page import editions_html
    from rulewright.report.rulebook import book_of

    names = [a, b, *([c] if c is not None else [])]
    language = chosen(a, language)
    rulesets = [opening.ruleset(name) for name in names]
    write(page, editions_html(rulesets, [book_of(ruleset) for ruleset in rulesets], language))
    return FINE
