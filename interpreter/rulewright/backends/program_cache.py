"""Compiled programs as bytes: in the user's cache, from one run to the next, and for other processes."""

from __future__ import annotations

import marshal
from typing import Any

from rulewright.compile.tables import CompiledProgram
from rulewright.compile.tables.storage import FORMAT, from_plain, to_plain
from rulewright.source import cache

STAGES = ("source", "syntax", "compose", "check", "compile", "backends")
"""The stages on which a program depends: where one of their files changed, it is recompiled."""


def program_key(*origin: str) -> str:
    """Return the key of the program that is made from what these texts say."""
    return cache.fingerprint("program", FORMAT, cache.own_code(*STAGES), *origin)


def load_compiled(key: str) -> CompiledProgram | None:
    """Return a program that was saved; None if there is none that can be used."""
    return from_plain(cache.load(key))


def save_compiled(key: str, program: CompiledProgram) -> None:
    """Save a program for later runs."""
    cache.save(key, to_plain(program))


def packed(program: CompiledProgram) -> bytes:
    """Return a program in a form that another process of the same interpreter can unpack."""
    plain: Any = to_plain(program)  # nested tuples, which marshal has a type of its own for
    return marshal.dumps(plain)


def unpacked(data: bytes) -> CompiledProgram:
    """Return the program that was packed."""
    program = from_plain(marshal.loads(data))
    assert program is not None, "both processes run the same code"
    return program
