"""What a seat may know of pieces, as numbers: where they are, and their own facts."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np

from rulewright.adapters.reading import WHOLE, Cell, Numbers, Slots, cells_of, numbers, written
from rulewright.backends import Program
from rulewright.engine.cells import is_visible, rows_of, viewer_of


class Pieces:
    """Where each piece is, at which place in a stack or row, and its facts; before that how many are in every place.

    The pieces of a domain are in the order of their classes: those of one class are interchangeable, and sorted by what
    is known of them. `cells` are read from a vector; `fill` does the rest.
    """

    def __init__(self, program: Program, hidden: int, slots: Slots) -> None:
        self.hidden = hidden
        rows = [row for domain in program.tables.pieces for row in _rows(program, domain)]
        self.places = len(program.tables.places)
        self.lies, self.known = slots.at(row.cells[0].slot for row in rows), slots.at(row.known for row in rows)
        self.sees = numbers(next(iter(program.tables.pieces.values())).sees)
        self.names = [f"{place.name}: pieces" for place in rows_of(program).places]
        self.names += [f"{row.name}: {name}" for row in rows for name in row.columns]
        self.cells = [written(len(rows))] * self.places + [cell for row in rows for cell in row.cells]
        starts = np.cumsum([0, *(len(row.cells) for row in rows)])
        self.of_piece: Numbers = np.repeat(np.arange(len(rows)), np.diff(starts))
        alike = (_Alike(rows, starts, width, hidden) for width in sorted({len(row.cells) for row in rows}))
        self.alike = [group for group in alike if len(group.cells)]
        self.stacks = _stacks(program, rows, starts)

    def fill(self, into: Numbers, read: Numbers, state: list[int], seat: int) -> None:
        """Complete what has been read of a vector to what a seat knows of the pieces."""
        lies = read.take(self.lies)
        into[: self.places] = np.bincount(lies, minlength=self.places)
        found = into[self.places :]
        self._fill_indexes(found, state, seat)
        known = self.sees.take(lies)
        known |= read.take(self.known)
        known &= 1 << seat
        np.putmask(found, (known == 0).take(self.of_piece), self.hidden)
        for group in self.alike:
            group.sort(found)

    def _fill_indexes(self, found: Numbers, state: list[int], seat: int) -> None:
        """Write down at which place in a stack or row the pieces are."""
        columns, indexes = list[int](), list[int]()
        for slot, seen, column in self.stacks:
            if (size := state[slot]) and is_visible(seen, viewer_of(seat)):
                columns += [column[piece] for piece in state[slot + 1 : slot + 1 + size]]
                indexes += range(1, size + 1)
        if columns:
            found[columns] = indexes


@dataclass(frozen=True, slots=True)
class _Row:
    """A piece: what is read of it, by name, first where it lies and at which place there."""

    domain: str
    piece: int
    name: str
    known: int
    kind: tuple[str, int]
    """Equal for interchangeable pieces."""
    columns: dict[str, Cell]

    @property
    def cells(self) -> list[Cell]:
        return [*self.columns.values()]


def _rows(program: Program, domain: str) -> list[_Row]:
    """Return the pieces of a domain in the order of their classes."""
    table, members = program.tables.pieces[domain], program.domains[domain].members
    facts, places = _facts(program, domain), len(program.tables.places)
    index = written(sum(pieces.count for pieces in program.tables.pieces.values()))
    found = []
    for piece in sorted(range(table.count), key=table.classes.__getitem__):
        lies = Cell("place", table.located + piece, WHOLE, places)
        columns = {"place": lies, "index": index, **facts.get(piece, {})}
        kind, known = (domain, table.classes[piece]), table.known + piece
        found.append(_Row(domain, piece, f"{domain} {members[piece]}", known, kind, columns))
    return found


def _facts(program: Program, domain: str) -> dict[int, dict[str, Cell]]:
    """Return the cells of the facts of each piece of a domain, by their names without that of the piece."""
    found: dict[int, dict[str, Cell]] = {}
    for fact in program.tables.facts:
        if fact.owner != domain or fact.seen != "all" or fact.is_internal:
            continue
        for cell in cells_of(program, fact):
            if cell.row is not None:
                name = cell.name.replace(f"{domain}.{fact.name} {cell.row.member}", fact.name, 1)
                found.setdefault(cell.row.thing, {})[name] = cell
    return found


class _Alike:
    """The interchangeable pieces with the same number of columns."""

    def __init__(self, rows: list[_Row], starts: Numbers, width: int, hidden: int) -> None:
        kinds = [row.kind for row in rows]
        some = [at for at, row in enumerate(rows) if len(row.cells) == width and kinds.count(row.kind) > 1]
        order = {kind: number for number, kind in enumerate(dict.fromkeys(kinds[at] for at in some))}
        self.classes = numbers(order[kinds[at]] for at in some)
        self.cells = numbers(starts[at] + column for at in some for column in range(width)).reshape(-1, width)
        spans = [max((rows[at].cells[column].high for at in some), default=0) - hidden + 1 for column in range(width)]
        weights = [prod(spans[:column]) for column in range(width + 1)]
        self.fits = len(order) * weights[-1] < 1 << 62
        """Whether a class and the numbers of a piece make one number."""
        self.weights = numbers(weights[:-1] if self.fits else [])
        self.base = self.classes * (weights[-1] if self.fits else 1)

    def sort(self, found: Numbers) -> None:
        """Bring the pieces of each class into an order that depends on nothing but their numbers."""
        rows = found.take(self.cells)
        order = (rows @ self.weights + self.base).argsort() if self.fits else np.lexsort((*rows.T, self.classes))
        found[self.cells] = rows.take(order, axis=0)


def _stacks(program: Program, rows: list[_Row], starts: Numbers) -> list[tuple[int, int, list[int]]]:
    """Return for each stack or row its slot, who sees it, and by piece the column of the place there."""
    column = dict[str, dict[int, int]]()
    for row, start in zip(rows, starts.tolist(), strict=False):
        column.setdefault(row.domain, {})[row.piece] = start + 1
    found = []
    for cell in rows_of(program).places:
        place = cell.declared
        if place.order and place.seen != "nobody":
            found.append((place.slot, cell.seers, [at for _, at in sorted(column[place.domain].items())]))
    return found
