"""Compiles a C file to a shared library with a compiler of this machine, and keeps it in the cache.

The name in the cache is a hash of the C file, the compiler's command and flags, and the processor's features, as
`-march=native` makes a library that another processor may not run. So on a second machine with the same home folder the
file is not found, and is compiled again. A file that cannot be loaded is replaced.

Under the program's key, for which no C file is written, only that name is kept: rules that differ in their words, or in
what computer players value, have one library.
"""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache as cache_result
from importlib.util import find_spec
from pathlib import Path

from rulewright.source import cache

OPTIMIZED = "-O2"
"""How far a program is optimized where CC does not say, as it does in `CC="cc -O0"`."""
FLAGS = (
    "-w",
    "-std=gnu11",
    "-ffp-contract=off",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fvisibility=hidden",
    "-shared",
)
NAMES = ("cc", "gcc", "clang")
"""Compilers to try, after the one that the environment variable CC names and before `ziglang`."""
MOST_SECONDS = 120
_SUFFIX = ".dll" if sys.platform == "win32" else ".so"


class NoLibrary(Exception):  # noqa: N818
    """No library can be built or loaded; the message gives the reason."""


def compiler() -> list[str] | None:
    """Return the command of the C compiler of this machine; None when there is none.

    The last resort is the `ziglang` package, which the extra `native` installs.
    """
    for command in (os.environ.get("CC", "").split(), *([name] for name in NAMES)):
        if command and shutil.which(command[0]):
            return command
    return [sys.executable, "-m", "ziglang", "cc"] if find_spec("ziglang") else None


@cache_result
def processor() -> str:
    """Return the feature flags of this machine's processor; empty where libraries are portable.

    Machines may share a cache, so libraries that use all instructions of a processor are keyed by these flags.
    """
    if platform.machine() not in ("x86_64", "AMD64") or os.environ.get("RULEWRIGHT_PORTABLE"):
        return ""
    with suppress(OSError):
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next((line for line in lines if line.startswith("flags")), "")
    return ""


def flags(command: Sequence[str]) -> list[str]:
    """Return the options for a compiler on this machine, besides those in its command."""
    optimized = [] if any(word.startswith("-O") for word in command) else [OPTIMIZED]
    position = [] if sys.platform == "win32" else ["-fPIC"]
    return [*optimized, *FLAGS, *position, *(["-march=native"] if processor() else [])]


def _kept_as(key: str, command: Sequence[str]) -> str:
    """Return the name of what is kept of a program, by its key or C file."""
    return cache.fingerprint("library", key, processor(), *command, *flags(command))


def _file_name(text: str, command: Sequence[str]) -> str:
    return f"{_kept_as(text, command)}{_SUFFIX}"


def _kept_library(key: str, command: Sequence[str]) -> Path | None:
    name = cache.load(_kept_as(key, command))
    return cache.load_file(name) if isinstance(name, str) else None


def is_cached(key: str) -> bool:
    """Return whether the library of the program with this key was compiled before."""
    command = compiler()
    return command is not None and _kept_library(key, command) is not None


def library(key: str, write: Callable[[], str]) -> ctypes.CDLL:
    """Return the library of the program with this key, compiled if it is not cached; `write` returns its C file.

    A program without a key is identified by its C file. Raises `NoLibrary` if there can be no library.
    """
    command = compiler()
    if command is None:
        looked_for = ", ".join(NAMES)
        raise NoLibrary(f"there is no C compiler here: none is called {looked_for}, and CC names none")
    text = "" if key else write()
    kept = _kept_library(key or text, command)
    if kept is None:  # other rules may be the same in C
        text = text or write()
        if (kept := cache.load_file(_file_name(text, command))) is not None:
            cache.save(_kept_as(key or text, command), kept.name)
    if kept is not None:
        with suppress(OSError):
            return ctypes.CDLL(str(kept))
    text = text or write()
    with tempfile.TemporaryDirectory(prefix="rulewright-", ignore_cleanup_errors=True) as folder:
        made = Path(folder) / f"program{_SUFFIX}"
        _compile_library(command, text, made)
        if (kept := cache.save_file(_file_name(text, command), made.read_bytes())) is not None:
            cache.save(_kept_as(key or text, command), kept.name)
        return ctypes.CDLL(str(kept or made))


def _run_compiler(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a compiler; whatever ends this early ends what the compiler has started, too."""
    alone, pipe = sys.platform != "win32", subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, errors="replace", process_group=0 if alone else None
    ) as running:
        try:
            said = running.communicate(timeout=MOST_SECONDS)
        except BaseException:
            if alone:
                os.killpg(running.pid, signal.SIGKILL)
            running.kill()
            raise
    return subprocess.CompletedProcess(command, running.returncode, *said)


def _compile_library(command: Sequence[str], text: str, made: Path) -> None:
    source = made.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    try:
        done = _run_compiler([*command, *flags(command), "-o", str(made), str(source), "-lm"])
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NoLibrary(f"the C compiler {command[0]} does not answer: {problem}") from None
    if done.returncode:
        said = next((line for line in done.stderr.splitlines() if "error" in line), "it does not say why")
        raise NoLibrary(f"the C compiler {command[0]} refuses the program: {said.strip()}")
