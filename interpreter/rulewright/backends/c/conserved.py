"""`always` rules that compare how many pieces lie in some places with a constant: no move among these places matters.

For instance, the sum in "number of deck + number of discards + sum of (number of player's hand) for each player in
players is 30" stays what it is when a card is drawn or discarded. The rule is evaluated again only when a piece enters
or leaves the places that it counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from itertools import islice
from operator import or_

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Fields
from rulewright.compile.ir.types import Set, range_of
from rulewright.compile.tables import PieceTable

Members = Mapping[str, int]
"""The member that each bound variable stands for."""
Counted = tuple[int | None, int]
"""A place and the set of pieces that are counted there; no place where a term is anything else."""


def counted_places(program: ir.Program, pieces: Mapping[str, PieceTable]) -> list[frozenset[int]]:
    """Return for each `always` rule the places that it counts; none where it says anything else."""
    finder = _CountedPlaces(program, pieces)
    return [finder.of_rule(program.functions[name]) for name in program.always]


class _CountedPlaces:
    def __init__(self, program: ir.Program, pieces: Mapping[str, PieceTable]) -> None:
        fields = Fields(program.fields)
        self.pieces = pieces
        self.domains = {fields.at(table.located).name: domain for domain, table in pieces.items()}
        self.places: dict[tuple[str, int], int] = {}
        self.lying: list[int] = []
        """By place, the set of pieces that may lie there."""
        for table in islice(pieces.values(), 1):  # each lists the places of all domains
            for place, start in enumerate(table.slot):
                field, first = fields.at(start), table.first[place]
                self.places[field.name, (start - field.start) // field.stride] = place
                size = field.type.size if isinstance(field.type, Set) else range_of(field.type)[1] + 1 - first
                self.lying.append(((1 << size) - 1) << first)

    def of_rule(self, function: ir.Function) -> frozenset[int]:
        """Return the places that a rule counts: of each, all pieces of those that it counts anywhere."""
        match function.body:
            case (ir.Return(ir.Compare(_, total, ir.Const())),):
                terms = list(self._counted(total, {}))
                counted = {place: pieces for place, pieces in terms if place is not None}
                some = reduce(or_, counted.values(), 0)
                if len(counted) == len(terms) and all(self.lying[p] & some == counted[p] for p in counted):
                    return frozenset(counted)
        return frozenset()

    def _counted(self, term: ir.Expr, given: Members) -> Iterator[Counted]:
        match term:
            case ir.Arith("+", left, right):
                yield from self._counted(left, given)
                yield from self._counted(right, given)
            case ir.Size(ir.Slot(field, index)) | ir.Invoke("row_length", _, (ir.Address(field, index),)):
                yield self._counted_in(field, index, given, -1)
            case ir.Size(ir.Join("&", ir.Slot(field, index), ir.Const(pieces))):
                yield self._counted_in(field, index, given, pieces)
            case ir.Fold("sum", var, ir.Const(members), None, value) if value:
                for member in _members(members):
                    yield from self._counted(value, {**given, var.name: member})
            case ir.Fold("count", var, ir.Const(pieces), where, None) if where:
                yield from self._places_where(var, pieces, where)
            case _:
                yield None, 0

    def _counted_in(self, field: ir.Field, index: ir.Expr, given: Members, pieces: int) -> Counted:
        """Return a place, and which of some pieces may lie in it; its set begins with its own first piece."""
        place = self.places.get((field.name, _member(index, given)))
        if place is None:
            return None, 0
        first = (self.lying[place] & -self.lying[place]).bit_length() - 1
        return place, self.lying[place] & (pieces << first if isinstance(field.type, Set) else -1)

    def _places_where(self, var: ir.Local, pieces: int, where: ir.Expr) -> Iterator[Counted]:
        """Yield the places for which a condition on the place of a piece holds."""
        match where:
            case ir.Entry(table, ir.Slot(field, ir.Local(var.name))):
                holds = [bool(value) for value in table.values]
            case ir.Compare("!=", ir.Entry(table, ir.Slot(field, ir.Local(var.name))), ir.Const(other)):
                holds = [value != other for value in table.values]
            case _:
                yield None, 0
                return
        domain = self.domains.get(field.name)
        for place, owner in enumerate(self.pieces[domain].holds if domain else ()):
            if owner == domain and holds[place] and self.lying[place] & pieces:
                yield place, self.lying[place] & pieces
        if not domain:
            yield None, 0


def _member(index: ir.Expr, given: Members) -> int:
    match index:
        case ir.Const(value):
            return value
        case ir.Local(name):
            return given.get(name, -1)
    return -1


def _members(members: int) -> Iterator[int]:
    return (member for member in range(members.bit_length()) if members >> member & 1)
