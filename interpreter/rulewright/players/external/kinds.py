"""`cmd:COMMAND`, `tcp:HOST:PORT` and `FILE.py:NAME` as people write them, and objects of who calls.

A time limit may stand in front of a command or an address (`cmd:2s:./my-seat`), and behind a class (`bots.py:Mine:2s`).
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from rulewright.diagnostics import Code, Diagnostic, RulesError, Span

COMMAND, ADDRESS = "cmd", "tcp"
USUAL_SECONDS = 10.0
"""Seconds for an answer, unless the kind says something else."""
_TIME = r"(\d+(?:\.\d+)?)(ms|s)"
_LIMIT = re.compile(rf"{_TIME}:(.*)", re.DOTALL)
_LIMITED = re.compile(rf"(.*):{_TIME}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Outside:
    """A seat outside: how to reach it (`words` of a command, or `host` and `port`), and its seconds for an answer."""

    kind: str
    limit: float
    words: tuple[str, ...] = ()
    host: str = ""
    port: int = 0


@dataclass(frozen=True, slots=True)
class OwnClass:
    """A class in a Python file, and its seconds for a choice."""

    kind: str
    file: str
    name: str
    limit: float


class SeatObject(str):
    """A kind of seat that is an object with the method `choose`: its name in records, and the object."""

    seat: object

    @classmethod
    def of(cls, seat: object, name: str) -> SeatObject:
        """Return an object as a kind of seat, by a name that no other kind at the table has."""
        kind = cls(name)
        kind.seat = seat
        return kind


def is_outside(kind: str) -> bool:
    """Return whether a kind of seat is a command or an address."""
    return kind.partition(":")[0] in (COMMAND, ADDRESS) and ":" in kind


def outside_seat(kind: str) -> Outside:
    """Return what a kind of seat says. Raises `RulesError` if nothing can be meant or the command is not here."""
    how, _, rest = kind.partition(":")
    limit, found = USUAL_SECONDS, _LIMIT.fullmatch(rest)
    if found:
        limit, rest = _seconds_in(kind, found[1], found[2]), found[3]
    return _seat_of_command(kind, limit, rest) if how == COMMAND else _seat_at_address(kind, limit, rest)


def own_class(kind: str) -> OwnClass:
    """Return what a kind of seat says that names a class. Raises `RulesError` for a limit that is none."""
    found = _LIMITED.fullmatch(kind)
    written, limit = (found[1], _seconds_in(kind, found[2], found[3])) if found else (kind, USUAL_SECONDS)
    file, _, name = written.partition(":")
    return OwnClass(kind, file, name, limit)


def _seconds_in(kind: str, number: str, unit: str) -> float:
    limit = float(number) / (1000 if unit == "ms" else 1)
    if not 0 < limit <= 86_400:
        remedy = "Give between a millisecond and a day: cmd:2s:COMMAND, FILE.py:NAME:2s."
        raise unusable_seat(kind, f"{limit:g} seconds are no time limit", remedy)
    return limit


def _seat_of_command(kind: str, limit: float, rest: str) -> Outside:
    try:
        words = tuple(shlex.split(rest))
    except ValueError as problem:
        raise unusable_seat(
            kind, f"this command cannot be read: {problem}".lower(), "Close the quotation marks."
        ) from None
    if not words:
        raise unusable_seat(kind, "no command stands behind cmd:", "Write it as in a terminal: cmd:./my-seat --fast")
    if Path(words[0]).suffix == ".py" and Path(words[0]).is_file():
        return Outside(kind, limit, (sys.executable, *words))
    if shutil.which(words[0]) is None:
        remedy = "Check the name and the folder, and that it may be run (chmod +x)."
        raise unusable_seat(kind, f'there is no command "{words[0]}" that can be run here', remedy)
    return Outside(kind, limit, words)


def _seat_at_address(kind: str, limit: float, rest: str) -> Outside:
    host, _, port = rest.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port[:6]) < 1 << 16:
        raise unusable_seat(
            kind, "behind tcp: stand a host and a port from 1 to 65535", "Write it as in tcp:localhost:4000."
        )
    return Outside(kind, limit, (), host.strip("[]"), int(port))


def unusable_seat(kind: str, message: str, *remedy: str) -> RulesError:
    """Return the error for a seat that cannot be had."""
    return RulesError((Diagnostic(Code.SEAT_UNUSABLE, Span(kind, 0, 0, 0, 0), message, remedy),))
