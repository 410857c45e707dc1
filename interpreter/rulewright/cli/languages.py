"""`--lang LANG`: the language in which a game is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulewright.diagnostics import nearest


def lang_option() -> Callable[[Any], Any]:
    """Return the option `--lang`; the command gets a text `language`, "" for that of the rules."""
    return click.option(
        "--lang", "language", metavar="LANG", default="", help="Show texts in this language of the ruleset: pl."
    )


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
        best = nearest(language, known)
        meant = f' Did you mean "{best}"?' if best else ""
        listed = f"Its languages: {own} (its own){''.join(f', {other}' for other in others)}."
        raise click.UsageError(f'--lang {language}: {ruleset} has no texts in "{language}".{meant} {listed}')
    wanted = "" if language == own else language
    click.get_current_context().call_on_close(lambda: speak(""))
    speak(wanted)
    return wanted
