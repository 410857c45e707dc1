"""`rulewright show`: a rule, piece, figure or ruling as it is written, with its file and line and its source."""

from __future__ import annotations

import sys

import click

from rulewright.cli import late, opening
from rulewright.cli.completing import ruleset_or_rule_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.opening import path_text
from rulewright.cli.output import FINE, USAGE, paint_for, suggestion_for
from rulewright.diagnostics import RulesError
from rulewright.phrasing import listing
from rulewright.report.layout import fold, tame
from rulewright.source.layers import layers_of
from rulewright.workspace.definitions import WrittenThing, names_in, written_in


@click.command("show")
@click.argument("names", nargs=-1, required=True, metavar="[RULESET] NAME", shell_complete=ruleset_or_rule_names)
@click.option("--expanded", "how", flag_value="expanded", help="As it stands after all changes, with all values.")
@click.option("--layout", "how", flag_value="layout", help="The numbers that a position consists of.")
@click.option("--program", "how", flag_value="program", help="The blocks that the interpreter runs.")
@click.option("--players", type=WholeNumber(1), help="How many players; the most by default.")
def command(names: tuple[str, ...], how: str | None, players: int | None) -> int:
    """Show NAME as it is written: a rule (step.turn or turn), a piece, a figure, a ruling, a word declared.

    Without RULESET all rulesets that are here are searched. With --expanded, --layout or --program say RULESET; then
    NAME may be left out.
    """
    if len(names) > 2:
        raise click.UsageError("Give one name, or a ruleset and a name.")
    if how is not None:
        return late.finished.show_finished(how, names[0], names[1] if len(names) == 2 else None, players)
    if players is not None:
        raise click.UsageError("--players goes with --expanded, --layout or --program.")
    found = show_in(names[0], names[1]) if len(names) == 2 else show_anywhere(names[0])
    if found:
        return FINE
    where = [names[0]] if len(names) == 2 else opening.every_ruleset()
    said = suggestion_for(names[-1], (name for ruleset in where for name in known_names(ruleset)))
    click.echo(f'Nothing is called "{names[-1]}" in {listing(where) or "any ruleset"}.{said}', err=True)
    return USAGE


def show_in(ruleset: str, name: str) -> bool:
    """Print everything of this name in one ruleset and those below it; False when there is nothing."""
    chain = layers_of(opening.ruleset(ruleset).source)[::-1]
    found = [written for source in chain for written in written_in(source, name)]
    if found:
        click.echo(f"Read {listing([path_text(source.folder) for source in chain])}.\n")
        click.echo("\n\n".join("\n".join(definition_lines(written)) for written in found))
    return bool(found)


def show_anywhere(name: str) -> bool:
    """Print everything of this name in the first ruleset that has it, and say which others do."""
    having = [ruleset for ruleset in opening.every_ruleset() if name in known_names(ruleset)]
    if not having or not show_in(having[0], name):
        return False
    if len(having) > 1:
        others = listing([f"rulewright show {ruleset} {name}" for ruleset in having[1:]], "or")
        click.echo("\n" + "\n".join(fold(f"Others have it, too:  {others}")))
    return True


def known_names(ruleset: str) -> set[str]:
    """Return every name in a ruleset's own files; none when they cannot be read."""
    try:
        return names_in(opening.ruleset(ruleset).source)
    except RulesError:
        return set()


def definition_lines(written: WrittenThing) -> list[str]:
    """Return the text of one declaration, row or figure."""
    colours = paint_for(sys.stdout)
    digits = len(str(written.line + len(written.text)))
    body = [f"{written.line + i:>{digits}} | {tame(text)}".rstrip() for i, text in enumerate(written.text)]
    head = f"{colours('path', f'{written.file}:{written.line}')}  {written.name}"
    return [head, *body, *(line for remark in written.remarks for line in fold(remark, "  "))]
