"""`--compiler`: whether the machine's C compiler makes a quicker program first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from rulewright.cli.options import Games
from rulewright.playtest.match import NEVER, READY, SOON, Match
from rulewright.playtest.native_builds import compile_libraries, compiling_meanwhile, uncompiled
from rulewright.source import cache


def compiler_option() -> Callable[[Any], Any]:
    """Return the option `--compiler`; None if it is not given."""
    return click.option(
        "--compiler/--no-compiler", "compiler", default=None,
        help="Let the machine's C compiler make a quicker program first; the games stay the same. By default where "
        "there is a compiler, and so many games that it saves time.",
    )  # fmt: skip


def in_c(match: Match, typed: Games, games: int, check: bool = True, wait: bool = True) -> str:
    """Return whether to play `games` games of each ruleset in C: never, at once, or as soon as it is compiled.

    With `wait`, or where the user asked for it, compiling comes first; on a cluster each worker compiles. Raises
    `click.UsageError` where the user asked for what cannot be done; else one line says why the games are played in
    Python.
    """
    compiler = typed.compiler
    if typed.cluster:
        return NEVER if compiler is False else READY
    programs = match.programs_for_c(compiler, games, check)
    if not programs:
        return NEVER
    missing = uncompiled(programs)
    if missing and compiler is None and not wait and cache.folder() is not None:
        return SOON
    if missing:
        click.echo("Compiling the rules in C, once; this takes some seconds.", err=True)
    reason = compile_libraries(missing)
    if reason and compiler:
        raise click.UsageError(f"--compiler: {reason}.")
    if reason:
        print_declined(reason)
    return NEVER if reason else READY


def print_declined(reason: str) -> None:
    """Say in one line why games are played in Python."""
    click.echo(f"These games are played in Python, not in C: {reason}.", err=True)


@contextmanager
def compiling_alongside(match: Match) -> Iterator[None]:
    """Compile while games are played, where the match waits for that."""
    if match.in_c != SOON:
        yield
        return
    with compiling_meanwhile(match.programs, print_declined):
        yield
