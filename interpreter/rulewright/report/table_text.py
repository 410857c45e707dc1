"""Tables of short words in plain text, never wider than the screen."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.layout import WIDTH, cells, pad, pad_left, shorten

Column = tuple[str, Sequence[str]]
"""The heading of a column and its entries, one for each row."""


def table(labels: Sequence[str], groups: Sequence[Sequence[Column]], head_room: int = 8) -> list[str]:
    """Return a table with a label before each row; groups of columns are parted by a bar, and broken if too wide."""
    lines: list[str] = []
    margin = max(map(cells, labels), default=0) + 2
    for part in _parts(groups, margin, head_room):
        if lines:
            lines.append("")
        lines.append(pad("", margin) + _row(part, None, head_room))
        lines += [f"  {pad(label, margin - 2)}" + _row(part, i, head_room) for i, label in enumerate(labels)]
    return [line.rstrip() for line in lines]


def _width(column: Column, head_room: int) -> int:
    return max(cells(shorten(column[0], head_room)), max(map(cells, column[1]), default=0))


def _row(groups: Sequence[Sequence[Column]], row: int | None, head_room: int) -> str:
    parts = []
    for group in groups:
        texts = [(shorten(c[0], head_room) if row is None else c[1][row], _width(c, head_room)) for c in group]
        parts.append("".join(" " + pad_left(text, width) for text, width in texts))
    return " |".join(parts) if row is not None else "  ".join(parts)


def _parts(groups: Sequence[Sequence[Column]], margin: int, head_room: int) -> list[list[list[Column]]]:
    """Break the columns into tables that fit."""
    parts: list[list[list[Column]]] = []
    used = WIDTH
    for group in groups:
        fresh = True
        for column in group:
            wide = _width(column, head_room) + 1 + (2 if fresh else 0)
            if used + wide > WIDTH:
                parts.append([])
                used, fresh = margin, True
            if fresh:
                parts[-1].append([])
            parts[-1][-1].append(column)
            used, fresh = used + wide, False
    return parts
