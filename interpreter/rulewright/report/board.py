"""The table in plain text: its sections one below the other, in words that can be read aloud.

A star marks what has changed since the reader's last decision. Nothing is drawn that has no words: columns are parted
by blanks, and an empty space of a grid is a dot that a line below the grid explains.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.report.grid_text import grid_lines
from rulewright.report.layout import cells, fold
from rulewright.report.path_text import path_lines
from rulewright.report.table.model import Cell, Facts, Grid, Path, Piece, Place, Rows, Section, Table
from rulewright.report.table_text import Column, table
from rulewright.report.wording import word
from rulewright.source.languages import whose

SHORT = 14
"""Longest value that stands in a table; longer ones have a line of their own."""
CHANGED = "*"


def board_lines(shown: Table) -> list[str]:
    """Return the whole table, parts parted by empty lines."""
    names = [seat.name for seat in shown.seats]
    parts: list[list[str]] = []
    for section in shown.sections:
        if not (isinstance(section, Place) and parts and _goes_on(section)):
            parts.append([])
        parts[-1] += _lines(section, names, shown.reader)
    parts.append(fold(capital(", ".join(_counts(shown.sections))), "  ", "      ") if _counts(shown.sections) else [])
    parts = [part for part in parts if part]
    if any(CHANGED in line for part in parts for line in part):
        parts.append([f"  {word('marks-changes', mark=CHANGED)}"])
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if lines else part
    return lines


def _goes_on(place: Place) -> bool:
    """Whether a place stands below the part before it without an empty line: all but the decisive ones."""
    return place.kind != "offer" or place.seat is not None


def _lines(section: Section, names: Sequence[str], reader: int | None) -> list[str]:
    match section:
        case Grid():
            return grid_lines(section, names)
        case Path():
            return path_lines(section, names)
        case Rows():
            return rows_lines(section)
        case Facts():
            said = "; ".join(f"{fact.title}: {marked(fact.cell)}" for fact in section.facts)
            return fold(f"{capital(said)}.", "  ", "      ")
        case Place():
            return list(place_lines(section, names))


def _counts(sections: Sequence[Section]) -> list[str]:
    """Return the places of which only the number of pieces is shown: `deck 12`."""
    places = (section for section in sections if isinstance(section, Place) and section.seat is None)
    return [f"{p.title} {p.total}{CHANGED if p.changed else ''}" for p in places if not p.listed or p.kind == "deck"]


def place_lines(place: Place, names: Sequence[str]) -> Iterator[str]:
    """Yield a place with its pieces; one whose pieces are unknown stands in the players' table only."""
    if not place.listed or not any(piece.known for piece in place.pieces):
        return
    title = place.title
    if place.kind == "deck":
        title = word("known-in", place=place.title)
    if place.seat is not None:
        name = names[place.seat]
        title = word(whose("owned", name), owner=name, thing=place.title)
    yield from fold(f"{capital(title)}: {', '.join(map(piece_text, place.pieces))}", "  ", "      ")


def piece_text(piece: Piece) -> str:
    """Return a piece with what has happened to it, its number, and the mark of a change."""
    return f"{piece.counted}{CHANGED if piece.changed else ''}"


def marked(cell: Cell) -> str:
    """Return the text of a cell with the mark of a change; pieces carry marks of their own."""
    if cell.pieces is not None:
        return ", ".join(map(piece_text, cell.pieces))
    return f"{cell.text}{CHANGED if cell.changed else ''}"


def rows_lines(section: Rows) -> list[str]:
    """Return a table; values too long for it follow, each in a line of its own."""
    of_players = any(row.seat is not None for row in section.rows)
    labels = [f"{'> ' if row.asked else '  ' if of_players else ''}{row.label}" for row in section.rows]
    groups: dict[str, list[Column]] = {"": []}
    long: list[int] = []
    for at, column in enumerate(section.columns):
        values = [row.cells[at] for row in section.rows]
        if not all(_fits(value, of_players) for value in values):
            long.append(at)
            continue
        if of_players and all(value is None or (value.pieces is not None and not value.hidden) for value in values):
            continue
        texts = ["" if value is None else _short(value) for value in values]
        groups.setdefault(column.group, []).append((column.title, texts))
    lines = table(labels, [group for group in groups.items() if group[1]]) if any(groups.values()) else []
    if any(cell is not None and cell.counted for row in section.rows for cell in row.cells):
        lines.append(f"    {word('marks-counted')}")
    for row in section.rows:
        for at in long:
            cell = row.cells[at]
            if cell is not None and not (of_players and cell.pieces is not None):
                lines += _own_line(row.label, section.columns[at].title, cell)
    return lines


def _fits(cell: Cell | None, of_players: bool) -> bool:
    """Whether a cell is short enough; places of players count their pieces, those of things name them."""
    if cell is None or (cell.pieces is not None and (of_players or not cell.pieces)):
        return True
    return cell.pieces is None and cells(cell.text) <= SHORT


def _short(cell: Cell) -> str:
    """Return what stands in a table: of a place the number of pieces."""
    if cell.pieces is not None:
        return f"{cell.number}{CHANGED if cell.changed else ''}"
    text = f"({cell.counted})" if cell.counted else cell.text or "-"
    return f"{text}{CHANGED if cell.changed else ''}"


def _own_line(label: str, title: str, cell: Cell) -> list[str]:
    if cell.empty:
        return []
    return fold(f"{word(whose('owned', label), owner=label, thing=title)}: {marked(cell)}", "  ", "      ")


def capital(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]
