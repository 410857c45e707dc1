"""`rulewright explain`: what a message, a word of the language, or a rule means."""

from __future__ import annotations

import click

from rulewright.cli.codes import USAGE


@click.command("explain")
@click.argument("word", nargs=-1, required=True)
def command(word: tuple[str, ...]) -> int:
    """Explain WORD: the code of a message, a word of the language, or a rule."""
    from rulewright.syntax.reference import explain

    wanted = " ".join(word)
    text = explain(wanted)
    if text is not None:
        click.echo(text.rstrip())
        return 0
    from rulewright.cli.show import show_anywhere

    if show_anywhere(wanted):
        return 0
    click.echo(f'Nothing is called "{wanted}": no message, no word of the language, no rule.', err=True)
    return USAGE
