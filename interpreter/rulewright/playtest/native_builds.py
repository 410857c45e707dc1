"""Selects the build for many games: C if it is ready or worth compiling, otherwise Python, with equal games."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rulewright.backends import Program
from rulewright.jobs.shutdown import end_after, interrupts_held
from rulewright.playtest import late

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

FEW_GAMES = 50
"""Fewer games finish immediately anyway."""
MANY_GAMES = 300
"""With `always` rules checked, compiling in C pays from this number of random games on."""
UNCHECKED_SPEEDUP = 6
"""The speed-up without `always` rules, as a factor."""
THINKING_COST = 20
"""The cost of a game with greedy seats, in random games."""


def is_quicker(program: Program, games: int) -> bool:
    """Return whether this number of games is faster in C, including compilation."""
    return games >= FEW_GAMES and (
        late.native.is_ready(program) or (games >= MANY_GAMES and late.native.compiler() is not None)
    )


def uncompiled(programs: Iterable[Program]) -> list[Program]:
    """Return the plain programs whose libraries are still to be compiled."""
    return [program for program in programs if not late.native.is_ready(program)]


def compile_libraries(programs: Iterable[Program]) -> str:
    """Compile the libraries of plain programs; return why that is not possible, nothing if it is."""
    try:
        for program in programs:
            late.native.prepare(program)
    except late.native.NoLibrary as problem:
        return str(problem)
    return ""


def compiles_first(program: Program) -> bool:
    """Return whether a search by these rules begins with compiling them in C."""
    return late.native.compiler() is not None and not late.native.is_ready(program)


def native_if_wanted(program: Program, in_c: bool) -> Program:
    """Return a plain program in C, if requested and possible; otherwise unchanged."""
    if not in_c:
        return program
    try:
        return late.native.native(program)
    except late.native.NoLibrary:
        return program


def native_if_ready(program: Program) -> Program:
    """Return a plain program in C if its library is already compiled, otherwise unchanged."""
    return program if program.machine is not None else native_if_wanted(program, late.native.is_ready(program))


@contextmanager
def compiling_meanwhile(opener: Callable[[], Iterable[Program]], declined: Callable[[str], None]) -> Iterator[None]:
    """Compile libraries of programs in another process, which is terminated at the end of the context.

    If it cannot be compiled, `declined` is called with the reason, at the end.
    """
    context = late.multiprocessing.get_context("spawn")
    said = context.SimpleQueue()
    process = context.Process(target=_compile_libraries, args=(said, opener), daemon=True)
    with interrupts_held():
        process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()
        if not said.empty():
            declined(said.get())


def _compile_libraries(said: SimpleQueue[str], opener: Callable[[], Iterable[Program]]) -> None:
    """Compile libraries, unless terminated or orphaned before."""
    parent = late.multiprocessing.parent_process()
    assert parent is not None
    end_after(parent.sentinel, lambda: os.kill(os.getpid(), signal.SIGTERM))
    programs = list(opener())
    _exit_on_sigterm()
    if reason := compile_libraries(programs):
        said.put(reason)


def _exit_on_sigterm() -> None:
    """Exit by an exception, so that the compiler is terminated, too.

    Python swallows an exception raised in a callback, for example while an import ends; the signal is then sent again.
    """

    def hook(swallowed: sys.UnraisableHookArgs) -> None:
        if swallowed.exc_type is SystemExit:
            threading.Timer(0.01, os.kill, (os.getpid(), signal.SIGTERM)).start()
        else:
            sys.__unraisablehook__(swallowed)

    sys.unraisablehook = hook
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
