"""`rulewright explain`: what a message, a word of the language, or a rule means."""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulewright.cli.output import USAGE, meant
from rulewright.report.layout import WIDTH, fold


@click.command("explain")
@click.argument("word", nargs=-1, required=True)
def command(word: tuple[str, ...]) -> int:
    """Explain WORD: the code of a message, a word of the language, or a rule."""
    from rulewright.syntax.reference import explain, words

    wanted = " ".join(word)
    text = explain(wanted)
    if text is not None:
        click.echo("\n".join(shown(text)))
        return 0
    from rulewright.cli.commands.show import show_anywhere

    if show_anywhere(wanted):
        return 0
    said = meant(wanted, words())
    click.echo(f'Nothing is called "{wanted}": no message, no word of the language, no rule.{said}', err=True)
    return USAGE


def shown(text: str) -> Iterator[str]:
    """Yield an entry of the reference line by line, its examples further to the right."""
    example = False
    for line in text.rstrip().split("\n"):
        if line.startswith("```"):
            example = not example
        elif example:
            yield from fold(line, "    ", "        ") if len(line) > WIDTH - 4 else [f"    {line}".rstrip()]
        else:
            yield from fold(line) if len(line) > WIDTH else [line]
