"""Options that several commands share: numbers of games, and the language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from rulewright.cli.completing import languages
from rulewright.cli.numbers import Whole
from rulewright.cli.output import meant
from rulewright.diagnostics.limits import GAME_NUMBER
from rulewright.players.seats import is_here_only
from rulewright.report.layout import counted

NUMBER = Whole(0, GAME_NUMBER.most)
"""The number of a game."""


def seed_option() -> Callable[[Any], Any]:
    """Return the option `--seed` of a command that plays several games."""
    return click.option("--seed", type=NUMBER, default=1, show_default=True, help="Number of the first game.")


def jobs_option(default: str = "all by default") -> Callable[[Any], Any]:
    """Return the option `--jobs`; the command gets `jobs`, None if the option is not given."""
    return click.option("--jobs", type=Whole(1), help=f"How many cores; {default}.")


def cluster_option() -> Callable[[Any], Any]:
    """Return the option `--cluster`; the command gets an address, None for this machine."""
    return click.option(
        "--cluster", metavar="ADDRESS",
        help="Use a Dask cluster: tcp://HOST:PORT, a scheduler file, or local:4 to start one here with 4 workers.",
    )  # fmt: skip


def sent_to(cluster: str | None, jobs: int | None, who: Sequence[str]) -> None:
    """Refuse what cannot be sent to a cluster."""
    if cluster and jobs:
        raise click.UsageError("--cluster has workers of its own: leave out --jobs.")
    own = [kind for kind in who if is_here_only(kind)]
    if cluster and own:
        raise click.UsageError(f"--seat {own[0]} cannot be sent to a cluster: it is only here.")


def numbered(seed: int, games: int) -> range:
    """Return the numbers of the games; raises `click.UsageError` where some of them would be too high."""
    if seed + games - 1 > GAME_NUMBER.most:
        said = f"--seed {seed} leaves room for {counted(GAME_NUMBER.most - seed + 1, 'game')}"
        raise click.UsageError(f"{said}: the highest game number is {GAME_NUMBER.most}.")
    return range(seed, seed + games)


def lang_option() -> Callable[[Any], Any]:
    """Return the option `--lang`; the command gets a text `language`, "" for that of the rules."""
    return click.option(
        "--lang", "language", metavar="LANG", default="", shell_complete=languages,
        help="Show texts in this language of the ruleset: pl.",
    )  # fmt: skip


def chosen(ruleset: str, language: str) -> str:
    """Return the language, "" for that of the rules, and print in it; refuse one that the ruleset has no texts in."""
    from rulewright.cli import opening
    from rulewright.report.wording import speak

    if not language:
        speak("")
        return ""
    own, *others = opening.source_of(ruleset).languages
    known = [own, *others]
    if language not in known:
        listed = f"Its languages: {own} (its own){''.join(f', {other}' for other in others)}."
        said = f'{ruleset} has no texts in "{language}".{meant(language, known)}'
        raise click.UsageError(f"--lang {language}: {said} {listed}")
    wanted = "" if language == own else language
    click.get_current_context().call_on_close(lambda: speak(""))
    speak(wanted)
    return wanted
