"""Tables of short words in plain text, never wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.layout import cells, pad, pad_left, shorten, width

Column = tuple[str, Sequence[str]]
"""The heading of a column and its entries, one for each row."""

Group = tuple[str, Sequence[Column]]
"""Columns that belong together, and their common heading."""

NARROW = 6
"""Headings are not cut shorter than this."""


def table(labels: Sequence[str], groups: Sequence[Group]) -> list[str]:
    """Return a table with a label before each row; groups of columns are broken if they are too wide."""
    margin = max(map(cells, labels), default=0) + 2
    fitted = fit([group for group in groups if group[1]], width() - margin)
    lines: list[str] = []
    for part in _parts(fitted, width() - margin):
        lines += [""] if lines else []
        top = _head(part, 0)
        lines += [pad("", margin) + top] if top.strip() else []
        lines.append(pad("", margin) + _head(part, 1))
        lines += [f"  {pad(label, margin - 2)}" + _row(part, i) for i, label in enumerate(labels)]
    return [line.rstrip() for line in lines]


def fit(groups: Sequence[Group], room: int) -> list[tuple[str, list[Wide]]]:
    """Give every column its heading in two lines and its width; the longest words are cut if then all fits."""
    found = _wide(groups)
    every = [column for _, columns in found for column in columns]
    while _whole(found) > room:
        widest = max(reversed(every), key=lambda column: column.width, default=None)
        if widest is None or widest.room <= NARROW or widest.width > widest.room:
            return _wide(groups)
        widest.cut()
    return found


def _wide(groups: Sequence[Group]) -> list[tuple[str, list[Wide]]]:
    return [(title, [Wide(column) for column in columns]) for title, columns in groups]


class Wide:
    """A column with its heading in two lines."""

    def __init__(self, column: Column) -> None:
        self.top, _, self.last = column[0].rpartition(" ")
        self.entries = column[1]
        self.longest = max(map(cells, self.entries), default=0)
        self.room = max(cells(self.top), cells(self.last))

    @property
    def width(self) -> int:
        """How many columns of the screen it takes."""
        return max(self.room, self.longest)

    def cut(self) -> None:
        """Make the heading shorter by one."""
        self.room -= 1

    def heading(self, line: int) -> str:
        """Return a line of the heading, in its width."""
        return pad_left(shorten(self.last if line else self.top, self.room), self.width)


def _whole(groups: Sequence[tuple[str, Sequence[Wide]]]) -> int:
    """Return how wide everything side by side is."""
    return sum(2 + sum(column.width + 1 for column in columns) for _, columns in groups) - 2


def _head(groups: Sequence[tuple[str, Sequence[Wide]]], line: int) -> str:
    parts = []
    for title, columns in groups:
        text = "".join(" " + column.heading(line) for column in columns)
        if line == 0 and title and not text.strip():
            text = pad(" " + shorten(title, len(text) - 1), len(text))
        parts.append(text)
    return "  ".join(parts)


def _row(groups: Sequence[tuple[str, Sequence[Wide]]], row: int) -> str:
    parts = ["".join(" " + pad_left(c.entries[row], c.width) for c in columns) for _, columns in groups]
    return "  ".join(parts)


def _parts(groups: Sequence[tuple[str, Sequence[Wide]]], room: int) -> list[list[tuple[str, list[Wide]]]]:
    """Break the columns into tables that fit."""
    parts: list[list[tuple[str, list[Wide]]]] = []
    used = room + 1
    for title, columns in groups:
        fresh = True
        whole = 2 + sum(column.width + 1 for column in columns)
        if title and used + whole > room >= whole:
            used = room + 1
        for column in columns:
            wide = column.width + 1
            if used + wide + (2 if fresh else 0) > room:
                parts.append([])
                used, fresh = 0, True
            if fresh:
                parts[-1].append((title, []))
                used += 2 if len(parts[-1]) > 1 else 0
            parts[-1][-1][1].append(column)
            used, fresh = used + wide, False
    return parts
