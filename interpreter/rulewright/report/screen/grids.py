"""Grids and paths as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rulewright.report.layout import shorten
from rulewright.report.screen.edges import edged_lines
from rulewright.report.screen.pieces import piece_span
from rulewright.report.screen.spans import (
    BLANK,
    CHANGED,
    DIM,
    HEADING,
    MARK_CHANGED,
    MARK_OFFERED,
    OFFERED,
    TITLE,
    Line,
    Span,
    flow,
    padded,
    seat_style,
    styled,
    text_of,
    width_of,
    words,
)  # fmt: skip
from rulewright.report.table.cropping import cropped
from rulewright.report.table.model import Cell, Grid, Path, Piece, Seat, Space

EMPTY = "."
WIDEST = 20
WIDE = 1000


def grid_lines(grid: Grid, width: int, seats: Sequence[Seat], kinds: Mapping[str, int]) -> list[Line]:
    """Return a grid: column names, and for each row its name and its spaces; long contents are broken."""
    grid, signs = cropped(grid), initials([seat.name for seat in seats])
    edge = max(map(len, grid.rows), default=0) + 1
    halves = (width - edge) // grid.halves if grid.hexagons else 0
    named = halves > 1 and not grid.sides
    inside = [[_space_content(space, signs, kinds, named) if space else None for space in row]
              for row in grid.spaces]  # fmt: skip
    if grid.sides:
        between = [[_marked(space, line, grid.hexagons) for space, line in zip(*rows, strict=True)]
                   for rows in zip(grid.spaces, inside, strict=True)]  # fmt: skip
        drawn = edged_lines(grid, between, signs, width, edge, _fitted_text)
        return [*drawn, *_grid_legend(grid, width, edge)]
    if grid.hexagons:
        return [*_hexagon_lines(grid, inside, halves, edge), *_grid_legend(grid, width, edge)]
    widths = _column_widths(grid, inside, width - edge)
    heading = [Span(" " * edge)]
    for name, room in zip(grid.columns, widths, strict=True):
        heading += padded((Span(f" {name}", HEADING),), room)
    lines: list[Line] = [tuple(heading)]
    for label, spaces, row in zip(grid.rows, grid.spaces, inside, strict=True):
        lines += _grid_row(Span(label.rjust(edge - 1) + " ", HEADING), spaces, row, widths)
    return [*lines, *_grid_legend(grid, width, edge)]


def _marked(space: Space | None, line: Line | None, named: bool) -> Line | None:
    """Return what is on a space behind the mark that it can be chosen, and its name, by which its corners go."""
    if space is None or line is None:
        return None
    mark = (Span(MARK_OFFERED, OFFERED, space.about),) if space.offered else ()
    if not named:
        return (*mark, *line)
    name = Span(space.label, OFFERED if space.offered else HEADING, space.about)
    empty = text_of(line) in (EMPTY, space.label)
    return (*mark, name) if empty else (*mark, name, Span(" ", "", space.about), *line)


def _hexagon_lines(grid: Grid, inside: Sequence[Sequence[Line | None]], most: int, edge: int) -> Iterator[Line]:
    """Yield rows that begin half a space further each, with the names of columns above the first and below the last.

    Half a space is at most so wide; where it is wide enough for the names of spaces, `inside` has them.
    """
    half = max(1, min((max(_column_widths(grid, inside, WIDE)) + 1) // 2, most))
    last = len(grid.rows) - 1
    for y, (label, row, lead) in enumerate(zip(grid.rows, grid.spaces, grid.leads, strict=True)):
        there = [x for x, space in enumerate(row) if space is not None]
        part, blank = slice(there[0], there[-1] + 1), Span(" " * (lead * half))
        letters = [span for name in grid.columns[part] for span in padded((Span(f" {name}", HEADING),), 2 * half)]
        heading = (blank, Span(" " * edge), *letters)
        lines = _grid_row(
            Span(label.rjust(edge - 1) + " ", HEADING), row[part], inside[y][part], [2 * half] * len(there)
        )
        yield from [heading] * (y == 0) + [(blank, *line) for line in lines] + [heading] * (y == last)


def initials(names: Sequence[str]) -> list[str]:
    """Return for each name the shortest beginning, the same length for all, by which they differ."""
    length = next((n for n in range(1, 80) if len({name[:n] for name in names}) == len(names)), 80)
    return [name[:length] for name in names]


def sign_of(marker: Piece) -> str:
    """Return what is written on a space for a thing that stands there: its number, or its whole name."""
    number = marker.label.rpartition(" ")[2]
    return f"#{number}" if number.isdecimal() else marker.label


def _owned_sign(marker: Piece, signs: Sequence[str]) -> str:
    """Return the sign of a thing behind that of the player whose mark it is."""
    return sign_of(marker) if not _is_mark(marker) else f"{signs[marker.seat or 0]} {sign_of(marker)}"


def _is_mark(marker: Piece) -> bool:
    """Tell whether something on a space is the mark of a player, and says nothing else."""
    return marker.seat is not None and "." in marker.about.partition(" ")[0]


def _grid_legend(grid: Grid, width: int, edge: int) -> list[Line]:
    """Return what else is known of the things that stand on spaces."""
    found = [
        p
        for row in grid.spaces
        for space in row
        if space
        for p in space.markers
        if not _is_mark(p) and (p.notes or sign_of(p) != p.label)
    ]
    titles = dict.fromkeys(p.label.rpartition(" ")[0] for p in found if sign_of(p) != p.label)
    chunks = [
        (Span(f"{sign_of(one)} {', '.join(one.notes)}".rstrip() + ("," if at < len(found) else ""),
              seat_style(one.seat), one.about),)
        for at, one in enumerate(found, 1)
    ]  # fmt: skip
    first = (Span(" " * edge), *((Span(f"{' / '.join(titles)}:", HEADING),) if titles else ()))
    return flow(chunks, width, first, " " * (edge + 2), " ") if found else []


def _column_widths(grid: Grid, inside: Sequence[Sequence[Line | None]], width: int) -> list[int]:
    """Return how wide each column is: as its contents, with a mark before and a blank behind them.

    Where that is too much, the widest columns lose their blanks, and if it still is, the widest are made narrower.
    """
    columns = [[row[at] or BLANK for row in inside] for at in range(len(grid.columns))]
    needed = [max(map(width_of, column), default=0) + 1 for column in columns]
    natural = [max((width_of(line) - _is_marked(line) for line in column), default=0) for column in columns]
    widths = [min(WIDEST, each) + 2 for each in natural]
    while sum(widths) > width and max(widths) > 3:
        widths[max(range(len(widths)), key=lambda at: (widths[at] > needed[at], widths[at]))] -= 1
    return widths


def _is_marked(line: Line) -> bool:
    """Tell whether the sign of a change ends a line: it stands in the gap, so that columns keep their width."""
    return text_of(line).endswith(MARK_CHANGED)


def _grid_row(
    label: Span, spaces: Sequence[Space | None], row: Sequence[Line | None], widths: Sequence[int]
) -> Iterator[Line]:
    """Yield the lines of a row."""
    rooms = zip(row, widths, strict=True)
    broken = [_fitted_text(line, room - 1) if line is not None else [] for line, room in rooms]
    for at in range(max(1, *map(len, broken))):
        parts = [label if at == 0 else Span(" " * len(label.text))]
        for space, lines, room in zip(spaces, broken, widths, strict=True):
            first = MARK_OFFERED if space is not None and space.offered and at == 0 else " "
            parts.append(Span(first, OFFERED, space.about if space else ""))
            parts += padded(lines[at] if at < len(lines) else BLANK, room - 1)
        yield tuple(parts)


def _fitted_text(line: Line, room: int) -> list[Line]:
    """Return the contents of a space in lines; words that are too long are cut."""
    if width_of(line) <= room:
        return [line]
    cut = [tuple(Span(shorten(s.text, room) if len(word) == 1 else s.text, s.style, s.about) for s in word)
           for word in words(line)]  # fmt: skip
    return flow(cut, room, gap=" ")


def _space_content(space: Space, signs: Sequence[str], kinds: Mapping[str, int], named: bool = False) -> Line:
    """Return what is on a space: whose it is, what stands there, its pieces and its facts.

    Where there is nothing a sign says so; `named`: the name of the space, also where it can be chosen.
    """
    parts = [Span(signs[seat], seat_style(seat), space.about) for seat in space.seats]
    parts += [
        Span(_owned_sign(p, signs), styled(seat_style(p.seat), CHANGED if p.changed else ""), p.about)
        for p in space.markers
    ]
    for cell in space.cells:
        parts += _cell_spans(cell, kinds, space.about)
    if not parts or (named and space.offered):
        name = Span(space.label if named else EMPTY, OFFERED if space.offered else DIM, space.about)
        parts = [name, *parts]
    if space.changed and not any(MARK_CHANGED in part.text for part in parts):
        last = parts[-1]
        parts[-1] = Span(last.text + MARK_CHANGED, styled(last.style, CHANGED), last.about)
    return tuple(
        span for at, part in enumerate(parts) for span in ((Span(" ", "", space.about), part) if at else (part,))
    )


def _cell_spans(cell: Cell, kinds: Mapping[str, int], about: str) -> list[Span]:
    if cell.pieces is not None:
        return [piece_span(piece, kinds, about) for piece in cell.pieces]
    return [] if cell.empty else [Span(cell.text, seat_style(cell.seat), about)]


def path_lines(path: Path, width: int, seats: Sequence[Seat], kinds: Mapping[str, int]) -> list[Line]:
    """Return a path: its stops in their order, each with its number, who stands there, and what lies there."""
    names = [seat.name for seat in seats]
    inside = [
        _space_content(stop, names, kinds) if stop.seats or stop.cells or stop.markers else BLANK for stop in path.stops
    ]
    chunks = []
    for alike in _path_runs(path.stops, inside):
        first, last = path.stops[alike[0]], path.stops[alike[-1]]
        numbers = "-".join(dict.fromkeys(stop.label.rpartition(" ")[2] for stop in (first, last)))
        mark, style = (MARK_OFFERED, OFFERED) if first.offered else ("", HEADING)
        chunk = (Span(f"{mark}{numbers}", style, first.about),)
        chunks.append((*chunk, Span(":", DIM), *inside[alike[0]]) if inside[alike[0]] else chunk)
    return flow(chunks, width, (Span(f"{path.title}:", TITLE, path.about),), "  ")


def _path_runs(stops: Sequence[Space], inside: Sequence[Line]) -> list[list[int]]:
    """Put stops together that follow each other and look the same, unless they can be chosen."""
    runs: list[list[int]] = []
    for at, line in enumerate(inside):
        if runs and not stops[at].offered and not stops[at - 1].offered and text_of(line) == text_of(inside[at - 1]):
            runs[-1].append(at)
        else:
            runs.append([at])
    return runs
