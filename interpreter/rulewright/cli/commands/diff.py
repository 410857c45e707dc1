"""`rulewright diff`: how two rulesets differ."""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.output import FINDINGS, FINE, page_option, print_report


@click.command("diff")
@click.argument("a", shell_complete=ruleset_names)
@click.argument("b", shell_complete=ruleset_names)
@click.option("--full", is_flag=True, help="Say every sentence that is different.")
@click.option("--all", "every", is_flag=True, help="List differences in wording, too.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="Print for people, as Markdown, or for other programs.",
)
@page_option()
def command(a: str, b: str, full: bool, every: bool, form: str, page: Path | None) -> int:
    """Show what is different from A to B, rule by rule, in the order of the rulebook.

    NAME@REVISION is a ruleset as it was at a commit of git: rulewright diff NAME@HEAD~1 NAME

    Ends with 0 when nothing is different, with 1 otherwise.
    """
    rulesets = opening.ruleset(a), opening.ruleset(b)
    text, other_text = (late.rule_text.rule_texts(late.rulebook.book_of(ruleset)) for ruleset in rulesets)
    rows, books = late.diff.difference_rows(*rulesets), (text, other_text)
    abouts = rulesets[0].about, rulesets[1].about
    headlines = abouts[0].headline, abouts[1].headline
    if headlines[0] == headlines[1]:
        one, other = ends_apart(a, b)
        headlines = f"{headlines[0]} ({one})", f"{headlines[1]} ({other})"
    if page is not None:
        rulebooks = [late.rulebook.book_of(ruleset) for ruleset in rulesets]
        print_report(late.editions_page.editions_report(rulesets, rulebooks, (a, b), books=False), page=page)
    elif form == "markdown":
        click.echo(late.diff_markdown.as_markdown(headlines, rows, books))
    else:
        assumed = abouts[0].assumed, abouts[1].assumed
        print_report(late.diff_report.diff_report((a, b), headlines, assumed, rows, books, full, every), form)
    return FINDINGS if rows else FINE


def ends_apart(a: str, b: str) -> tuple[str, str]:
    """Return the ends of two paths, as long as they have to be to differ; names of other kinds as they are."""
    one, other = Path(a).parts, Path(b).parts
    for size in range(1, max(len(one), len(other)) + 1):
        if one[-size:] != other[-size:] and not opening.is_revision(a) and not opening.is_revision(b):
            return str(Path(*one[-size:])), str(Path(*other[-size:]))
    return a, b
