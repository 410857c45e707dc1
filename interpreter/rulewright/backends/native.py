"""Programs that run in C, for numbers of games that make compiling worthwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rulewright.backends.c.library import NoLibrary, compiler, is_cached, library
from rulewright.backends.c.playing import PlayingInC
from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.failure import InvariantViolation
from rulewright.backends.program import Advance, Points, Program, Promise, Take

__all__ = ["NoLibrary", "compiler", "is_ready", "native", "prepare"]


def is_ready(program: Program) -> bool:
    """Return whether the library of a plain program was compiled before."""
    return bool(program.key) and is_cached(program.key)


def _text(program: Program) -> str:
    """Return the C file of a plain program; raise `NoLibrary` if it cannot be expressed in C.

    The code generator is imported only where there is no library yet.
    """
    from rulewright.backends.c.module import write
    from rulewright.backends.c.numbers import Unsupported
    from rulewright.backends.c.pieces import Tables

    try:
        return write(program.representation(), Tables.of(program.tables))
    except Unsupported as problem:
        raise NoLibrary(str(problem)) from None


def prepare(program: Program) -> None:
    """Compile the library of a plain program and cache it; raise `NoLibrary` with the reason if that fails."""
    library(program.key, lambda: _text(program))


def native(program: Program) -> Program:
    """Return a plain program that runs in C; raise `NoLibrary` with the reason if it cannot.

    Its vectors are C's own, and behave like lists. What C bails out of (dice that somebody dictates, whatever goes
    wrong) the Python build replays, from the same vector.
    """
    machine = Machine(library(program.key, lambda: _text(program)), program, program.start, program.seats)
    return replace(  # C's vectors are no lists, but behave like them
        program, start=cast("list[int]", machine.start), advance=cast("Advance", State.advance),
        take=cast("Take", State.take), points=cast("Points", State.points),
        always=[_promise(rule) for rule in program.always], machine=machine, watching=_Watch, watch=None, opened=None,
        played=None, player=_playing,
    )  # fmt: skip


def _playing(program: Program) -> PlayingInC:
    assert program.machine is not None
    return PlayingInC(program.machine)


class _Watch:
    """C itself notes which `always` rules may be broken."""

    def __init__(self, program: Program) -> None:
        """Nothing depends on the program."""

    def restart(self) -> None:
        """Begin a game."""

    def take(self, state: list[int], code: int) -> list[int] | None:
        """Take a choice; raise `InvariantViolation` if a rule does not hold then."""
        held = cast("State", state)
        codes, broken = held.take(code), held.broken()
        if broken is not None:
            raise InvariantViolation(broken)
        return codes


def _promise(rule: Promise) -> Promise:
    def holds(state: list[int] | State) -> int:
        return rule(state.vector if isinstance(state, State) else state)

    return holds
