"""`--compiler`: whether the machine's C compiler makes a quicker program first."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import click

from rulewright.cli.options import Games
from rulewright.cli.waiting import waiting_shown
from rulewright.playtest.match import NEVER, READY, SOON, Match
from rulewright.playtest.native_builds import (
    TRIAL_SECONDS,
    Seconds,
    compile_libraries,
    compiling_meanwhile,
    compiling_seconds,
    has_compiler,
    uncompiled,
)
from rulewright.source import cache


def compiler_option() -> Callable[[Any], Any]:
    """Return the option `--compiler`; None if it is not given."""
    return click.option(
        "--compiler/--no-compiler", "compiler", default=None,
        help="Let the machine's C compiler make a quicker program first; the games stay the same. By default where "
        "there is a compiler, and so many games that it saves time.",
    )  # fmt: skip


def in_c(match: Match, typed: Games, seconds: Seconds, wait: bool = True) -> str:
    """Return whether to play in C what takes some `seconds` of CPU time in Python: never, at once, or later.

    With `wait`, or where the user asked for it, compiling comes first; else it begins once it pays
    (`compiling_alongside`). On a cluster each worker compiles. Raises `click.UsageError` where the user asked for what
    cannot be done; else one line says why the games are played in Python.
    """
    compiler = typed.compiler
    if typed.cluster:
        return NEVER if compiler is False else READY
    if compiler is None and not wait and cache.folder() is not None and has_compiler():
        return SOON if uncompiled(match.compiled()) else READY
    programs = match.programs_for_c(compiler, seconds)
    if not programs:
        return NEVER
    missing = uncompiled(programs)
    if missing:
        click.echo("Compiling the rules in C, once; this takes some seconds.", err=True)
    with waiting_shown("Compiling the rules in C", sum(map(compiling_seconds, missing))):
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
def compiling_alongside(match: Match, games: int) -> Iterator[Callable[[int], None]]:
    """Compile while games are played, once that pays; yield a function to call with the number of games just finished.

    That is when all other games would take longer in Python than compiling does. Example with 1.2 seconds for
    compiling: 200 games are to be played, and 4 took 0.3 seconds, so that 196 more would take 14.7.
    """
    if match.in_c != SOON:
        yield lambda over: None
        return
    needed = sum(map(compiling_seconds, uncompiled(match.compiled())))
    began, played = time.monotonic(), 0
    with ExitStack() as stack:
        compiles = False

        def note(over: int) -> None:
            nonlocal compiles, played
            played += over
            spent = time.monotonic() - began
            if not compiles and spent > TRIAL_SECONDS and spent / played * (games - played) > needed:
                compiles = True
                stack.enter_context(compiling_meanwhile(match.programs, print_declined))

        yield note
