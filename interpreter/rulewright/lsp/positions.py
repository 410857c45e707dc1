"""Places in files: findings count characters from 1, editors count UTF-16 units from 0."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rulewright.diagnostics import Span


class Position(NamedTuple):
    """A line, and the UTF-16 units before a character in it, both from 0."""

    line: int
    character: int


class Range(NamedTuple):
    """From a position up to, but not including, another."""

    start: Position
    end: Position


Edits = dict[Path, list[tuple[Range, str]]]
"""By file: what replaces what."""


def edited_text(text: str, edits: Iterable[tuple[Range, str]]) -> str:
    """Return a text after some edits, which do not overlap."""
    lines = text.split("\n")
    for (start, end), new in sorted(edits, reverse=True):
        first, last = lines[start.line : start.line + 1] or [""], lines[end.line : end.line + 1] or [""]
        before = first[0][: column(first[0], start.character) - 1]
        lines[start.line : end.line + 1] = (before + new + last[0][column(last[0], end.character) - 1 :]).split("\n")
    return "\n".join(lines)


def units(line: str, column: int) -> int:
    """Return the UTF-16 units before a column, which counts characters from 1."""
    return len(line[: column - 1].encode("utf-16-le", "surrogatepass")) // 2


def column(line: str, character: int) -> int:
    """Return the column, counted from 1, of a character that editors count in UTF-16 units from 0."""
    before = line.encode("utf-16-le", "surrogatepass")[: 2 * max(0, character)]
    return len(before.decode("utf-16-le", "replace")) + 1


def range_of(span: Span, lines: list[str]) -> Range:
    """Return the range of a stretch of a file with these lines; one without a line is the beginning of the file."""
    if not span.line:
        return Range(Position(0, 0), Position(0, 0))
    return Range(_position(span.line, span.column, lines), _position(span.end_line, span.end_column, lines))


def _position(line: int, column: int, lines: list[str]) -> Position:
    text = lines[line - 1] if line <= len(lines) else ""
    return Position(line - 1, units(text, column))
