"""The sections of a table, drawn from what a ruleset declares; its hints order, add and leave out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rulewright.engine.position import PlaceCell
from rulewright.report.table.columns import Columns, columns, computed_columns, places_of, printed_columns
from rulewright.report.table.grids import grids, markers, path, spaces_of_players, stops
from rulewright.report.table.model import Cell, Column, Facts, Place, Row, Rows, Section
from rulewright.report.table.model import Fact as GameFact
from rulewright.report.table.reading import PLAYER, Reader
from rulewright.report.wording import word

FEW = 12
"""Pieces of a place that nobody chooses from are named up to this number."""


def sections(reader: Reader, offered: frozenset[str]) -> tuple[Section, ...]:
    """Return all sections in the order in which they are drawn. `offered` are the things that can be chosen now."""
    found: list[Section] = []
    hints, domains = reader.rules.hints, reader.rules.domains
    grid_domains = [domain for domain, info in domains.items() if info.how == "grid"]
    found += (board for domain in grid_domains for board in grids(reader, domain, offered))
    boards = [*grid_domains, *(domain for domain, info in domains.items() if info.grid)]
    marked = [fact for domain in boards for fact in (*markers(reader, domain), *spaces_of_players(reader, domain))]
    drawn = {*boards, *hints.path.values(), *(fact.name for fact in marked)}
    drawn |= {fact.declared.owner for fact in marked if fact.declared.owner != PLAYER}
    for domain, info in domains.items():
        if info.how == "names" and domain not in drawn and domain not in hints.hide:
            found += _of_names(reader, domain, offered)
    found += [*_players_table(reader, drawn), *_holdings(reader), *_of_pieces(reader), *_game_sections(reader, boards)]
    order = {name: at for at, name in enumerate(hints.first)}
    return tuple(sorted(found, key=lambda section: order.get(section.about.split(" ")[0], len(order))))


# ---- players


def _players_table(reader: Reader, drawn: Iterable[str]) -> Iterator[Section]:
    info = reader.rules.domains[PLAYER]
    every = [
        (c, cells)
        for c, cells in columns(reader, PLAYER, drawn)
        if any(not x.empty or _is_number(x) for x in cells.values())
    ]
    rows = [
        Row(
            f"{PLAYER} {member}",
            info.labels[seat],
            tuple(cells.get(member) for _, cells in every),
            seat,
            seat == reader.asked,
        )
        for seat, member in enumerate(info.members)
    ]
    yield Rows(PLAYER, word("players"), tuple(column for column, _ in every), tuple(rows))


def _is_number(cell: Cell) -> bool:
    """Whether a cell is worth a column although it is empty: numbers are."""
    return cell.number is not None and cell.pieces is None


def _holdings(reader: Reader) -> Iterator[Section]:
    """Yield the places of players that hold something: those of the reader, then those of the others kind by kind."""
    cells = [cell for cells in places_of(reader, PLAYER).values() for cell in cells if cell.pieces]
    places = [place_section(reader, cell) for cell in cells]
    yield from sorted(places, key=lambda place: place.seat != reader.seat)


def place_section(reader: Reader, place: PlaceCell) -> Place:
    """Return the section of one place."""
    cell, row = reader.place(place), place.row.declared
    title = " ".join((reader.title_of(place), *place.row.further))
    pieces, total = cell.pieces or (), len(place.pieces)
    seat = place.row.thing if row.owner == PLAYER else None
    hand = seat is not None and row.seen == "owner"
    deck = seat is None and row.seen == "nobody"
    changed = len(reader.place_before(place).pieces) != total or any(piece.changed for piece in pieces)
    kind = "hand" if hand else "deck" if deck else "offer" if place.is_offered_from else "place"
    if deck:
        pieces = () if reader.everything else tuple(piece for piece in pieces if piece.known)
    is_of_interest = place.is_offered_from or (bool(row.use) and total <= FEW)
    listed = bool(pieces) and (seat is not None or deck or is_of_interest)
    return Place(cell.about, title, pieces, total, kind, seat, bool(row.order), listed, changed)


# ---- things that have something


def _of_names(reader: Reader, domain: str, offered: frozenset[str]) -> Iterator[Section]:
    """Yield what names have: a path, if they differ in their numbers only, and a table of the others."""
    every, info = columns(reader, domain), reader.rules.domains[domain]
    on_path = stops(reader, domain)
    if on_path:
        yield path(reader, domain, on_path, every, offered)
    rest = [member for member in info.members if member not in on_path]
    yield from _things_table(reader, domain, rest, every, domain, info.plural)


def _fact_of(column: Column) -> str:
    """Return the name of the fact to which a column belongs, whatever its key."""
    return column.about.split(" ")[0]


def _things_table(
    reader: Reader, domain: str, members: list[str], every: Columns, about: str, title: str
) -> Iterator[Section]:
    """Yield a table of things, without empty columns and rows."""
    filled = {_fact_of(column) for column, cells in every if any(m in cells and not cells[m].empty for m in members)}
    used = [(column, cells) for column, cells in every if _fact_of(column) in filled]
    rows = [
        Row(f"{domain} {member}", reader.label(domain, member), tuple(cells.get(member) for _, cells in used))
        for member in members
    ]
    rows = [row for row in rows if any(cell is not None and not cell.empty for cell in row.cells)]
    if rows and used:
        yield Rows(about, title, tuple(column for column, _ in used), tuple(rows))


def _of_pieces(reader: Reader) -> Iterator[Section]:
    """Yield tables of the pieces in public places that have places or shown values of their own."""
    for domain in [domain for domain, info in reader.rules.domains.items() if info.how == "piece"]:
        has_more = reader.rules.values_of(domain) or reader.rules.has_places(domain)
        every = columns(reader, domain) if has_more else []
        for cell in reader.cells.places if every else ():
            row = cell.row.declared
            if row.domain != domain or row.owner or not cell.is_offered_from or reader.is_left_out(cell):
                continue
            members = reader.rules.domains[domain].members
            inside = [members[piece.number] for piece in cell.pieces if row.seen == "all"]
            lay_there = {members[piece.number] for piece in reader.place_before(cell).pieces}
            all_columns = [
                (column, {m: c if m in lay_there or not c.text else replace(c, changed=True) for m, c in cells.items()})
                for column, cells in printed_columns(reader, domain, inside) + every
            ]
            yield from _things_table(reader, domain, inside, all_columns, f"game.{row.name}", reader.title_of(cell))


# ---- the game itself


def _game_sections(reader: Reader, grids: Collection[str]) -> Iterator[Section]:
    """Yield what belongs to nobody: its facts and shown values, then its places."""
    facts: list[GameFact] = []
    for fact in reader.rules.facts_of(""):
        if fact.declared.type.domain not in grids:
            cells = [(further, cell) for _, further, cell in reader.facts(fact) if not cell.empty]
            facts += (GameFact(f"{fact.title} {further}".strip(), cell) for further, cell in cells)
    for value in reader.rules.values_of(""):
        for column, cells_of in computed_columns(reader, value):
            facts += (GameFact(f"{column.group} {column.title}".strip(), cell) for cell in cells_of.values())
    if facts:
        yield Facts("game", word("the-game"), tuple(facts))
    tables = {section.about for section in _of_pieces(reader)}
    for name, places in places_of(reader, "").items():
        if f"game.{name}" not in tables:
            yield from (place_section(reader, place) for place in places if place.pieces)
