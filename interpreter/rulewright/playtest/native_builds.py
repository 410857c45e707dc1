"""Selects the build for many games: C if it is ready or worth compiling, otherwise Python, with equal games."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from rulewright.backends import Program
from rulewright.jobs.shutdown import end_after, interrupts_held
from rulewright.playtest import late

if TYPE_CHECKING:
    from multiprocessing.queues import SimpleQueue

Seconds = Callable[[Program], float]
"""How many seconds of CPU time something takes in Python with a program."""
THINKING_COST = 20
"""The cost of a game with greedy seats, in random games."""
TRIAL_SECONDS = 0.2
"""How long a game is played at most to find out how long games take."""


def is_quicker(program: Program, seconds: Seconds) -> bool:
    """Return whether C, including compilation, is faster than what takes some `seconds` of CPU time in Python."""
    if late.native.is_ready(program):
        return True
    return has_compiler() and seconds(program) > compiling_seconds(program)


def has_compiler() -> bool:
    """Return whether there is a C compiler."""
    return late.native.compiler() is not None


def compiling_seconds(program: Program) -> float:
    """Return about how many seconds of CPU time it takes to compile a program in C: 0.6 to 3.4 where it was measured.

    Measured are the shipped rulesets, on a machine that is faster than most; this adds half.
    """
    return 1 + len(program.blocks) / 100


def seconds_of_game(program: Program, check: bool = True) -> float:
    """Return how many seconds of CPU time a random game takes in Python; a long one is not played to its end."""
    began = time.process_time()
    playout = program.playing.playout(program.opening(1)[0], 1, late.game.MOST_DECISIONS, check)
    with suppress(late.failure.ExecutionError):
        playout.on(TRIAL_SECONDS)
    return time.process_time() - began


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
    return has_compiler() and not late.native.is_ready(program)


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
