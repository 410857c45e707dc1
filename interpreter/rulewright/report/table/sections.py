"""The sections of a table, drawn from what a ruleset declares; its hints order, add and leave out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.compile.place_uses import CHOSEN
from rulewright.compile.tables import DomainInfo
from rulewright.engine.position import PlaceCell
from rulewright.report.table.columns import Columns, columns, computed_columns, places_of, printed_columns
from rulewright.report.table.grids import grid, markers, path, spaces_of_players, stops
from rulewright.report.table.model import Cell, Column, Facts, Place, Row, Rows, Section
from rulewright.report.table.model import Fact as GameFact
from rulewright.report.table.reading import PLAYER, Reader
from rulewright.report.wording import word

FEW = 12
"""Pieces of a place that nobody chooses from are named up to this number."""


def sections(reader: Reader, offered: frozenset[str]) -> tuple[Section, ...]:
    """Return all sections in the order in which they are drawn. `offered` are the things that can be chosen now."""
    found: list[Section] = []
    grids = [info for info in reader.program.domains.values() if info.how == "grid"]
    for info in grids:
        found += [each for each in [grid(reader, info, offered)] if each is not None]
    drawn = {name for info in grids for name in (info.name, *(domain for domain, _ in markers(reader, info.name)))}
    drawn |= set(taken_by_grids(reader, grids))
    for info in reader.program.domains.values():
        if info.how == "names" and info.name not in drawn and info.name not in reader.tables.hints.hide:
            found += _of_names(reader, info, offered)
    found += [*_players(reader, drawn), *_holdings(reader), *_of_pieces(reader), *_game(reader, grids)]
    return tuple(_ordered(found, reader.tables.hints.first))


def taken_by_grids(reader: Reader, grids: Iterable[DomainInfo]) -> Iterator[str]:
    """Yield the facts that grids and paths show themselves."""
    for info in grids:
        yield from (reader.name_of(fact) for fact in spaces_of_players(reader, info.name))
    yield from reader.tables.hints.path.values()


def _ordered(found: list[Section], first: list[str]) -> list[Section]:
    """Return the sections that hints name first, in that order, and then the others."""
    places = {name: at for at, name in enumerate(first)}
    return sorted(found, key=lambda section: places.get(section.about.split(" ")[0], len(places)))


# ---- players


def _players(reader: Reader, drawn: Iterable[str]) -> Iterator[Section]:
    info = reader.program.domains[PLAYER]
    every = [
        (c, cells)
        for c, cells in columns(reader, PLAYER, drawn)
        if any(not x.empty or _counts(x) for x in cells.values())
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


def _counts(cell: Cell) -> bool:
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
    title = " ".join((reader.title(place), *place.row.further))
    pieces, total = cell.pieces or (), len(place.pieces)
    seat = place.row.thing if row.owner == PLAYER else None
    hand = seat is not None and row.seen == "owner"
    deck = seat is None and row.seen == "nobody"
    kind = "hand" if hand else "deck" if deck else "offer" if row.use == CHOSEN else "place"
    if deck:
        pieces = () if reader.everything else tuple(piece for piece in pieces if piece.known)
    listed = bool(pieces) and (seat is not None or deck or row.use == CHOSEN or (bool(row.use) and total <= FEW))
    return Place(cell.about, title, pieces, total, kind, seat, bool(row.order), listed)


# ---- things that have something


def _of_names(reader: Reader, info: DomainInfo, offered: frozenset[str]) -> Iterator[Section]:
    """Yield what names have: a path, if they differ in their numbers only, and a table of the others."""
    every = columns(reader, info.name)
    on_path = stops(reader, info)
    if on_path:
        yield path(reader, info, on_path, every, offered)
    rest = [member for member in info.members if member not in on_path]
    yield from _things(reader, info, rest, every, info.name)


def _fact_of(column: Column) -> str:
    """Return the name of the fact to which a column belongs, whatever its key."""
    return column.about.split(" ")[0]


def _things(
    reader: Reader, info: DomainInfo, members: list[str], every: Columns, about: str, title: str = ""
) -> Iterator[Section]:
    """Yield a table of things, without empty columns and rows."""
    filled = {_fact_of(column) for column, cells in every if any(m in cells and not cells[m].empty for m in members)}
    used = [(column, cells) for column, cells in every if _fact_of(column) in filled]
    rows = [
        Row(f"{info.name} {member}", reader.label(info.name, member), tuple(cells.get(member) for _, cells in used))
        for member in members
    ]
    rows = [row for row in rows if any(cell is not None and not cell.empty for cell in row.cells)]
    if rows and used:
        yield Rows(about, title or info.plural, tuple(column for column, _ in used), tuple(rows))


def _of_pieces(reader: Reader) -> Iterator[Section]:
    """Yield tables of the pieces in public places that have places or shown values of their own."""
    for info in [info for info in reader.program.domains.values() if info.how == "piece"]:
        every = columns(reader, info.name) if _have_more(reader, info.name) else []
        for cell in reader.cells.places if every else ():
            row = cell.row.declared
            if row.domain != info.name or row.owner or row.use != CHOSEN or reader.hides(cell):
                continue
            inside = [info.members[piece.number] for piece in cell.pieces if row.seen == "all"]
            all_columns = printed_columns(reader, info, inside) + every
            yield from _things(reader, info, inside, all_columns, f"game.{row.name}", reader.title(cell))


def _have_more(reader: Reader, domain: str) -> bool:
    """Whether pieces of a domain have places or shown values, besides what is printed on them."""
    shown = any(
        row.owner == domain and reader.name_of(row) in reader.tables.hints.show for row in reader.tables.computed
    )
    return shown or any(row.owner == domain for row in reader.tables.places)


# ---- the game itself


def _game(reader: Reader, grids: Iterable[DomainInfo]) -> Iterator[Section]:
    """Yield what belongs to nobody: its facts and shown values, then its places."""
    of_grids = {info.name for info in grids}
    facts: list[GameFact] = []
    for fact in reader.tables.facts:
        if fact.owner or fact.is_internal or reader.hides(fact) or fact.type.domain in of_grids:
            continue
        title = reader.title(fact)
        facts += [
            GameFact(f"{title} {further}".strip(), cell) for _, further, cell in reader.facts(fact) if not cell.empty
        ]
    for row in reader.tables.computed:
        if not row.owner and reader.name_of(row) in reader.tables.hints.show:
            for column, cells in computed_columns(reader, row):
                facts += [GameFact(f"{column.group} {column.title}".strip(), cell) for cell in cells.values()]
    if facts:
        yield Facts("game", word("the-game"), tuple(facts))
    tables = {section.about for section in _of_pieces(reader)}
    for name, places in places_of(reader, "").items():
        if f"game.{name}" not in tables:
            yield from (place_section(reader, place) for place in places if place.pieces)
