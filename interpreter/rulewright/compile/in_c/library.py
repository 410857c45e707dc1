"""Makes a shared library of a C file with the machine's own C compiler, and keeps it with what else is kept."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from rulewright.compile.in_c.module import MOST_THINGS, fits, write
from rulewright.compile.program import Program
from rulewright.compile.tables.storage import as_plain
from rulewright.source import cache
from rulewright.source.writing import replace_file

FLAGS = ("-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-shared", "-fPIC")
"""A higher level of optimization takes twice as long to compile and plays about a tenth faster."""
NAMES = ("cc", "gcc", "clang")
"""The compilers that are looked for, after the one that the environment variable CC names."""
MOST_SECONDS = 120


class NoLibrary(Exception):  # noqa: N818
    """There is no library, and why."""


def compiler() -> list[str] | None:
    """Return the command of the C compiler of this machine; None when there is none that will do."""
    if sys.platform == "win32":
        return None
    for command in (os.environ.get("CC", "").split(), *([name] for name in NAMES)):
        if command and shutil.which(command[0]):
            return command
    return None


def is_ready(program: Program) -> bool:
    """Whether the library of a program was made before."""
    command = compiler()
    kept = _kept_at(program, command) if command else None
    return kept is not None and kept.is_file()


def library(program: Program) -> ctypes.CDLL:
    """Return the library of a plain program, made now or before; raise `NoLibrary` where that cannot be."""
    command = compiler()
    if command is None:
        looked_for = ", ".join(NAMES)
        raise NoLibrary(f"there is no C compiler here: none is called {looked_for}, and CC names none")
    if not fits(program):
        raise NoLibrary(f"there are more than {MOST_THINGS} things of one kind")
    kept = _kept_at(program, command)
    if kept is not None and kept.is_file():
        with suppress(OSError):
            return ctypes.CDLL(str(kept))
    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        made = Path(folder) / "program.so"
        _compile(command, write(program).text, made)
        if kept is not None:
            with suppress(OSError):
                kept.parent.mkdir(parents=True, exist_ok=True)
                replace_file(kept, made.read_bytes())
        return ctypes.CDLL(str(made))


def _kept_at(program: Program, command: Sequence[str]) -> Path | None:
    """Return where the library of a program is kept, by all that it is made from; None where nothing is kept."""
    place, tables = cache.folder(), program.tables
    if place is None:
        return None
    given = repr(as_plain((tables.pieces, tables.streams, tables.length, tables.seats)))
    parts = ("library", cache.own_code("compile"), program.compiled.source, given, *command, *FLAGS)
    return place / f"{cache.fingerprint(*parts)}.so"


def _compile(command: Sequence[str], text: str, made: Path) -> None:
    source = made.with_suffix(".c")
    source.write_text(text, encoding="utf-8")
    try:
        done = subprocess.run(
            [*command, *FLAGS, "-o", str(made), str(source)], capture_output=True, text=True, errors="replace",
            timeout=MOST_SECONDS, check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise NoLibrary(f"the C compiler {command[0]} does not answer: {problem}") from None
    if done.returncode:
        said = next((line for line in done.stderr.splitlines() if "error" in line), "it does not say why")
        raise NoLibrary(f"the C compiler {command[0]} refuses the program: {said.strip()}")
