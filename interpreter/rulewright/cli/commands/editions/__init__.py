"""`rulewright editions`: a page on which two or three editions of a game are compared.

playing.py    what each difference does in play: measured effects and example games
"""

from __future__ import annotations

from pathlib import Path

import click

from rulewright.cli import compiling, late, opening
from rulewright.cli.completing import ruleset_names
from rulewright.cli.numbers import WholeNumber
from rulewright.cli.options import (
    Games,
    choose_language,
    group_options,
    jobs_option,
    lang_option,
    seat_option,
    seed_option,
)
from rulewright.cli.output import FINE, print_report


@click.command("editions")
@click.argument("a", shell_complete=ruleset_names)
@click.argument("b", shell_complete=ruleset_names)
@click.argument("c", required=False, shell_complete=ruleset_names)
@click.option(
    "--html", "page", metavar="FILE", type=click.Path(path_type=Path), required=True,
    help="The page to be written; - prints it.",
)  # fmt: skip
@click.option("--games", type=WholeNumber(0), default=100, show_default=True,
              help="How many pairs of games measure each difference; 0 for none.")  # fmt: skip
@click.option("--examples", type=WholeNumber(0), default=100, show_default=True, metavar="GAMES",
              help="How many games are tried to find an example of each difference; 0 for none.")  # fmt: skip
@click.option("--players", type=WholeNumber(1), help="How many players; the fewest by default.")
@seat_option()
@seed_option()
@jobs_option()
@compiling.compiler_option()
@lang_option()
@group_options
def command(a: str, b: str, c: str | None, page: Path, games: Games, examples: int, language: str) -> int:
    """Write a page that shows how the editions B and C differ from A, with links into their rulebooks.

    Each named difference is measured alone, by the same games with and without it, and shown by a short game that both
    editions play differently. That takes a minute or two for a large game.
    """
    names = [a, b, *([c] if c is not None else [])]
    rulesets = [opening.ruleset(name) for name in names]
    language = [choose_language(name, rules, language) for name, rules in zip(names, rulesets, strict=True)][0]
    play = None
    if games.games or examples:
        play = late.editions_playing.in_play(names, games, examples, language)
    books = [late.rulebook.book_of(ruleset) for ruleset in rulesets]
    print_report(late.editions_page.editions_report(rulesets, books, names, language, play=play), page=page)
    return FINE
