"""Tables as lines: headings of several lines, broken cells, and columns that go on below where there is no room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulewright.report.layout import cells, shorten
from rulewright.report.screen.spans import (
    ASKED,
    BLANK,
    CHANGED,
    DIM,
    HEADING,
    MARK_OFFERED,
    Line,
    Span,
    flow,
    marked,
    padded,
    seat_style,
    styled,
    width_of,
    words,
)  # fmt: skip
from rulewright.report.table.model import Cell, Column, Row, Rows

WIDEST, WORD = 18, 11
"""The columns that a cell, and a word of a heading, may take up before they are broken or cut."""

LABEL = 20
"""The columns that the name of a row may always take up; where there is room, three tenths of the width."""


def table_lines(rows: Rows, width: int) -> list[Line]:
    """Return a table; columns that do not fit beside each other follow below, with the labels of the rows again."""
    labels = [_row_label(row, max(LABEL, width * 3 // 10)) for row in rows.rows]
    edge = max(map(width_of, labels), default=0)
    columns = [_Column(column, [row.cells[at] for row in rows.rows]) for at, column in enumerate(rows.columns)]
    lines: list[Line] = []
    for block in _column_blocks(columns, width - edge):
        lines += [
            *_heading_lines(block, edge),
            *(line for at in range(len(labels)) for line in _row_line(at, labels[at], edge, block)),
        ]
    return lines


class _Column:
    """A column with its cells as they are drawn."""

    def __init__(self, column: Column, found: Sequence[Cell | None]) -> None:
        self.group, self.about = column.group, column.about
        self.cells = [cell_of(cell) for cell in found]
        self.number = all(cell is None or cell.number is not None for cell in found)
        title = [shorten(word, WORD) for word in column.title.split(" ")]
        widest = max(map(width_of, self.cells), default=0)
        self.width = max(min(widest, WIDEST), *map(cells, title))
        self.title = flow([(Span(word, HEADING, column.about),) for word in title], self.width, gap=" ")


def _column_blocks(columns: Sequence[_Column], width: int) -> Iterator[list[_Column]]:
    block: list[_Column] = []
    for unit in _column_units(columns, width):
        if block and _width_of([*block, *unit]) > width:
            yield block
            block = []
        block += unit
    if block:
        yield block


def _column_units(columns: Sequence[_Column], width: int) -> Iterator[list[_Column]]:
    """Yield the columns; those of a group are kept together where they fit at all."""
    for name, found in groupby(columns, key=lambda column: column.group):
        group = list(found)
        yield from [group] if name and _width_of(group) <= width else ([column] for column in group)


def _width_of(columns: Sequence[_Column]) -> int:
    return sum(2 + column.width for column in columns)


def _heading_lines(block: Sequence[_Column], edge: int) -> Iterator[Line]:
    """Yield the names of groups above their first columns, then the titles, which stand on the lowest line."""
    groups: list[Span] = []
    last = ""
    for column in block:
        room = column.width + 2
        if column.group and column.group != last:
            groups.append(Span(f"  {column.group}", HEADING))
        else:
            groups.append(Span(" " * room))
        last = column.group
    if any(column.group for column in block):
        yield _overflowing_cells(groups, block, edge)
    height = max(len(column.title) for column in block)
    for at in range(height):
        parts = [Span(" " * edge)]
        for column in block:
            line = at - (height - len(column.title))
            parts += [Span("  "), *padded(column.title[line] if line >= 0 else BLANK, column.width, column.number)]
        yield tuple(parts)


def _overflowing_cells(groups: Sequence[Span], block: Sequence[_Column], edge: int) -> Line:
    """Return the line of group names; a name may reach over the columns of its group."""
    text = " " * edge
    at = edge
    for span, column in zip(groups, block, strict=True):
        if span.text.strip():
            text = text[: max(at, cells(text))].ljust(at) + span.text
        at += column.width + 2
    return (Span(text, HEADING),)


def _row_line(at: int, label: Line, edge: int, block: Sequence[_Column]) -> Iterator[Line]:
    broken = [
        [column.cells[at]] if width_of(column.cells[at]) <= column.width
        else flow(words(column.cells[at]), column.width, gap=" ") for column in block
    ]  # fmt: skip
    for line in range(max(map(len, broken))):
        parts = list(padded(label if line == 0 else BLANK, edge))
        for column, lines in zip(block, broken, strict=True):
            parts += [Span("  "), *padded(lines[line] if line < len(lines) else BLANK, column.width, column.number)]
        yield tuple(parts)


def _row_label(row: Row, room: int) -> Line:
    mark = f"{MARK_OFFERED} " if row.asked else "  "
    style = styled(seat_style(row.seat), ASKED if row.asked else "")
    return (Span(mark, ASKED), Span(shorten(row.label, room), style, row.about))


def cell_of(cell: Cell | None) -> Line:
    """Return a cell as it is drawn: of a place, how many pieces it holds."""
    if cell is None:
        return BLANK
    text = cell.text if cell.pieces is None else str(cell.number or 0)
    quiet = DIM if cell.empty or cell.hidden else seat_style(cell.seat)
    return (Span(marked(text, cell.changed), CHANGED if cell.changed else quiet, cell.about),)
