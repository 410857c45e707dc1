"""A grid of spaces in plain text, with column letters and row numbers."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.report.layout import cells, fold, pad, shorten, width
from rulewright.report.table.model import Grid, Piece, Space
from rulewright.report.wording import word

EDGE = "    "
EMPTY = "."


def grid_lines(grid: Grid, names: Sequence[str]) -> list[str]:
    """Return the rows of a grid, and below it what its marks mean."""
    signs = initials(names)
    texts = [[_text(space, signs) for space in row] for row in grid.spaces]
    kept = [at for at in range(len(grid.columns)) if any(row[at] for row in texts)]
    widths = _widths([[row[at] for row in texts] for at in kept])
    lines = [EDGE + "".join(pad(grid.columns[at], wide) for at, wide in zip(kept, widths, strict=True))]
    for number, row in zip(grid.rows, texts, strict=True):
        if any(row):
            parts = [pad(shorten(row[at], wide - 1), wide) for at, wide in zip(kept, widths, strict=True)]
            lines.append(f"{number:>2}  {''.join(parts)}")
    return [*(line.rstrip() for line in lines), *_legend(grid, any(EMPTY in row for row in texts))]


def initials(names: Sequence[str]) -> list[str]:
    """Return for each name the shortest beginning, the same length for all, by which they differ."""
    length = next((n for n in range(1, 80) if len({name[:n] for name in names}) == len(names)), 80)
    return [name[:length] for name in names]


def _text(space: Space | None, signs: Sequence[str]) -> str:
    """Return what stands in a space; nothing for one on which nothing can lie now."""
    if space is None:
        return ""
    parts = [signs[seat] for seat in space.seats] + [_sign(piece) for piece in space.markers]
    parts += [cell.text for cell in space.cells if not cell.empty]
    mark = "*" if space.changed else ""
    held = bool(parts) or space.offered or any(cell.pieces is not None for cell in space.cells)
    return (" ".join(parts) or EMPTY) + mark if held or not space.cells else ""


def _sign(piece: Piece) -> str:
    number = piece.label.rpartition(" ")[2]
    return f"#{number}" if number.isdigit() else piece.label


def _legend(grid: Grid, empty: bool) -> list[str]:
    """Return what else is known of the things on spaces, and what a dot is."""
    spaces = [space for row in grid.spaces for space in row if space is not None]
    known = [f"{_sign(piece)} {', '.join(piece.notes)}" for space in spaces for piece in space.markers if piece.notes]
    thing = next((piece.label.rpartition(" ")[0] or piece.label for s in spaces for piece in s.markers), "")
    said = [f"{thing}: {', '.join(known)}."] if known else []
    said += [word("empty-space", mark=EMPTY)] if empty else []
    return fold(" ".join(said), EDGE, EDGE + "  ") if said else []


def _widths(columns: Sequence[Sequence[str]]) -> list[int]:
    """Return how wide each column is, the widest cut down until the grid fits."""
    widths = [max(3, 1 + max(map(cells, column))) for column in columns]
    while sum(widths) + len(EDGE) > width() and max(widths) > 3:
        widths[widths.index(max(widths))] -= 1
    return widths
