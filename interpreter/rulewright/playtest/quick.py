"""Programs for many games: in C where that is ready or worth it, else as they are. The games are the same."""

from __future__ import annotations

from rulewright.backends import Program

FEW = 50
"""Fewer games are over before one would notice."""
MANY = 300
"""From so many games on, compiling in C takes less time than it saves: random games whose promises are looked at."""
UNCHECKED = 6
"""So many games take as long as one of those if no promises are looked at."""
THINKING = 20
"""As much as in so many of those is saved in a game in which seats think ahead."""


def is_quicker(program: Program, games: int) -> bool:
    """Whether so many games are over sooner in C."""
    from rulewright.compile.in_c.library import compiler, is_ready

    return games >= FEW and (is_ready(program) or (games >= MANY and compiler() is not None))


def running(program: Program, in_c: bool) -> Program:
    """Return a plain program as it is or, where that can be had, in C."""
    if not in_c:
        return program
    from rulewright.compile.in_c import library, running

    try:
        return running.in_c(program)
    except library.NoLibrary:
        return program
