"""All sections of a table as lines, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
    width_of,
)  # fmt: skip
from rulewright.report.screen.tables import cell_of, table_lines
from rulewright.report.table.model import Facts, Grid, Path, Piece, Place, Rows, Section, Table
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
                found = _draw_section(section, table, width, kinds)
                roomy = not isinstance(section, Place)
                lines += [BLANK, *found] if lines and found and roomy else found
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
        if isinstance(place, Place) and place.seat is not None and (own or _has_laid_down(place)):
            title = Span(f"{place.title if own else _section_title(place, table)}:", HEADING, place.about)
            pieces = (part for piece in _piece_chunks(place, kinds, False) for part in (Span(" "), *piece))
            chunks.append((title, *pieces))
    return flow(chunks, width, (Span(f"{row.label}:", styled(TITLE, seat_style(row.seat))),), "  ") if chunks else []


def _has_laid_down(place: Place) -> bool:
    return place.total == 1 and any(piece.known and piece.changed for piece in place.pieces)


def _side_by_side(every: Iterable[list[Line]], width: int) -> list[Line]:
    """Return the lines of places one after the other; where those of one line have room beside each other, there."""
    lines: list[Line] = []
    single = False
    for found in every:
        joined = (*lines[-1], Span("   "), *found[0]) if single and len(found) == 1 else ()
        if joined and width_of(joined) <= width:
            lines[-1] = joined
        else:
            lines += found
            single = len(found) == 1
    return lines


def _group_of(section: Section) -> str:
    """Return what stands side by side: places of which only the number counts, those of players by their name."""
    if not isinstance(section, Place):
        return ""
    return _name_of(section) * (section.seat is not None) if section.listed else SHORT


def _name_of(place: Place) -> str:
    """Return the full name of a place, whoever has it."""
    return place.about.split(" ")[0]


def _draw_section(section: Section, table: Table, width: int, kinds: Mapping[str, int]) -> list[Line]:
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
        case Place():
            return _place_lines(section, table, width, kinds)


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
        (piece_span(piece, kinds, place.about, full=full), *([] if last else [Span(",", DIM)]))
        for piece, last in _with_last(place.pieces)
    ]


def _with_last(items: Sequence[Piece]) -> Iterable[tuple[Piece, bool]]:
    return [(item, at == len(items) - 1) for at, item in enumerate(items)]


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
