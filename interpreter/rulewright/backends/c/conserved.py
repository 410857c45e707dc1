"""`always` rules that compare how many pieces lie in some places with a constant: no move among these places matters.

For instance, the sum in "number of deck + number of discards + sum of (number of player's hand) for each player in
players is 30" stays what it is when a card is drawn or discarded. The rule is evaluated again only when a piece enters
or leaves the places that it counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Fields
from rulewright.compile.ir.types import Set, range_of
from rulewright.compile.tables import PieceTable

Members = Mapping[str, int]
"""The member that each bound variable stands for."""


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
        self.lying: list[range] = []
        """By place, the pieces that may lie there."""
        for table in list(pieces.values())[:1]:
            for place, start in enumerate(table.slot):
                field, first = fields.at(start), table.first[place]
                self.places[field.name, (start - field.start) // field.stride] = place
                size = field.type.size if isinstance(field.type, Set) else range_of(field.type)[1] + 1 - first
                self.lying.append(range(first, first + size))

    def of_rule(self, function: ir.Function) -> frozenset[int]:
        match function.body:
            case (ir.Return(ir.Compare(_, total, ir.Const())),):
                found = Counter(self._counted(total, {}))
                alike = None not in found and set(found.values()) == {1}
                return frozenset(place for place in found if place is not None) if alike else frozenset()
        return frozenset()

    def _counted(self, term: ir.Expr, given: Members) -> Iterator[int | None]:
        """Yield each place whose pieces a term counts; None where it is anything else."""
        match term:
            case ir.Arith("+", left, right):
                yield from self._counted(left, given)
                yield from self._counted(right, given)
            case ir.Size(ir.Slot(field, index)) | ir.Invoke("row_length", _, (ir.Address(field, index),)):
                yield self.places.get((field.name, _member(index, given)))
            case ir.Fold("sum", var, ir.Const(members), None, value) if value:
                for member in _members(members):
                    yield from self._counted(value, {**given, var.name: member})
            case ir.Fold("count", var, ir.Const(members), where, None) if where:
                yield from self._places_where(var, members, where)
            case _:
                yield None

    def _places_where(self, var: ir.Local, members: int, where: ir.Expr) -> Iterator[int | None]:
        """Yield the places for which a condition on a piece's place holds; None if not all pieces there count."""
        match where:
            case ir.Entry(table, ir.Slot(field, ir.Local(var.name))):
                holds = [bool(value) for value in table.values]
            case ir.Compare("!=", ir.Entry(table, ir.Slot(field, ir.Local(var.name))), ir.Const(other)):
                holds = [value != other for value in table.values]
            case _:
                yield None
                return
        domain = self.domains.get(field.name)
        for place, owner in enumerate(self.pieces[domain].holds if domain else ()):
            counted = {members >> piece & 1 for piece in self.lying[place]}
            if owner == domain and holds[place] and counted != {0}:
                yield place if counted == {1} else None
        if not domain:
            yield None


def _member(index: ir.Expr, given: Members) -> int:
    match index:
        case ir.Const(value):
            return value
        case ir.Local(name):
            return given.get(name, -1)
    return -1


def _members(members: int) -> Iterator[int]:
    return (member for member in range(members.bit_length()) if members >> member & 1)
