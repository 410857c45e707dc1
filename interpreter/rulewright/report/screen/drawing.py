"""All sections of a table as lines, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from rulewright.report.screen.grids import grid_lines, path_lines
from rulewright.report.screen.pieces import kinds_in, piece_span, pieces_of
from rulewright.report.screen.spans import (
    ASKED,
    BLANK,
    DIM,
    HEADING,
    MARK_OFFERED,
    TITLE,
    Line,
    Span,
    flow,
    marked,
    seat_style,
    styled,
)  # fmt: skip
from rulewright.report.screen.tables import cell_of, table_lines
from rulewright.report.table.model import Facts, Grid, Path, Place, Rows, Section, Table
from rulewright.report.wording import word
from rulewright.source.languages import possessive_key

SHORT = "short"
"""The group of places that are drawn as their number of pieces."""
FEW = 6
"""Of more kinds of pieces on offer than this, what is printed on them is not shown; asking about one shows it."""


def draw(table: Table, width: int) -> list[Line]:
    """Return the sections of a table, at most `width` columns wide."""
    kinds = kinds_in(pieces_of(table.sections))
    lines: list[Line] = []
    for name, group in groupby(table.sections, _group_of):
        sections = list(group)
        places = [each for each in sections if isinstance(each, Place)]
        if name == SHORT:
            lines += _piece_counts(places, width)
        elif name:
            lines += _side_by_side([_place_lines(place, table, width, kinds) for place in places], width)
        else:
            for section in sections:
                found = [] if isinstance(section, Place) else _draw_section(section, table, width, kinds)
                lines += [BLANK, *found] if lines and found else found
    return lines


def draw_own(table: Table, width: int) -> list[Line]:
    """Return in short what the reader has, and what others have just laid down, one piece each, as in a trick."""
    players = next((one for one in table.sections if isinstance(one, Rows) and one.about == "player"), None)
    if players is None or table.reader is None:
        return []
    row = players.rows[table.reader]
    chunks = [
        (Span(f"{column.full} ", HEADING, column.about), *cell_of(cell))
        for column, cell in zip(players.columns, row.cells, strict=True)
        if cell is not None and cell.pieces is None and not cell.empty
    ]
    kinds = kinds_in(pieces_of(table.sections))
    for place in table.sections:
        own = isinstance(place, Place) and place.seat == table.reader
        if isinstance(place, Place) and place.seat is not None and (own or [p.changed for p in place.pieces] == [True]):
            title = Span(f"{place.title if own else _section_title(place, table)}:", HEADING, place.about)
            pieces = (part for piece in _piece_chunks(place, kinds, False) for part in (Span(" "), *piece))
            chunks.append((title, *pieces))
    return flow(chunks, width, (Span(f"{row.label}:", styled(TITLE, seat_style(row.seat))),), "  ") if chunks else []


def _side_by_side(every: Iterable[list[Line]], width: int) -> list[Line]:
    """Return the lines of places, beside each other where each has a single one."""
    shown = [found for found in every if found]
    if all(len(found) == 1 for found in shown):
        return flow((found[0] for found in shown), width, gap="   ")
    return [line for found in shown for line in found]


def _group_of(section: Section) -> str:
    """Return what stands side by side: places of which only the number counts, and those of one name; else nothing."""
    return "" if not isinstance(section, Place) else section.about.split(" ")[0] if section.listed else SHORT


def _draw_section(
    section: Grid | Path | Rows | Facts, table: Table, width: int, kinds: Mapping[str, int]
) -> list[Line]:
    match section:
        case Grid():
            title = [] if section.seat is None else [(Span(section.title, TITLE, section.about),)]
            return [*title, *grid_lines(section, width, table.seats, kinds)]
        case Path():
            return path_lines(section, width, table.seats, kinds)
        case Rows() if len(section.columns) == 1 and section.about != "player":
            return _in_a_line(section, width)
        case Rows():
            title = [] if section.about == "player" else [(Span(section.title, TITLE, section.about),)]
            return [*title, *table_lines(section, width)]
        case Facts():
            return _fact_lines(section, width)


def _in_a_line(rows: Rows, width: int) -> list[Line]:
    """Return a table of a single column: its rows side by side."""
    column = rows.columns[0]
    chunks = [(Span(f"{row.label} ", "", row.about), *cell_of(row.cells[0])) for row in rows.rows]
    return flow(chunks, width, (Span(f"{rows.title}, {column.full}:", TITLE, column.about),), "  ", gap="   ")


def _fact_lines(facts: Facts, width: int) -> list[Line]:
    chunks = [(Span(f"{fact.title}: ", TITLE, fact.cell.about), *cell_of(fact.cell)) for fact in facts.facts]
    return flow(chunks, width, indent="  ", gap="   ")


def _section_title(place: Place, table: Table) -> str:
    if place.seat is None:
        return place.title[:1].upper() + place.title[1:]
    owner = table.seats[place.seat].name
    return word(possessive_key("owned", owner), owner=owner, thing=place.title)


def _place_lines(place: Place, table: Table, width: int, kinds: Mapping[str, int]) -> list[Line]:
    """Return a place with its pieces; of a deck, those that are known.

    Where a player's pieces are all hidden, their number in the table of the players says as much.
    """
    if place.seat is not None and not any(piece.known for piece in place.pieces):
        return []
    full = place.seat is not None and place.seat == table.reader
    full = full or (place.kind == "offer" and len(place.pieces) <= FEW)
    title = Span(f"{_section_title(place, table)} ({place.total}):", styled(TITLE, seat_style(place.seat)), place.about)
    return flow(_piece_chunks(place, kinds, full), width, (title,), "    ", gap=" ")


def _piece_chunks(place: Place, kinds: Mapping[str, int], full: bool) -> list[Line]:
    return [
        (piece_span(piece, kinds, place.about, full=full), *([Span(",", DIM)] if at < len(place.pieces) else []))
        for at, piece in enumerate(place.pieces, 1)
    ]


def _piece_counts(places: list[Place], width: int) -> list[Line]:
    """Return places of which only the number of pieces matters, side by side; those of players are in their table."""
    chunks = [
        (Span(f"{place.title} ", TITLE, place.about), Span(marked(str(place.total), place.changed), "", place.about))
        for place in places if place.seat is None
    ]  # fmt: skip
    return flow(chunks, width, indent="  ", gap="   ") if chunks else []


def phase_line(table: Table, title: str) -> Line:
    """Return the line above everything: the game, its phases, and whose decision it is."""
    parts = [Span(f" {title} ", TITLE)]
    parts += [Span(f" {phase} ", "phase") for phase in table.phases]
    if table.asked is not None:
        seat = table.asked.seat
        parts.append(Span(f" {MARK_OFFERED} {table.seats[seat].name} ", styled(ASKED, seat_style(seat))))
    return tuple(parts)
