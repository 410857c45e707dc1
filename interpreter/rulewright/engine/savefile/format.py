"""The format of saves and replays.

The first line identifies the file; JSON follows, with one decision per line. A save also contains the vector, so that
the game can be resumed under changed rules; a replay contains the offers, the changes and the state hash (see
`snapshot`) of each decision, so that no change of results goes unnoticed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from rulewright.chance import parted, with_secret
from rulewright.diagnostics import Code, Diagnostic, RulesError, Span
from rulewright.engine.savefile.validation import LEGEND, wrong_in
from rulewright.engine.snapshot import Values
from rulewright.source.disk import disk
from rulewright.source.writing import replace_file

FIRST_LINE = "Rulewright save. It holds every secret of this game."
FORMAT = 2
ENDING = ".replay"
MAX_BYTES = 4_000_000
"""The largest file that is read as a game."""

MOST_NAMES = 1 << 17
"""The maximum number of options that a compressed list may expand to."""


Stretch = int | str | dict[str, int]
"""A stretch of the vector: a number, the name of a block, or numbers by name. A file can hold anything else there."""
Stretches = dict[str, Stretch]


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice by name; in a replay also the seat, the offers, the state hash and the changes.

    The offers are compressed; `apart` expands them.
    """

    name: str
    asked: str = ""
    fingerprint: str = ""
    offered: str = ""
    changed: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """The content of a file. Optional entries are None or empty."""

    title: str
    fingerprint: str
    seats: list[str]
    seed: int
    decisions: list[Decision]
    ruleset: str = ""
    settings: dict[str, int] = field(default_factory=dict)
    origin: Stretches | None = None
    """The initial vector, by names, unless the game began as usual."""
    origin_at: str = ""
    vector: Stretches | None = None
    at: str = ""
    stands: Values | None = None
    """In a replay: the values at the first decision that differ from their defaults."""
    end: Decision | None = None
    """In a replay: the position after the last decision, without a choice."""

    @property
    def number(self) -> int:
        """The number of the game as people see it, without the secret that `seed` may carry."""
        return parted(self.seed)[0]

    @property
    def compared(self) -> bool:
        """Whether each decision has its state hash."""
        return self.stands is not None


def refusal(path: Path | str, code: Code, message: str, *remedy: str, line: int = 0) -> RulesError:
    """Return the error for an unusable file."""
    at = min(line, 1)
    return RulesError((Diagnostic(code, Span(str(path), line, at, line, at), message, remedy),))


# -- writing


def write(path: Path, kept: SavedGame) -> None:
    """Write a file atomically; a save, which holds every secret, for its owner only.

    Raises `OSError` if that is not possible.
    """
    replace_file(path, text_of(kept).encode("utf-8"), private=kept.vector is not None)


def text_of(kept: SavedGame) -> str:
    """Return the content of the file."""
    parts = ",\n".join(f' "{key}": {_written(value)}' for key, value in _content(kept).items())
    return f"{FIRST_LINE}\n{{\n{parts}\n}}\n"


def _content(kept: SavedGame) -> dict[str, object]:
    content: dict[str, object] = {"format": FORMAT, "title": kept.title, "ruleset": kept.ruleset}
    content |= {"settings": dict(sorted(kept.settings.items()))} if kept.settings else {}
    content |= {"fingerprint": kept.fingerprint, "seats": _line(kept.seats), "seed": kept.number}
    content |= {"secret": secret} if (secret := parted(kept.seed)[1]) else {}
    content |= {"origin": kept.origin, "origin at": kept.origin_at} if kept.origin is not None else {}
    if kept.stands is not None:
        content |= {"stands": dict(sorted(kept.stands.items())), "each decision": _line(LEGEND)}
    content["decisions"] = [_decision(decision) for decision in kept.decisions]
    content |= {"end": _decision(kept.end)} if kept.end else {}
    return content | ({"vector": kept.vector, "at": kept.at} if kept.vector is not None else {})


class _Line(str):
    """JSON that is kept on one line."""


def _line(value: object) -> _Line:
    return _Line(json.dumps(value))


def _decision(decision: Decision) -> _Line:
    if not decision.fingerprint:
        return _line(decision.name)
    changed = dict(sorted(decision.changed.items()))
    return _line([decision.asked, decision.name, decision.fingerprint, decision.offered, changed])


def _written(value: object) -> str:
    """Return JSON with one line per entry of a table or list."""
    if isinstance(value, _Line):
        return value
    if isinstance(value, dict) and value:
        return "{\n" + ",\n".join(f"  {json.dumps(key)}: {json.dumps(part)}" for key, part in value.items()) + "\n }"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"  {part}" for part in value) + "\n ]"
    return json.dumps(value)


def joined(names: Sequence[str]) -> str:
    """Return names as one text, with consecutive numbers compressed: `bid 5..10`."""
    return ", ".join(_runs(names))


def _runs(names: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(names):
        stem, first = _number(names[at])
        last = at
        while first >= 0 and last + 1 < len(names) and _number(names[last + 1]) == (stem, first + last + 1 - at):
            last += 1
        yield f"{stem}{first}..{first + last - at}" if last > at else names[at]
        at = last + 1


@lru_cache(maxsize=4096)
def _number(name: str) -> tuple[str, int]:
    """Split a name into its stem and the number at its end (-1 if there is none)."""
    found = re.fullmatch(r"(.*?)(0|[1-9][0-9]{0,8})", name, re.DOTALL)
    return (found[1], int(found[2])) if found else (name, -1)


def apart(text: str) -> tuple[str, ...]:
    """Return the names in a compressed text."""
    names: list[str] = []
    for part in text.split(", ") if text else ():
        found = re.fullmatch(r"(.*?)([0-9]{1,9})\.\.([0-9]{1,9})", part)
        if found and 0 < int(found[3]) - int(found[2]) < MOST_NAMES - len(names):
            names += (f"{found[1]}{number}" for number in range(int(found[2]), int(found[3]) + 1))
        else:
            names.append(part)
    return tuple(names)


# -- reading


def is_saved_game(first: str) -> bool:
    """Return whether a first line is that of a save or replay."""
    return first.rstrip("\r\n") == FIRST_LINE


def read(path: Path) -> SavedGame:
    """Read a save or replay. Raises `RulesError` with what is wrong with it."""
    first, below, rest = _text(path).partition("\n")
    if not is_saved_game(first):
        raise refusal(path, Code.SAVE_BROKEN, "this is not a save, or its first line was changed")
    try:
        content = json.loads(rest)
    except (ValueError, RecursionError) as problem:
        line = len(below) + getattr(problem, "lineno", 1)
        said = "this file ends too early or was changed by hand"
        raise refusal(path, Code.SAVE_BROKEN, said, "An older one may be whole.", line=line) from None
    newer = content.get("format") if isinstance(content, dict) else None
    if isinstance(newer, int) and newer > FORMAT:
        said = f"this file has the format {newer}; this Rulewright reads formats up to {FORMAT}"
        raise refusal(
            path, Code.SAVE_NEWER, said, "Use the version of Rulewright by which it was written, or a later one."
        )
    wrong = wrong_in(content)
    if wrong:
        raise refusal(path, Code.SAVE_BROKEN, wrong)
    return SavedGame(
        content["title"], content["fingerprint"], content["seats"],
        with_secret(content["seed"], content.get("secret", "")),
        [_read_decision(row) for row in content["decisions"]], content.get("ruleset", ""),
        content.get("settings", {}), content.get("origin"), content.get("origin at", ""), content.get("vector"),
        content.get("at", ""), content.get("stands"), _read_decision(content["end"]) if "end" in content else None,
    )  # fmt: skip


def _text(path: Path) -> str:
    try:
        data = disk().read(path, MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            said = f"this file is larger than {MAX_BYTES:,} bytes; no game is as long as that"
            raise refusal(path, Code.FILE_TOO_LARGE, said, "Is it the right file?")
        return data.decode("utf-8").replace("\r\n", "\n")
    except (OSError, ValueError) as problem:
        if isinstance(problem, UnicodeDecodeError):
            raise refusal(path, Code.SAVE_BROKEN, "this is not a save: it is not a text") from None
        reason = getattr(problem, "strerror", None) or "its name is not possible here"
        raise refusal(path, Code.UNREADABLE_FILE, f"this file cannot be read: {reason}") from None


def _read_decision(row: str | tuple[str, str, str, str, Values]) -> Decision:
    if isinstance(row, str):
        return Decision(row)
    asked, name, fingerprint, offered, changed = row
    return Decision(name, asked, fingerprint, offered, changed)
