"""Runs a command as a process of its own, as a shell does, and says what is wrong with how it ended."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import re
import signal
import sys
import time
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.limits import SECONDS, timed

import rulewright.playtest.game  # noqa: F401  the module with the number of decisions
from rulewright.cli import __main__ as command
from rulewright.cli.output import BROKEN, FINDINGS, FINE, INTERRUPTED, LIMIT, USAGE

POSSIBLE = hasattr(os, "fork") and sys.platform == "linux"
"""Whether this system can copy a process, and say what its children left behind."""

HANGING = 6 * SECONDS
"""Seconds after which a command that waits for something is killed."""

DECISIONS = 5_000
"""The decisions after which a command ends a game that has no end, in place of 100,000: each is written down."""

ENDING = 5
"""Seconds in which what a command has started ends after it."""

CODES = frozenset({FINE, FINDINGS, USAGE, LIMIT, INTERRUPTED})
CHILD_SUBREAPER = 36
"""The option of `prctl` by which the orphans of a process's children become its own."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended: its exit code (below 0: by a signal), the processor time it took, what it printed."""

    code: int
    seconds: float
    output: str
    left: int = 0
    """How many processes it left behind."""


def run(words: Sequence[str], typed: str, folder: Path) -> Ended:
    """Run `rulewright` with these words in a folder; somebody types the text, which then ends."""
    with TemporaryDirectory() as place, _adopting():
        before = _children()
        given, printed = Path(place) / "typed", Path(place) / "printed"
        given.write_bytes(typed.encode("utf-8", "surrogateescape"))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # the threads of xdist hold no lock of ours
            child = os.fork()
        if child == 0:
            _become(words, given, printed, folder)
        status, seconds = _waited(child)
        left = _left_behind(before)
        return Ended(os.waitstatus_to_exitcode(status), seconds, printed.read_text("utf-8", "replace"), left)


def wrong_with(words: Sequence[str], ended: Ended) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with how a command ended."""
    name = words[0] if words else "no command"
    if ended.code not in CODES or "Traceback (most recent call last)" in ended.output:
        story = _report(ended.output)
        yield f"{name} broke {story.rstrip().rpartition(chr(10))[2][:60]}", f"exit code {ended.code}\n{story}"
    if ended.seconds > SECONDS:
        yield f"{name} takes too long", f"{ended.seconds:.1f} s\n{ended.output[-2000:]}"
    if ended.left:
        yield f"{name} leaves processes behind", f"{ended.left}\n{ended.output[-2000:]}"


def _report(output: str) -> str:
    """Return what was written down about a mistake of ours, or else what was printed."""
    told = re.search(r"send this file along: (\S+)", output)
    if told is None:
        return output
    path = Path(told[1])
    text = path.read_text("utf-8")
    path.unlink()
    return text


def _become(words: Sequence[str], given: Path, printed: Path, folder: Path) -> None:
    """Turn the copy of this process into the command; never returns."""
    code = BROKEN
    try:
        os.setsid()  # no terminal, and a group that can be killed as a whole
        os.chdir(folder)
        os.dup2(os.open(given, os.O_RDONLY), 0)
        os.dup2(os.open(printed, os.O_WRONLY | os.O_CREAT), 1)
        os.dup2(1, 2)
        sys.stdin, sys.stdout, sys.stderr = (open(n, mode, closefd=False) for n, mode in enumerate("rww"))  # noqa: SIM115
        faulthandler.enable(2)
        sys.argv = ["rulewright", *words]
        sys.modules["__main__"] = command  # what processes that the command starts import first
        os.environ["RULEWRIGHT_STATE"] = str(folder / "state")
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        _end_games_early()
        with timed(SECONDS):
            command.main()  # type: ignore[attr-defined]  # what `python -m` calls
    except SystemExit as ending:
        code = ending.code if isinstance(ending.code, int) else BROKEN
    except BaseException:  # noqa: BLE001  that is what is looked for
        traceback.print_exc()
    finally:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code)


def _end_games_early() -> None:
    """Lower the number of decisions in the modules that have it; those imported later take it from the first."""
    modules = [module for name, module in sys.modules.items() if name.startswith("rulewright.")]
    for module in filter(lambda module: hasattr(module, "MOST_DECISIONS"), modules):
        vars(module)["MOST_DECISIONS"] = DECISIONS


def _waited(child: int) -> tuple[int, float]:
    """Wait for a process, and kill it with all it started when nothing comes of it; return how it ended."""
    end = time.monotonic() + HANGING
    while True:
        found, status, usage = os.wait4(child, os.WNOHANG)
        if found:
            return status, usage.ru_utime + usage.ru_stime
        if time.monotonic() > end:
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
        time.sleep(0.005)


def _left_behind(before: set[int]) -> int:
    """Return how many processes do not end although the command has ended, and kill them."""
    end, killed = time.monotonic() + ENDING, set[int]()
    while left := {one for one in _children() - before if not _has_ended(one)}:
        if time.monotonic() > end:
            for orphan in left - killed:
                os.kill(orphan, signal.SIGKILL)
            killed |= left
        time.sleep(0.005)
    return len(killed)


def _has_ended(child: int) -> bool:
    with suppress(ChildProcessError):
        return os.waitpid(child, os.WNOHANG)[0] != 0
    return True


def _children() -> set[int]:
    return {int(one) for one in Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()}


@contextmanager
def _adopting() -> Iterator[None]:
    """Let the orphans of commands become children of this process, where they can be counted."""
    library = ctypes.CDLL(None)
    library.prctl(CHILD_SUBREAPER, 1)
    try:
        yield
    finally:
        library.prctl(CHILD_SUBREAPER, 0)
