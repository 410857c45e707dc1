"""Columns of tables: one for each fact, place and declared value of an owner, and what is printed on pieces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from rulewright.engine.position import PlaceCell
from rulewright.engine.table_rules import ShownFact, ShownValue
from rulewright.engine.words import label_of, lowered
from rulewright.report.table.model import Cell, Column
from rulewright.report.table.reading import Reader

Cells = dict[str, Cell]
"""The cells of a column, by the name of the owner."""
Columns = list[tuple[Column, Cells]]


def columns(reader: Reader, owner: str, drawn: Iterable[str] = ()) -> Columns:
    """Return the columns of an owner's facts, places and shown values, in the order of the rules; hints come first."""
    found: dict[str, Columns] = {}
    for fact in reader.rules.facts_of(owner):
        found.setdefault(fact.name, []).extend(_fact_columns(reader, fact))
    for places in places_of(reader, owner).values():
        found.setdefault(reader.name_of(places[0]), []).extend(_place_columns(reader, places))
    for value in reader.rules.values_of(owner):
        _merge_columns(found.setdefault(value.name, []), computed_columns(reader, value))
    order = [*reader.rules.hints.first, *reader.rules.order]
    names = sorted(found, key=lambda name: order.index(name) if name in order else len(order))
    return _distinct([column for name in names if name not in set(drawn) for column in found[name]])


def _distinct(every: Columns) -> Columns:
    """Write the name of a group in front of its titles where one of them is the title of another column, too."""
    times = Counter(column.title for column, _ in every)
    mixed = {column.group for column, _ in every if times[column.title] > 1}
    return [
        (replace(column, title=column.full, group="") if column.group in mixed else column, cells)
        for column, cells in every
    ]


def _merge_columns(known: Columns, more: Columns) -> None:
    """Add the cells of columns that are there already, such as those of another kind of piece."""
    by_name = {column.about: cells for column, cells in known}
    for column, cells in more:
        if column.about in by_name:
            by_name[column.about].update(cells)
        else:
            known.append((column, cells))


def _fact_columns(reader: Reader, fact: ShownFact) -> Columns:
    name, title, _ = fact
    cells: dict[str, Cells] = {}
    for member, further, cell in reader.facts(fact):
        cells.setdefault(further, {})[member] = cell
    if len(cells) > 1 and name in reader.rules.hints.total:
        return [(Column(name, title), _summed_cells(reader, fact))]
    return [(_column_of(name, title, further), by_owner) for further, by_owner in cells.items()]


def _summed_cells(reader: Reader, fact: ShownFact) -> Cells:
    sums, before = Counter[str](), Counter[str]()
    for totals, each in ((sums, reader), (before, reader.earlier)):
        for member, _, cell in each.facts(fact):
            totals[member] += cell.number or 0
    return {
        member: Cell(f"{fact.name} {member}", str(number), number, empty=not number, changed=number != before[member])
        for member, number in sums.items()
    }


def places_of(reader: Reader, owner: str) -> dict[str, list[PlaceCell]]:
    """Return the places of an owner by name, one for each owner and key, without those that hints hide."""
    cells = reader.cells.places
    return {name: [cells[number] for number in numbers] for name, numbers in reader.rules.places_of(owner).items()}


def _place_columns(reader: Reader, places: list[PlaceCell]) -> Columns:
    name, title = reader.name_of(places[0]), reader.title_of(places[0])
    cells: dict[str, Cells] = {}
    for place in places:
        cells.setdefault(" ".join(place.row.further), {})[place.row.member] = reader.place(place)
    return [(_column_of(name, title, further), by_owner) for further, by_owner in cells.items()]


def _column_of(name: str, title: str, further: str) -> Column:
    return Column(f"{name} {further}", further, title) if further else Column(name, title)


def computed_columns(reader: Reader, value: ShownValue) -> Columns:
    """Return the columns of a declared value; one for each thing, if it is declared for each of some."""
    name, title, row = value
    if len(row.params) > 1 or (row.params and not row.params[0].domain):
        return []
    domains, found = reader.rules.domains, list[tuple[Column, Cells]]()
    members = domains[row.owner].members if row.owner else [""]
    for key in range(len(domains[row.params[0].domain].members)) if row.params else [None]:
        arguments = () if key is None else (key,)
        values = ((members[owner], reader.computed(value, owner, arguments)) for owner in range(*row.owners))
        cells = {member: cell for member, cell in values if cell is not None}
        further = "" if key is None else lowered(label_of(reader.program, row.params[0], key))
        found += [(_column_of(name, title, further), cells)] if cells else []
    return found


def printed_columns(reader: Reader, domain: str, members: list[str]) -> Columns:
    """Return the columns of what is printed on pieces as a single value."""
    found: Columns = []
    for name, title, values in reader.rules.printed_values(domain):
        cells = {member: reader.value(f"{name} {member}", values[member]) for member in members if member in values}
        found += [(Column(name, title), cells)] if cells else []
    return found
