"""Incremental evaluation of `always` rules: which dirty bits are set where fields are written.

A rule that quantifies over a set and reads only values of the quantified member, those from index `member * stride` on
of a field, can be evaluated for single members. Stores to such a field record the member; writes to any other field
that the rule reads require that all of it is evaluated again.

For instance, rule 3 says of each player that three stocks are at most 10 each, which are values 0 to 2 of player 0, 3
to 5 of player 1, and so on: the stride is 3. A store to value 7 sets bit 3 of `partly`, and records member 7 / 3 = 2;
the rule is then evaluated for player 2 only. In Python, where noting a member costs more than comparing numbers,
stretches of the vector are compared instead (`backends/python/watching.py`), so the two share only the function for
some members.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rulewright.backends.c.conserved import counted_places
from rulewright.backends.c.numbers import words
from rulewright.backends.c.ranges import Ranges
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Effects, Moving, effects, own_effects
from rulewright.compile.ir.types import Range, Set
from rulewright.compile.ir.walk import everything, statements
from rulewright.compile.tables import PieceTable
from rulewright.compile.watching import among

WATCHED = 64
"""Bits by which `always` rules are distinguished."""
NOWHERE = defaultdict[str, Moving](lambda: Moving(frozenset()))
"""For the writes of statements themselves: the runtime sets dirty bits where it moves pieces."""


@dataclass(frozen=True, slots=True)
class WatchedRule:
    """A rule that can be evaluated for single members, by a function that takes a set of them."""

    rule: int
    function: ir.Function
    things: ir.Const
    """All members."""
    strides: Mapping[str, int]
    """By field, how many consecutive values belong to each member."""
    first: int
    """Index of the first word of its bit set of changed members."""
    words: int


@dataclass(slots=True)
class DirtyBits:
    """The dirty bits of a program. Bit i belongs to rule i, the last bit to all further rules."""

    program: ir.Program
    moving: Mapping[str, Moving]
    pieces: Mapping[str, PieceTable] = field(default_factory=dict)
    counted: list[frozenset[int]] = field(init=False)
    """By bit, the places among which pieces may move: only the number of all that lie there matters to its rule."""
    reads: list[frozenset[str]] = field(init=False)
    """By bit, the fields that its rules read."""
    moved: list[frozenset[str]] = field(init=False)
    """By bit, the fields of which any change by moving pieces requires that its rules are evaluated."""
    whole: list[frozenset[str]] = field(init=False)
    """By bit, those fields of which any write requires that all of the rule is evaluated."""
    parts: list[WatchedRule] = field(default_factory=list)

    def __post_init__(self) -> None:
        known = effects(self.program, self.moving)
        reads = [known[name].reads for name in self.program.always]
        rest = [frozenset().union(*reads[WATCHED - 1 :])] if len(reads) >= WATCHED else []
        self.reads = [*reads[: WATCHED - 1], *rest]
        self.counted = [*counted_places(self.program, self.pieces)[: WATCHED - 1], *(frozenset[int]() for _ in rest)]
        self.moved = [
            frozenset() if places else fields for places, fields in zip(self.counted, self.reads, strict=True)
        ]
        self.whole = self.reads.copy()
        finder = _Finder(self.program, self.moving, known)
        for rule, name in enumerate(self.program.always[: WATCHED - 1]):
            found = finder.part(rule, name, self.room)
            if found is not None:
                self.parts.append(found)
                self.whole[rule] -= frozenset(found.strides)

    @property
    def room(self) -> int:
        """Words of all bit sets of changed members."""
        return sum(part.words for part in self.parts)

    def with_parts(self) -> ir.Program:
        """Return the program with the functions that evaluate rules for single members."""
        own = {part.function.name: part.function for part in self.parts}
        return replace(self.program, functions={**self.program.functions, **own})

    def written(self, body: ir.Body) -> int:
        """Return the bits of the rules that must be evaluated in full after some statements."""
        written = own_effects(self.program, NOWHERE, iter(body)).writes
        return sum(1 << i for i, fields in enumerate(self.whole) if fields & written)

    def noted(self, field_: ir.Field, at: str) -> Iterator[str]:
        """Yield the statements that record the member to which value number `at` of a field belongs."""
        for part in self.parts:
            stride = part.strides.get(field_.name)
            if stride is not None:
                yield f"R->s.partly |= {1 << part.rule:#x}ull; note(R->s.changed + {part.first}, {at} / {stride});"


class _Finder:
    """Finds rules that can be evaluated for single members."""

    def __init__(self, program: ir.Program, moving: Mapping[str, Moving], known: Mapping[str, Effects]) -> None:
        self.program, self.moving, self.known = program, moving, known
        all_of_them = (stmt for function in program.functions.values() for stmt in statements(function.body))
        others = (stmt for stmt in all_of_them if not isinstance(stmt, ir.Store))
        self.not_stored = own_effects(program, NOWHERE, others).writes

    def part(self, rule: int, name: str, first: int) -> WatchedRule | None:
        """Return how a rule is evaluated for single members; None where it must be evaluated in full."""
        function = self.program.functions[name]
        match function.body:
            case (ir.Return(ir.Fold("every", var, ir.Const(_, Set(size)) as things, _, value) as fold),) if value:
                strides = self._member_strides(value, var, size, Ranges(self.program.functions, function))
            case _:
                return None
        if not strides:
            return None
        return WatchedRule(rule, among(function, fold), things, strides, first, words(size))

    def _member_strides(self, value: ir.Expr, var: ir.Local, size: int, ranges: Ranges) -> dict[str, int]:
        """Return the fields of which only values of the member `var` are read, with how many belong to a member."""
        found: dict[str, set[int]] = defaultdict(set)
        whole = set(self.not_stored)
        for node in everything(value):
            match node:
                case ir.Slot(field_, index):
                    found[field_.name].add(_member_stride(field_, index, 1, var, size, ranges))
                case ir.Invoke("sum_of", _, (ir.Address(field_, index), ir.Const(count))):
                    found[field_.name].add(_member_stride(field_, index, count, var, size, ranges))
                case ir.Invoke():
                    whole |= own_effects(self.program, self.moving, iter((ir.Return(node),))).reads
                case ir.Call(function):
                    whole |= self.known[function].reads
                case _:
                    pass
        return {name: min(of) for name, of in found.items() if len(of) == 1 and min(of) and name not in whole}


def _member_stride(field_: ir.Field, index: ir.Expr, count: int, var: ir.Local, size: int, ranges: Ranges) -> int:
    """Return how many values of a field belong to each member, if those from `index` on belong to `var`; else 0."""
    found = _linear_form(index, var, ranges)
    if found is None:
        return 0
    stride, (low, high) = found
    inside = low >= 0 and high + count <= stride
    return stride if inside and field_.count <= stride * size else 0


def _linear_form(index: ir.Expr, var: ir.Local, ranges: Ranges) -> tuple[int, Range] | None:
    """Return by what a local is multiplied in an index, and the bounds of what is added to that."""
    match index:
        case ir.Local(var.name):
            return 1, (0, 0)
        case ir.Arith("*", ir.Local(var.name), ir.Const(stride)) | ir.Arith("*", ir.Const(stride), ir.Local(var.name)):
            return stride, (0, 0)
        case ir.Arith("+", left, right):
            for part, other in ((left, right), (right, left)):
                found = _linear_form(part, var, ranges)
                if found is not None and ir.Local(var.name, var.type) not in everything(other):
                    (stride, (low, high)), (least, most) = found, ranges.bounds(other)
                    return stride, (low + least, high + most)
    return None
