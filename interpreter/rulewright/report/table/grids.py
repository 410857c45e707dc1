"""Grids and paths: spaces with what lies on them, what names them, and who stands there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.compile.tables import DomainInfo, Fact, bits
from rulewright.report.table.model import Cell, Grid, Path, Piece, Pieces, Space
from rulewright.report.table.reading import PLAYER, Reader

if TYPE_CHECKING:
    from rulewright.report.table.columns import Columns


def grid(reader: Reader, info: DomainInfo, offered: frozenset[str]) -> Grid | None:
    """Return a grid with all its spaces; None if nothing refers to it yet."""
    spots = {member: (member[0], int(member[1:])) for member in info.members}
    across = sorted({column for column, _ in spots.values()})
    down = sorted({row for _, row in spots.values()})
    marked: dict[str, list[Piece]] = {}
    for domain, fact in markers(reader, info.name):
        for member, space in _where(reader, fact):
            marked.setdefault(space, []).append(_marker(reader, domain, member))
    owned = _owned(reader, info)
    cells = _cells(reader, info)
    at = {
        spots[member]: _space(
            info, member, cells.get(member, ()), tuple(marked.get(member, ())), owned.get(member, ()), offered
        )
        for member in info.members
    }
    rows = tuple(tuple(at.get((column, row)) for column in across) for row in down)
    return Grid(info.name, info.plural, tuple(across), tuple(map(str, down)), rows)


def _space(
    info: DomainInfo,
    member: str,
    cells: tuple[Cell, ...],
    marked: Pieces,
    seats: tuple[int, ...],
    offered: frozenset[str],
) -> Space:
    about = f"{info.name} {member}"
    return Space(about, info.labels[info.index[member]], cells, marked, seats, about in offered)


def markers(reader: Reader, domain: str) -> Iterator[tuple[str, Fact]]:
    """Yield the facts by which other things say on which space they are, with the domain of these things."""
    for fact in reader.tables.facts:
        names = fact.owner and reader.program.domains[fact.owner].how == "names"
        if (
            names
            and fact.type.how == "one"
            and fact.type.domain == domain
            and not fact.further
            and not fact.is_internal
            and not reader.hides(fact)
        ):
            yield fact.owner, fact


def _where(reader: Reader, fact: Fact) -> Iterator[tuple[str, str]]:
    for cell in reader.of_fact(fact):
        if not cell.is_empty:
            yield cell.row.member, reader.program.domains[fact.type.domain].members[cell.number]


def _marker(reader: Reader, domain: str, member: str) -> Piece:
    """Return a thing that is on a space, with what else is known of it; its owner gives it a colour."""
    seat, notes = None, []
    for fact in reader.tables.facts:
        if fact.owner != domain or fact.is_internal or reader.hides(fact):
            continue
        if reader.program.domains.get(fact.type.domain, None) is None:
            continue
        for owner, _, cell in reader.facts(fact):
            if owner == member and not cell.empty and reader.program.domains[fact.type.domain].how != "grid":
                seat = cell.seat if seat is None else seat
                notes.append(cell.text)
    return Piece(reader.label(domain, member), f"{domain} {member}", tuple(notes), seat=seat)


def spaces_of_players(reader: Reader, domain: str) -> list[Fact]:
    """Return the facts of players that are sets of spaces of a grid, if the grid can show them: there is just one."""
    found = [
        fact for fact in reader.tables.facts
        if fact.owner == PLAYER and fact.type.how == "set" and fact.type.domain == domain and not fact.is_internal
        and not fact.further and fact.seen == "all" and not reader.hides(fact)
    ]  # fmt: skip
    return found if len(found) == 1 else []


def _owned(reader: Reader, info: DomainInfo) -> dict[str, tuple[int, ...]]:
    """Return the players who have each space."""
    found: dict[str, tuple[int, ...]] = {}
    for fact in spaces_of_players(reader, info.name):
        for seat, cell in enumerate(reader.of_fact(fact)):
            for thing in bits(cell.number):
                found[info.members[thing]] = (*found.get(info.members[thing], ()), seat)
    return found


def _cells(reader: Reader, info: DomainInfo) -> dict[str, tuple[Cell, ...]]:
    """Return what is known of each space: the pieces in its places, and its facts."""
    found: dict[str, tuple[Cell, ...]] = {}
    for place in reader.cells.places:
        if place.row.declared.owner == info.name and not reader.hides(place):
            found[place.row.member] = (*found.get(place.row.member, ()), reader.place(place))
    for fact in reader.tables.facts:
        if fact.owner == info.name and not fact.is_internal and not reader.hides(fact):
            for member, _, cell in reader.facts(fact):
                found[member] = (*found.get(member, ()), *([] if cell.empty else [cell]))
    return found


# ---- paths


def stops(reader: Reader, info: DomainInfo) -> list[str]:
    """Return the names that make a path: they differ in their numbers only, and hold places or are named by hints."""
    holds = any(row.owner == info.name for row in reader.tables.places)
    if not holds and info.name not in reader.tables.hints.path:
        return []
    numbered = [
        member for member, label in zip(info.members, info.labels, strict=True) if label.rpartition(" ")[2].isdecimal()
    ]
    stems = {reader.label(info.name, member).rpartition(" ")[0] for member in numbered}
    return numbered if len(numbered) > 1 and len(stems) == 1 else []


def path(reader: Reader, info: DomainInfo, members: list[str], every: Columns, offered: frozenset[str]) -> Path:
    """Return a path with what lies at each stop, and the players who stand there."""
    standing = _standing(reader, info)
    found = [
        Space(
            f"{info.name} {member}", reader.label(info.name, member),
            tuple(cells[member] for _, cells in every if member in cells and not cells[member].empty),
            seats=standing.get(member, ()), offered=f"{info.name} {member}" in offered,
        )
        for member in members
    ]  # fmt: skip
    return Path(info.name, info.plural, tuple(found))


def _standing(reader: Reader, info: DomainInfo) -> dict[str, tuple[int, ...]]:
    """Return the players at each stop, by the fact of players that hints name, or one that names a stop."""
    wanted = reader.tables.hints.path.get(info.name, "").removeprefix(f"{PLAYER}.")
    found: dict[str, tuple[int, ...]] = {}
    for fact in reader.tables.facts:
        named = fact.type.domain == info.name and fact.type.how == "one"
        if fact.owner != PLAYER or fact.further or fact.seen != "all" or not (fact.name == wanted or named):
            continue
        if reader.hides(fact):
            continue
        for seat, cell in enumerate(reader.of_fact(fact)):
            value = cell.number - (0 if named else 1)
            if 0 <= value < len(info.members):
                found[info.members[value]] = (*found.get(info.members[value], ()), seat)
    return found
