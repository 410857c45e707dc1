"""Grids and paths: spaces with what lies on them, what names them, and who stands there.

A grid whose spaces have nothing but what is each player's own there, as in `planted for each player: fruit or nothing`,
is a board that each player has: there is one for each, that of the reader first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from rulewright.engine.position import FactCell
from rulewright.engine.table_rules import ShownFact
from rulewright.engine.words import key_label, phrase
from rulewright.phrasing import upper
from rulewright.report.table.model import Cell, Edge, Grid, Path, Piece, Pieces, Space
from rulewright.report.table.reading import PLAYER, Reader
from rulewright.report.wording import word
from rulewright.source.languages import possessive_key

if TYPE_CHECKING:
    from rulewright.report.table.columns import Columns
    from rulewright.report.table.model import Column


def grids(reader: Reader, domain: str, offered: frozenset[str]) -> Iterator[Grid]:
    """Yield a grid, or that of each player."""
    if not _is_of_players(reader, domain):
        yield _grid(reader, domain, offered)
        return
    players, reading = reader.rules.domains[PLAYER], reader.seat or 0
    chooses = reading if reader.asked is None else reader.asked
    for seat in sorted(range(len(players.members)), key=lambda seat: (seat - reading) % len(players.members)):
        label, member = players.labels[seat], players.members[seat]
        board = _grid(reader, domain, offered, member)
        title = word(possessive_key("owned", label), owner=label, thing=board.title)
        spaces = board.spaces if seat == chooses else _spaces_of_another(board, member, label)
        yield replace(board, about=f"{domain} {member}", title=title, spaces=spaces, seat=seat)


def _is_of_players(reader: Reader, domain: str) -> bool:
    """Whether all that spaces have is some player's, so that each player has a board of his own."""
    rules, players = reader.rules, [*reader.rules.domains[PLAYER].members]
    keys = [fact.declared.further[:1] for fact in rules.facts_of(domain)]
    for numbers in rules.places_of(domain).values():
        further = [reader.cells.places[number].row.further for number in numbers]
        keys.append([[*dict.fromkeys(key for names in further for key in names[:1])]])
    shared = any(info.grid == domain for info in rules.domains.values()) or [*markers(reader, domain)]
    return bool(keys) and all(key == [players] for key in keys) and not shared


def _spaces_of_another(board: Grid, member: str, label: str) -> tuple[tuple[Space | None, ...], ...]:
    """Return the spaces on the board of a player who does not choose now, by names that say so."""
    return tuple(
        tuple(
            space and replace(space, about=f"{space.about} {member}", label=f"{space.label} ({label})", offered=False)
            for space in row
        )
        for row in board.spaces
    )


def _grid(reader: Reader, domain: str, offered: frozenset[str], player: str = "") -> Grid:
    """Return a grid with all its spaces, and of what is on them all or what is a player's."""
    info = reader.rules.domains[domain]
    spots = {member: (member[0], int(member[1:])) for member in info.members}
    across = sorted({column for column, _ in spots.values()})
    down = sorted({row for _, row in spots.values()})
    at = {spots[member]: space for member, space in _spaces(reader, domain, offered, player).items()}
    rows = tuple(tuple(at.get((column, row)) for column in across) for row in down)
    sides, corners = (_edges(reader, edge, domain, offered) for edge in ("side", "corner"))
    names = tuple(across), tuple(map(str, down))
    return Grid(domain, info.plural, *names, rows, info.shape == "hexagons", sides, corners)


def _edges(reader: Reader, edge: str, grid: str, offered: frozenset[str]) -> tuple[Edge, ...]:
    """Return the sides or corners of the spaces of a grid, if it has any."""
    info = reader.rules.domains.get(edge)
    if info is None or info.grid != grid:
        return ()
    spaces = _spaces(reader, edge, offered).values()
    return tuple(Edge(space, *spot) for space, spot in zip(spaces, info.spots, strict=True))


def _spaces(reader: Reader, domain: str, offered: frozenset[str], player: str = "") -> dict[str, Space]:
    """Return the spaces of a grid, or its sides or corners, by their names, with what is on them, or is a player's."""
    info = reader.rules.domains[domain]
    marked, marked_before = (_markers_on_spaces(each, domain) for each in (reader, reader.earlier))
    owned, owned_before = (_owners_of_spaces(each, domain) for each in (reader, reader.earlier))
    cells = _cells_of_spaces(reader, domain, player)
    return {
        member: Space(
            about := f"{domain} {member}", label, inside := cells.get(member, ()), marked.get(member, ()),
            owned.get(member, ()), about in offered,
            marked.get(member) != marked_before.get(member) or owned.get(member) != owned_before.get(member)
            or any(cell.changed for cell in inside),
        )
        for member, label in zip(info.members, info.labels, strict=True)
    }  # fmt: skip


def markers(reader: Reader, domain: str) -> Iterator[ShownFact]:
    """Yield the facts by which things, pieces, players or the game say on which spaces they are, or have a mark.

    Players may have spaces for each of several names: `men for each kind: set of cell`.
    """
    of_players = spaces_of_players(reader, domain)
    for fact in reader.rules.facts:
        row = fact.declared
        keyed = row.owner == PLAYER and row.type.how == "set" and len(row.further) == 1
        names_spaces = row.type.how in ("one", "set") and row.type.domain == domain and (keyed or not row.further)
        if names_spaces and row.owner != domain and fact not in of_players:
            yield fact


def _markers_on_spaces(reader: Reader, domain: str) -> dict[str, Pieces]:
    """Return the things on each space."""
    found: dict[str, Pieces] = {}
    for fact in markers(reader, domain):
        for cell in reader.of_fact(fact):
            if not cell.is_empty:
                marker = _marker_piece(reader, fact, cell)
                for space in (reader.rules.domains[domain].members[thing] for thing in cell.things):
                    found[space] = (*found.get(space, ()), marker)
    return found


def _marker_piece(reader: Reader, fact: ShownFact, cell: FactCell) -> Piece:
    """Return what lies on a space: a thing with what else is known of it, or the mark of a player or of the game."""
    owner, member = fact.declared.owner, cell.row.member
    if owner in ("", PLAYER):
        seat = cell.row.thing if owner else None
        if cell.row.further:
            kind = cell.row.further[0]
            return Piece(
                key_label(reader.program, kind), cell.name, (reader.label(owner, member),), kind=kind, seat=seat
            )
        return Piece(fact.title, cell.name, (reader.label(owner, member),) if owner else (), seat=seat)
    return _thing_on_space(reader, owner, member)


def _thing_on_space(reader: Reader, domain: str, member: str) -> Piece:
    """Return a thing that is on a space, with what else is known of it; its owner gives it a colour."""
    seat, notes = None, []
    for fact in reader.rules.facts_of(domain):
        of_value = reader.rules.domains.get(fact.declared.type.domain)
        if of_value is None or of_value.how == "grid" or of_value.grid:
            continue
        for owner, _, cell in reader.facts(fact):
            if owner == member and not cell.empty:
                seat = cell.seat if seat is None else seat
                notes.append(cell.text)
    return Piece(reader.label(domain, member), f"{domain} {member}", tuple(notes), seat=seat)


def spaces_of_players(reader: Reader, domain: str) -> list[ShownFact]:
    """Return the facts of players that are sets of spaces of a grid, if the grid can show them: there is just one."""
    found = [
        fact for fact in reader.rules.facts_of(PLAYER) for row in [fact.declared]
        if row.type.how == "set" and row.type.domain == domain and not row.further and row.seen == "all"
    ]  # fmt: skip
    return found if len(found) == 1 else []


def _owners_of_spaces(reader: Reader, domain: str) -> dict[str, tuple[int, ...]]:
    """Return the players who have each space."""
    found: dict[str, tuple[int, ...]] = {}
    for fact in spaces_of_players(reader, domain):
        for seat, cell in enumerate(reader.of_fact(fact)):
            for member in (reader.rules.domains[domain].members[thing] for thing in cell.things):
                found[member] = (*found.get(member, ()), seat)
    return found


def _cells_of_spaces(reader: Reader, domain: str, player: str) -> dict[str, tuple[Cell, ...]]:
    """Return what is known of each space, or what is a player's there: the pieces in its places, and its facts."""
    found: dict[str, tuple[Cell, ...]] = {}
    for number in (number for numbers in reader.rules.places_of(domain).values() for number in numbers):
        place = reader.cells.places[number]
        if player and player not in place.row.further[:1]:
            continue
        found[place.row.member] = (*found.get(place.row.member, ()), reader.place(place))
    alike = _alike_facts(reader, domain)
    for fact in reader.rules.facts_of(domain):
        for of_fact, (member, further, cell) in zip(reader.of_fact(fact), reader.facts(fact), strict=True):
            if not cell.empty and (not player or player in of_fact.row.further[:1]):
                said = _said_alone(reader, cell, fact.title, fact.name in alike)
                if further and not player:
                    said = replace(said, text=f"{upper(further)}: {said.text}")
                found[member] = (*found.get(member, ()), said)
    return found


def _said_alone(reader: Reader, cell: Cell, title: str, alike: bool) -> Cell:
    """Return a cell that has no heading: instead of yes it says what is so, and which of several `alike` it is."""
    if cell.text == phrase(reader.program, "yes"):
        return replace(cell, text=title)
    return replace(cell, text=f"{title} {cell.text}") if alike and cell.pieces is None else cell


def _alike_facts(reader: Reader, domain: str) -> set[str]:
    """Return the names of those facts of things that have values of one kind: alone these would not say of what."""
    every = reader.rules.facts_of(domain)
    times = Counter(fact.declared.type.domain for fact in every)
    return {fact.name for fact in every if times[fact.declared.type.domain] > 1}


# ---- paths


def stops(reader: Reader, domain: str) -> list[str]:
    """Return the names that make a path: they differ in their numbers only, and hold places or are named by hints."""
    info = reader.rules.domains[domain]
    if not reader.rules.has_places(domain) and domain not in reader.rules.hints.path:
        return []
    pairs = [(member, label.rpartition(" ")) for member, label in zip(info.members, info.labels, strict=True)]
    numbered = [(member, stem) for member, (stem, _, number) in pairs if number.isdecimal()]
    is_path = len(numbered) > 1 and len({stem for _, stem in numbered}) == 1
    return [member for member, _ in numbered] if is_path else []


def path(reader: Reader, domain: str, members: list[str], every: Columns, offered: frozenset[str]) -> Path:
    """Return a path with what lies at each stop, and the players who stand there."""
    standing, before = (_players_at_stops(each, domain) for each in (reader, reader.earlier))
    alike = _alike_facts(reader, domain)
    found = [
        Space(
            about := f"{domain} {member}", reader.label(domain, member),
            inside := tuple(
                _said_on_path(reader, cells[member], column, column.about.split(" ")[0] in alike)
                for column, cells in every if member in cells and not cells[member].empty
            ),
            seats=standing.get(member, ()), offered=about in offered,
            changed=standing.get(member) != before.get(member) or any(cell.changed for cell in inside),
        )
        for member in members
    ]  # fmt: skip
    return Path(domain, reader.rules.domains[domain].plural, tuple(found))


def _said_on_path(reader: Reader, cell: Cell, column: Column, alike: bool) -> Cell:
    """Return a cell without its heading; one of several for each of some things says for which, or for which player."""
    said = _said_alone(reader, cell, column.group or column.title, alike)
    if not column.group:
        return said
    players, key = reader.rules.domains[PLAYER].members, cell.about.rpartition(" ")[2]
    seat = players.index(key) if key in players else said.seat
    return replace(said, text=f"{upper(column.title)} {said.text}", seat=seat)


def _players_at_stops(reader: Reader, domain: str) -> dict[str, tuple[int, ...]]:
    """Return the players at each stop, by the fact of players that hints name, or one that names a stop."""
    wanted, members = reader.rules.hints.path.get(domain, ""), reader.rules.domains[domain].members
    found: dict[str, tuple[int, ...]] = {}
    for fact in reader.rules.facts_of(PLAYER):
        row = fact.declared
        names_stop = row.type.domain == domain and row.type.how == "one"
        if row.further or row.seen != "all" or not (names_stop or row.name == wanted.removeprefix(f"{PLAYER}.")):
            continue
        for seat, cell in enumerate(reader.of_fact(fact)):
            stop = cell.number - (0 if names_stop else 1)
            if 0 <= stop < len(members):
                found[members[stop]] = (*found.get(members[stop], ()), seat)
    return found
