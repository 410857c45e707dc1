"""Width of text on a terminal, wrapping, and what may be painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from textwrap import wrap
from unicodedata import combining, east_asian_width

WIDTH = 80
"""Columns that everything printed keeps to, except at a table on a wide terminal."""

_screen = [WIDTH]


def use_width(columns: int) -> None:
    """From now on fill a screen this wide; `play` calls it before it prints."""
    _screen[0] = max(24, columns)


def width() -> int:
    """Return how many columns sentences and tables may fill."""
    return _screen[0]


Paint = Callable[[str, str], str]
"""From a style (path, error, warning, caret, quiet, title) and a text to the text as it is written out."""

_CODES = {"path": "1", "error": "1;31", "warning": "1;33", "caret": "31", "quiet": "2", "title": "1"}


def plain(style: str, text: str) -> str:
    """Leave the text as it is."""
    return text


def coloured(style: str, text: str) -> str:
    """Put a terminal's colour round the text."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if text else text


def cells(text: str) -> int:
    """Count the columns that a text takes up: wide letters take two, combining marks none."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def pad(text: str, width: int) -> str:
    """Fill the text with blanks on the right."""
    return text + " " * max(0, width - cells(text))


def tame(text: str) -> str:
    """Return the text without what could upset a terminal; every character keeps its column."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else " " if c == "\t" else "?" for c in text)


def fold(text: str, indent: str = "", more: str | None = None) -> list[str]:
    """Break a sentence into lines that fit the screen; the lines after the first begin with `more`."""
    later = indent if more is None else more
    return wrap(
        tame(text), width(), initial_indent=indent, subsequent_indent=later, break_on_hyphens=False,
    ) or [indent.rstrip()]  # fmt: skip


def shorten(text: str, width: int) -> str:
    """Cut words short, the longest first, until the text fits: `Everything 2` becomes `Everyth. 2`."""
    words = text.split(" ")
    cut = [""] * len(words)
    while cells(" ".join(map(str.__add__, words, cut))) > width:
        longest = max(range(len(words)), key=lambda i: len(words[i]))
        if len(words[longest]) < 3:
            return text[:width]
        words[longest], cut[longest] = words[longest][:-1], "."
    return " ".join(map(str.__add__, words, cut))


def unfolded(lines: Sequence[str]) -> list[str]:
    """Return lines with continuation lines joined to those that they continue."""
    found: list[str] = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1] += f" {line.strip()}"
        else:
            found.append(line)
    return found
