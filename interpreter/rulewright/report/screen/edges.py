"""Grids whose spaces have sides and corners, as lines: between the rows of spaces lies a line of what separates them.

Squares have their sides above and beside them, hexagons slanted ones. What nobody has is only hinted at; what somebody
has shows the beginning of the player's name, so that it can be told without colours.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from rulewright.report.screen.spans import (
    DIM,
    HEADING,
    MARK_OFFERED,
    OFFERED,
    Line,
    Span,
    seat_style,
    text_of,
    width_of,
)
from rulewright.report.table.model import Edge, Grid, Space

WIDEST_SPACE, MOST_LINES = 13, 3
FREE = {"corner": "+", "upright": "|", "rising": "/", "falling": "\\"}
"""What stands for sides and corners of hexagons that nobody has; those of squares are left blank, but for corners."""


@dataclass(slots=True)
class Canvas:
    """Spans that are put anywhere on lines; of two in one place the first one is kept."""

    lines: dict[int, list[tuple[int, Span]]] = field(default_factory=lambda: defaultdict(list))

    def put(self, line: int, column: int, *spans: Span) -> None:
        """Put spans side by side."""
        for span in spans:
            self.lines[line].append((column, span))
            column += len(span.text)

    def drawn(self) -> Iterator[Line]:
        """Yield the lines from the top, with blanks between what was put there."""
        for number in range(max(self.lines) + 1):
            end, found = 0, list[Span]()
            for column, span in sorted(self.lines[number], key=lambda put: put[0]):
                if column >= end:
                    found += [Span(" " * (column - end)), span]
                    end = column + len(span.text)
            yield tuple(span for span in found if span.text)


def edged_lines(
    grid: Grid, inside: Sequence[Sequence[Line | None]], signs: Sequence[str], width: int, edge: int,
    fitted: Callable[[Line, int], list[Line]],
) -> list[Line]:  # fmt: skip
    """Return a grid with its sides and corners; `inside` is what lies on the spaces, `fitted` breaks it into lines."""
    across = grid.halves / 2 if grid.hexagons else len(grid.columns)
    room = max(3, min(WIDEST_SPACE, int((width - edge - 1) / across) - 1)) // 2 * 2 + 1
    if room * across + across + edge >= width and room > 3:
        room -= 2
    broken = {
        (x, y): fitted(line, room)[:MOST_LINES]
        for y, row in enumerate(inside) for x, line in enumerate(row) if line is not None
    }  # fmt: skip
    board = _Board(grid, signs, edge, room, max(map(len, broken.values())))
    board.put_edges()
    for (x, y), lines in broken.items():
        for at, line in enumerate(lines):
            column = board.column_of(6 * x, 6 * y) - room // 2 + (room - width_of(line)) // 2
            board.canvas.put(board.line_of(6 * y) + at, column, *line)
    return list(board.canvas.drawn())


class _Board:
    def __init__(self, grid: Grid, signs: Sequence[str], edge: int, room: int, lines: int) -> None:
        self.grid, self.signs, self.edge, self.room, self.lines = grid, signs, edge, room, lines
        self.canvas, self.top = Canvas(), 0 if grid.hexagons else 1
        self.first = min(2 * x + y for y, row in enumerate(grid.spaces) for x, space in enumerate(row) if space)

    def column_of(self, x: int, y: int) -> int:
        """Return the column of a spot in sixths of spaces."""
        halves = (2 * x + y) / 6 - self.first if self.grid.hexagons else x / 3
        return self.edge + round((halves + 1) * (self.room + 1) / 2)

    def line_of(self, y: int) -> int:
        """Return the line of a spot in sixths of spaces: the first one of a row of spaces, or the one above it."""
        return self.top + (y + 4) // 6 * (self.lines + 1) + (y % 6 == 0)

    def put_edges(self) -> None:
        """Put the sides and corners, and beside and above squares the names of rows and columns."""
        for corner in self.grid.corners:
            self._put(corner, "corner", "+")
        for side in self.grid.sides:
            upright = side.y % 6 == 0
            slant = "upright" if upright else "rising" if side.x % 6 == 0 else "falling"
            self._put(side, slant, FREE[slant] if self.grid.hexagons else "")
        if not self.grid.hexagons:
            for x, name in enumerate(self.grid.columns):
                self.canvas.put(0, self.column_of(6 * x, 0), Span(name, HEADING))
            for y, name in enumerate(self.grid.rows):
                self.canvas.put(self.line_of(6 * y), 0, Span(name.rjust(self.edge - 1), HEADING))

    def _put(self, edge: Edge, kind: str, free: str) -> None:
        line, column, space = self.line_of(edge.y), self.column_of(edge.x, edge.y), edge.space
        signs = self._signs(space)
        if space.offered:
            signs = [Span(MARK_OFFERED, OFFERED, space.about), *signs]
        flat = kind in ("rising", "falling") and not self.grid.hexagons
        if flat and signs:
            signs = _stretched(signs, self.room, space)
        for at in range(self.lines if kind == "upright" else 1):
            shown = signs or ([Span(free, DIM, space.about)] if free else [])
            self.canvas.put(line + at, column - len(text_of(tuple(shown))) // 2, *shown)

    def _signs(self, space: Space) -> list[Span]:
        """Return who has a side or corner, or what is there."""
        found = [Span(self.signs[seat], seat_style(seat), space.about) for seat in space.seats]
        for piece in space.markers:
            letter = piece.label[:1].lower()
            text = "#" if piece.seat is None else self.signs[piece.seat] + letter
            found.append(Span(text, seat_style(piece.seat), piece.about))
        found += [Span(cell.text[:2], seat_style(cell.seat), space.about) for cell in space.cells if not cell.empty]
        return found


def _stretched(signs: list[Span], room: int, space: Space) -> list[Span]:
    """Return what is on a level side as a line along all of it."""
    style = next((span.style for span in signs if span.style), "")
    rest = max(0, room - len(text_of(tuple(signs))))
    return [Span("=" * (rest // 2), style, space.about), *signs, Span("=" * (rest - rest // 2), style, space.about)]
