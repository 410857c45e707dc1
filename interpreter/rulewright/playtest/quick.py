"""Programs for many games: in C where that is ready or worth it, else as they are. The games are the same."""

from __future__ import annotations

from rulewright.compile import Program

FEW = 50
"""Fewer games are over before one would notice."""
MANY = 500
"""From so many games on, compiling in C takes less time than it saves."""
THINKING = 20
"""A game in which seats think ahead is quicker in C by as much as so many at random."""


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
