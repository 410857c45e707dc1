"""Names the parts that conditions written one after another have in common, so that each is read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

READS = re.compile(r"\b(?:T\d+|S)\[")
LATER = (" and ", " or ", " if ", " for ")
"""What stands after one of these may never be read, so it is not read beforehand."""
WORTH = 12
"""A part shorter than this costs no more to read twice than to keep."""


def share(texts: list[str], name: Callable[[], str]) -> list[tuple[list[str], str]]:
    """Return each condition with the lines that name its parts before it.

    The conditions are tested in order, each only if those before it held. A part is named before the first condition
    that reads it for certain, if it is read again after that.
    """
    shared: list[tuple[list[str], str]] = []
    rest = list(texts)
    while rest:
        lines: list[str] = []
        while (part := _common(rest)) is not None:
            kept = name()
            lines.append(f"{kept} = {part}")
            rest = [text.replace(part, kept) for text in rest]
        shared.append((lines, rest.pop(0)))
    return shared


def _common(rest: list[str]) -> str | None:
    """The longest part that the first condition reads for certain and that is read again."""
    first = rest[0]
    parts = [p for p in reads(first) if len(p) >= WORTH and sum(text.count(p) for text in rest) > 1]
    certain = [p for p in parts if not any(word in first[: first.index(p)] for word in LATER)]
    return max(certain, key=len, default=None)


def reads(text: str) -> Iterator[str]:
    """Yield the reads of tables and of the vector in a text, whole."""
    for found in READS.finditer(text):
        end = _closing(text, found.end())
        yield text[found.start() : end]


def _closing(text: str, at: int) -> int:
    depth = 1
    while depth:
        depth += {"[": 1, "]": -1}.get(text[at], 0)
        at += 1
    return at
