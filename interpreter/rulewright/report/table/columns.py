"""Columns of tables: one for each fact, place and declared value of an owner, and what is printed on pieces."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compile.tables import Computed, DomainInfo, Fact
from rulewright.engine.position import PlaceCell
from rulewright.engine.words import called
from rulewright.report.table.model import Cell, Column
from rulewright.report.table.reading import Reader

Cells = dict[str, Cell]
"""The cells of a column, by the name of the owner."""
Columns = list[tuple[Column, Cells]]


def columns(reader: Reader, owner: str, drawn: Iterable[str] = ()) -> Columns:
    """Return the columns of an owner's facts, places and shown values, in the order of the rules; hints come first."""
    found: dict[str, Columns] = {}
    for fact in reader.tables.facts:
        if fact.owner == owner and not fact.is_internal and not reader.hides(fact):
            found.setdefault(reader.name_of(fact), []).extend(_fact_columns(reader, fact))
    for places in places_of(reader, owner).values():
        found.setdefault(reader.name_of(places[0]), []).extend(_place_columns(reader, places))
    for row in reader.tables.computed:
        if row.owner == owner and (name := reader.name_of(row)) in reader.tables.hints.show:
            _merge(found.setdefault(name, []), computed_columns(reader, row))
    order = [f"{d.owner}.{d.name}" for d in reader.tables.declared]
    first = reader.tables.hints.first
    rank = {name: at for at, name in enumerate([*first, *(name for name in order if name not in first)])}
    names = sorted(found, key=lambda name: rank.get(name, len(rank)))
    return [column for name in names if name not in set(drawn) for column in found[name]]


def _merge(known: Columns, more: Columns) -> None:
    """Add the cells of columns that are there already, such as those of another kind of piece."""
    by_name = {column.about: cells for column, cells in known}
    for column, cells in more:
        if column.about in by_name:
            by_name[column.about].update(cells)
        else:
            known.append((column, cells))


def _fact_columns(reader: Reader, fact: Fact) -> Columns:
    title, name = reader.title(fact), reader.name_of(fact)
    cells: dict[str, Cells] = {}
    for member, further, cell in reader.facts(fact):
        cells.setdefault(further, {})[member] = cell
    if len(cells) > 1 and name in reader.tables.hints.total:
        return [(Column(name, title), _summed(name, cells.values()))]
    return [(_column(name, title, further), by_owner) for further, by_owner in cells.items()]


def _summed(name: str, parts: Iterable[Cells]) -> Cells:
    sums: dict[str, int] = {}
    for cells in parts:
        for member, cell in cells.items():
            sums[member] = sums.get(member, 0) + (cell.number or 0)
    return {member: Cell(f"{name} {member}", str(number), number, empty=not number) for member, number in sums.items()}


def places_of(reader: Reader, owner: str) -> dict[str, list[PlaceCell]]:
    """Return the places of an owner by name, one for each owner and key, without those that hints hide."""
    found: dict[str, list[PlaceCell]] = {}
    for cell in reader.cells.places:
        if cell.row.declared.owner == owner and not reader.hides(cell):
            found.setdefault(cell.row.declared.name, []).append(cell)
    return found


def _place_columns(reader: Reader, places: list[PlaceCell]) -> Columns:
    name, title = reader.name_of(places[0]), reader.title(places[0])
    cells: dict[str, Cells] = {}
    for place in places:
        cells.setdefault(" ".join(place.row.further), {})[place.row.member] = reader.place(place)
    return [(_column(name, title, further), by_owner) for further, by_owner in cells.items()]


def _column(name: str, title: str, further: str) -> Column:
    return Column(f"{name} {further}", further, title) if further else Column(name, title)


def computed_columns(reader: Reader, row: Computed) -> Columns:
    """Return the columns of a declared value; one for each thing, if it is declared for each of some."""
    title, name = reader.title(row), reader.name_of(row)
    if len(row.params) > 1 or (row.params and not row.params[0].domain):
        return []
    keys = range(len(reader.program.domains[row.params[0].domain].members)) if row.params else [None]
    found: Columns = []
    for key in keys:
        arguments = () if key is None else (key,)
        members = reader.program.domains[row.owner].members if row.owner else [""]
        cells = {
            members[owner]: cell for owner in range(*row.owners)
            if (cell := reader.computed(row, owner, arguments)) is not None
        }  # fmt: skip
        further = "" if key is None else reader.key_label(row.params[0], key)
        found += [(_column(name, title, further), cells)] if cells else []
    return found


def printed_columns(reader: Reader, info: DomainInfo, members: list[str]) -> Columns:
    """Return the columns of what is printed on pieces as a single value."""
    found: Columns = []
    for fact in reader.tables.printed.get(info.name, ()):
        name = fact.name.rpartition(".")[2]
        kind = next((k.name for k in reader.tables.pieces[info.name].kinds if k.start == fact.first), info.name)
        if fact.labels or {f"{kind}.{name}", f"{info.name}.{name}"} & set(reader.tables.hints.hide):
            continue
        cells = {}
        for member in members:
            at = info.index[member] - fact.first
            if 0 <= at < len(fact.values):
                about = f"{info.name}.{name} {member}"
                cells[member] = reader.value(about, fact.type, fact.values[at])
        if cells:
            found.append((Column(f"{info.name}.{name}", called(reader.program, info.name, name)), cells))
    return found
