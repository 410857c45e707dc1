"""Chance where programs sit: 128 secret bits, unless `--seed` is given.

A program can try numbers of games until its own hand comes out, and then knows every hand. Where one sits, games keep
their numbers, but chance also depends on a secret that is drawn for the run and kept in its journal.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import click
from click.core import ParameterSource

from rulewright.cli.keeping import beside
from rulewright.compile.chance import SECRET_BYTES
from rulewright.jobs.journal import Plain, begun_as
from rulewright.players.seats import is_here_only
from rulewright.report.layout import fold
from rulewright.source.writing import LineFile

KNOWN = (
    "With --seed, chance goes by the number of each game: a program that tries numbers can compute all hands and dice."
)
ANEW = "Programs can remember, so every game has shuffles of its own, and intervals are wider."


def drawn_secret() -> str:
    """Return 128 secret bits as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)


def has_programs(who: Sequence[str]) -> bool:
    """Return whether a program or a class sits in some seat."""
    return any(map(is_here_only, who))


def secret_of_run(who: Sequence[str], file: LineFile | None = None, resume: bool = False, anew: bool = False) -> str:
    """Return the secret by which the games of a command go, and say what follows from that; empty without one.

    A run that is resumed keeps its own, which is in the journal beside `file`; those of earlier versions have none.
    `anew`: the command plays a deal more than once, though not to those who can remember it.
    """
    if not has_programs(who):
        return ""
    typed = click.get_current_context().get_parameter_source("seed") is not ParameterSource.DEFAULT
    secret = "" if typed else drawn_secret()
    if file is not None and resume and not typed:
        secret = str(begun_as(beside(file.path)).get("secret", ""))
    for line in fold(" ".join([*([] if secret else [KNOWN]), *([ANEW] if anew and secret else [])])):
        click.echo(line, err=True)
    return secret


def in_identity(secret: str) -> dict[str, Plain]:
    """Return the entries about a secret in the identity of a journal."""
    return {"secret": secret} if secret else {}
