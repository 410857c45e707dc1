"""Tables of short words in plain text, never wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.layout import WIDTH, cells, pad, pad_left, shorten

Column = tuple[str, Sequence[str]]
"""The heading of a column and its entries, one for each row."""

Group = tuple[str, Sequence[Column]]
"""Columns that belong together, and what they are called; a name is shown where several groups have one."""


def table(labels: Sequence[str], groups: Sequence[Group], head_room: int = 8) -> list[str]:
    """Return a table with a label before each row; groups of columns are parted by a bar, and broken if too wide."""
    lines: list[str] = []
    margin = max(map(cells, labels), default=0) + 2
    named = sum(bool(title) for title, _ in groups) > 1
    for part in _parts(groups, margin, head_room):
        if lines:
            lines.append("")
        if named and any(title for title, _ in part):
            lines.append(pad("", margin) + _titles(part, head_room))
        lines.append(pad("", margin) + _row(part, None, head_room))
        lines += [f"  {pad(label, margin - 2)}" + _row(part, i, head_room) for i, label in enumerate(labels)]
    return [line.rstrip() for line in lines]


def _width(column: Column, head_room: int) -> int:
    return max(cells(shorten(column[0], head_room)), max(map(cells, column[1]), default=0))


def _titles(groups: Sequence[Group], head_room: int) -> str:
    widths = [sum(_width(column, head_room) + 1 for column in columns) for _, columns in groups]
    titles = [pad(" " + shorten(title, width - 1), width) for (title, _), width in zip(groups, widths, strict=True)]
    return "  ".join(titles)


def _row(groups: Sequence[Group], row: int | None, head_room: int) -> str:
    parts = []
    for _, columns in groups:
        texts = [(shorten(c[0], head_room) if row is None else c[1][row], _width(c, head_room)) for c in columns]
        parts.append("".join(" " + pad_left(text, width) for text, width in texts))
    return " |".join(parts) if row is not None else "  ".join(parts)


def _parts(groups: Sequence[Group], margin: int, head_room: int) -> list[list[tuple[str, list[Column]]]]:
    """Break the columns into tables that fit."""
    parts: list[list[tuple[str, list[Column]]]] = []
    used = WIDTH
    for title, columns in groups:
        fresh = True
        for column in columns:
            wide = _width(column, head_room) + 1 + (2 if fresh else 0)
            if used + wide > WIDTH:
                parts.append([])
                used, fresh = margin, True
            if fresh:
                parts[-1].append((title, []))
            parts[-1][-1][1].append(column)
            used, fresh = used + wide, False
    return parts
