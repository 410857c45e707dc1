"""The fields of the state that moving the pieces of a domain reads and writes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Moving
from rulewright.compile.tables import PieceTable


class Fields:
    """The fields of a program by where they are in the vector."""

    def __init__(self, fields: Iterable[ir.Field]) -> None:
        self.fields = sorted(fields, key=lambda f: f.start)
        self.starts = [f.start for f in self.fields]

    def at(self, start: int) -> ir.Field:
        """Return the field that an integer of the vector belongs to."""
        return self.fields[bisect_right(self.starts, start) - 1]


def moving(program: ir.Program, pieces: Mapping[str, PieceTable]) -> dict[str, Moving]:
    """Return by domain which fields moving its pieces changes, and which distinguish them."""
    fields = Fields(program.fields)
    found = {}
    for domain, table in pieces.items():
        starts = [table.located, table.known, *table.slot, *(fact.slot for fact in table.cleared)]
        starts += [seen[0] for seen in table.occupied if seen is not None]
        own = frozenset(fields.at(fact.slot).name for fact in table.facts)
        found[domain] = Moving(frozenset(fields.at(start).name for start in starts), own)
    return found
