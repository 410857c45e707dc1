"""`rulewright explain`: what a message, a word of the language, or a rule means."""

from __future__ import annotations

import click

from rulewright.cli import late
from rulewright.cli.completing import reference_words
from rulewright.cli.output import FINE, USAGE

MOST, NEAR = 12, 5
"""How many entries a search lists, and how many are offered for a word that has none."""


@click.command("explain")
@click.argument("word", nargs=-1, shell_complete=reference_words)
@click.option("--search", is_flag=True, help="List what is about these words, whatever it is called.")
def command(word: tuple[str, ...], search: bool) -> int:
    """Explain WORD: the code of a message, a word of the language, or a rule; without WORD, list all words."""
    wanted = " ".join(word)
    if search:
        return search_reference(wanted)
    text, page = late.reference.explanation_of(wanted), late.reference.page_of(wanted)
    if not word:
        click.echo("\n".join(late.reference_text.contents_lines()))
    elif text is not None:
        click.echo("\n".join(late.reference_text.entry_lines(text)))
    elif page is not None:
        click.echo("\n".join(late.reference_text.page_lines(page)))
    else:
        return explain_rule(wanted)
    return FINE


def search_reference(wanted: str) -> int:
    """List the entries that are about something; if the best one is an answer, show it and then the others."""
    if not wanted:
        raise click.UsageError('Write what it should be about: rulewright explain --search "bid in turn"')
    found = late.reference.find_entries(wanted)[:MOST]
    if not found:
        click.echo(f'Nothing is about "{wanted}".  "rulewright explain" lists all words.', err=True)
        return USAGE
    click.echo("\n".join(late.reference_text.answer_lines(found)))
    return FINE


def explain_rule(wanted: str) -> int:
    """Show the rule of this name, or say that there is nothing, and what comes near."""
    if late.show.show_anywhere(wanted):
        return FINE
    near = late.reference.find_entries(wanted)[:NEAR]
    click.echo(f'Nothing is called "{wanted}": no message, no word of the language, no rule.', err=True)
    lines = ["Did you mean:", *late.reference_text.found_lines(near)]
    click.echo("\n".join(lines if near else ['"rulewright explain" lists all words.']), err=True)
    return USAGE
