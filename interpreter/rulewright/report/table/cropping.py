"""The part of a large grid that is drawn: as far as it is used, with one more space all round."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulewright.report.table.model import Edge, Grid, Space

LARGE = 12
"""A grid with more columns or rows than this is drawn as far as it is used."""
RIM = 4
"""How far the sides and corners of a space are from its middle at most, in sixths of a space."""


def cropped(grid: Grid) -> Grid:
    """Return a grid with the columns and rows that are drawn."""
    width, height = len(grid.columns), len(grid.rows)
    used = [
        (x, y) for y, row in enumerate(grid.spaces) for x, space in enumerate(row)
        if space is not None and _is_used(space)
    ]  # fmt: skip
    if max(width, height) <= LARGE or not used:
        return grid
    left, right = _widened([x for x, _ in used], width)
    top, bottom = _widened([y for _, y in used], height)
    spaces = tuple(row[left : right + 1] for row in grid.spaces[top : bottom + 1])
    sides, corners = (_inside(edges, (left, right), (top, bottom)) for edges in (grid.sides, grid.corners))
    return replace(
        grid, columns=grid.columns[left : right + 1], rows=grid.rows[top : bottom + 1], spaces=spaces, sides=sides,
        corners=corners,
    )  # fmt: skip


def _inside(edges: Iterable[Edge], across: tuple[int, int], down: tuple[int, int]) -> tuple[Edge, ...]:
    """Return the sides or corners of the spaces from one column and row to another."""
    moved = [replace(edge, x=edge.x - 6 * across[0], y=edge.y - 6 * down[0]) for edge in edges]
    width, height = (6 * (last - first) + RIM for first, last in (across, down))
    return tuple(edge for edge in moved if -RIM <= edge.x <= width and -RIM <= edge.y <= height)


def _is_used(space: Space) -> bool:
    return bool(space.offered or space.seats or space.markers or any(not cell.empty for cell in space.cells))


def _widened(used: Sequence[int], number: int) -> tuple[int, int]:
    """Return the first and the last of some columns or rows, and one more at each end where there is one."""
    return max(0, min(used) - 1), min(number - 1, max(used) + 1)
