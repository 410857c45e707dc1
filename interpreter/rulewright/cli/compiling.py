"""`--compiler`: whether the machine's C compiler makes a quicker program first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import click

from rulewright.cli import opening
from rulewright.playtest.quick import FEW, THINKING, UNCHECKED, is_quicker


def compiler_option() -> Callable[[Any], Any]:
    """Return the option `--compiler`; the command gets `compiler`, None where nothing is said."""
    return click.option(
        "--compiler/--no-compiler", "compiler", default=None,
        help="Let the machine's C compiler make a quicker program first; the games stay the same. By default where "
        "there is a compiler, and so many games that it saves time.",
    )  # fmt: skip


def in_c(
    rulesets: Iterable[str], seats: int, settings: Mapping[str, int], games: int, who: tuple[str, ...],
    compiler: bool | None, check: bool = True,
) -> bool:  # fmt: skip
    """Whether so many games of each ruleset are played in C; when they are, it is ready.

    Raises `click.UsageError` where that was asked for and cannot be done.
    """
    games = games * (THINKING if who else 1) // (1 if check else UNCHECKED)
    if compiler is False or (compiler is None and games < FEW):
        return False
    programs = [opening.program(ruleset, seats, settings, traced=False) for ruleset in rulesets]
    if compiler is None and not all(is_quicker(program, games) for program in programs):
        return False
    from rulewright.compile.in_c.library import NoLibrary, is_ready, library

    try:
        if not all(is_ready(program) for program in programs):
            click.echo("Compiling the rules in C, once; this takes some seconds.", err=True)
        for program in programs:
            library(program)
    except NoLibrary as problem:
        if compiler:
            raise click.UsageError(f"--compiler: {problem}.") from None
        return False
    return True
