"""Programs that run in C, for numbers of games that make compiling worthwhile.

C reports nothing: whatever is unusual makes it bail out. If, say, the 71st decision of a game fills a full place,
the library jumps out of the middle of its functions, and the state is again what it was after the 70th decision. The
Python build takes that state as a vector, carries out the 71st decision, and raises the error with its line. If it has
none to raise, because C only lacked room, the game goes on in C from the vector that Python has arrived at.

Libraries are cached by the key of the program: the rules, the interpreter's code, the compiler, and the processor.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from rulewright.backends import late
from rulewright.backends.c.library import NoLibrary, compiler, is_cached, library
from rulewright.backends.c.playing import PlayingInC
from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.failure import InvariantViolation
from rulewright.backends.program import Advance, Points, Program, Promise, Take

__all__ = ["NoLibrary", "compiler", "is_ready", "native", "prepare"]


def is_ready(program: Program) -> bool:
    """Return whether the library of a plain program was compiled before."""
    return bool(program.key) and is_cached(program.key)


def _c_file(program: Program) -> str:
    """Return the C file of a plain program; raise `NoLibrary` if it cannot be expressed in C."""
    try:
        return late.module.write(program.representation(), late.pieces.NativeTables.of(program.tables))
    except late.numbers.Unsupported as problem:
        raise NoLibrary(str(problem)) from None


def prepare(program: Program) -> None:
    """Compile the library of a plain program and cache it; raise `NoLibrary` with the reason if that fails."""
    library(program.key, lambda: _c_file(program))


def native(program: Program, forced: bool = False) -> Program:
    """Return a plain program that runs in C; raise `NoLibrary` with the reason if it cannot.

    With `forced`, for programs that do so in Python, it stops at decisions with one choice as well.

    Its vectors are C's own, and behave like lists. What C bails out of (dice that somebody dictates, whatever goes
    wrong) the Python build replays, from the same vector.
    """
    machine = Machine(library(program.key, lambda: _c_file(program)), program, program.start, program.seats, forced)
    return replace(  # C's vectors are no lists, but behave like them
        program, start=cast("list[int]", machine.start), advance=cast("Advance", State.advance),
        take=cast("Take", State.take), points=cast("Points", State.points),
        always=[_on_states(rule) for rule in program.always], machine=machine, watching=_WatchInC, watch=None,
        opened=None, played=None, player=lambda program: PlayingInC(cast("Machine", program.machine)),
    )  # fmt: skip


class _WatchInC:
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


def _on_states(rule: Promise) -> Promise:
    return lambda state: rule(state.vector if isinstance(state, State) else state)
