"""What the functions of a program read and write, and whether they can fail, including what they call."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.helpers import BY_NAME
from rulewright.compile.ir.walk import called_by, everything, read_by, statements
from rulewright.compile.tables import PieceTable

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Effects:
    """Fields by name. `calls`: the functions of the program that are called directly."""

    reads: frozenset[str] = NOTHING
    writes: frozenset[str] = NOTHING
    may_fail: bool = False
    calls: frozenset[str] = NOTHING


@dataclass(frozen=True, slots=True)
class Moving:
    """The fields that say where the pieces of a domain are (`moved`), and those that distinguish them (`own`)."""

    moved: frozenset[str]
    own: frozenset[str] = NOTHING


@dataclass(slots=True)
class _Sum:
    """Accumulates effects."""

    program: ir.Program
    moving: Mapping[str, Moving]
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    may_fail: bool = False

    def expression(self, expr: ir.Expr) -> None:
        for inner in everything(expr):
            match inner:
                case ir.Slot(field_) | ir.Address(field_):
                    self.reads.add(field_.name)
                case ir.NonNull() | ir.InRange():
                    self.may_fail = True
                case ir.Call(function) | ir.AnyOffered(function):
                    self.calls.add(function)
                case ir.Invoke(helper, domain):
                    self.helper(helper, domain)
                case _:
                    pass

    def helper(self, helper: str, domain: str) -> None:
        known = BY_NAME[helper]
        self.may_fail = self.may_fail or known.fails
        if known.of_pieces:
            self.reads |= self.moving[domain].moved | self.moving[domain].own

    def statement(self, stmt: ir.Stmt) -> None:  # noqa: PLR0912, C901 - one case for each node
        """Add the effects of a statement itself, without those of the statements inside it."""
        for expr in read_by(stmt):
            self.expression(expr)
        match stmt:
            case ir.Store(slots):
                self.writes |= {slot.field.name for slot in slots}
            case ir.Clear(field_) | ir.LineUp(field_):
                self.writes.add(field_.name)
            case ir.Check():
                self.may_fail = True
            case ir.Count(_, _, _, _, steps):
                self.may_fail = self.may_fail or steps > 0
            case ir.Do("note_lap", _, (ir.Address(mark), *_)):
                self.writes.add(mark.name)
            case ir.Do(helper, domain, args):
                self.helper(helper, domain)
                if helper != "distinct_choices":
                    self.writes |= self.moving[domain].moved
                self.writes |= {arg.field.name for arg in args if isinstance(arg, ir.Address)}
            case ir.Roll(_, _, _, counter):
                self.may_fail = True
                self.both(counter)
            case ir.NextSeat(who, turn, rest):
                self.may_fail = True
                self.reads |= {turn.field.name, rest.field.name}
                self.writes |= {who.field.name, turn.field.name, rest.field.name}
            case ir.Perform() | ir.ListMenu() | ir.Dispatch():
                self.calls |= {*called_by(stmt)}
            case ir.Push(circle) | ir.Pop(circle):
                self.circle(circle)
            case (
                ir.Let() | ir.If() | ir.For() | ir.Once() | ir.Break() | ir.Continue() | ir.Offer() | ir.OfferEach()
                | ir.OfferRange() | ir.Trace() | ir.Reason() | ir.Mark() | ir.Return() | ir.Go() | ir.Ask()
            ):  # fmt: skip
                pass
            case _:
                assert_never(stmt)

    def both(self, *fields: ir.Field) -> None:
        self.reads |= {field_.name for field_ in fields}
        self.writes |= {field_.name for field_ in fields}

    def circle(self, number: int) -> None:
        circle = self.program.circles[number]
        frames = [field_ for field_ in self.program.fields if field_.circle == number]
        self.both(circle.depth, circle.kept, *frames)
        self.may_fail = True

    def as_effects(self) -> Effects:
        return Effects(frozenset(self.reads), frozenset(self.writes), self.may_fail, frozenset(self.calls))


def own_effects(program: ir.Program, moving: Mapping[str, Moving], stmts: Iterator[ir.Stmt]) -> Effects:
    """Return the effects of some statements, without those of the functions that they call."""
    found = _Sum(program, moving)
    for stmt in stmts:
        found.statement(stmt)
    return found.as_effects()


def effects(program: ir.Program, moving: Mapping[str, Moving]) -> dict[str, Effects]:
    """Return the effects of each function, including those of the functions that it calls."""
    own = {name: own_effects(program, moving, statements(f.body)) for name, f in program.functions.items()}
    copying = {name for name, function in program.functions.items() if function.kind == "would"}
    found, before = own, dict[str, Effects]()
    order = called_first(program, own)
    while found != before:  # once more than recursive functions need, of which each learns what the others do
        before, found = found, dict(found)
        for name in order:
            mine = [found[name], *(found[other] for other in own[name].calls if other in found)]
            found[name] = Effects(
                NOTHING.union(*(e.reads for e in mine)),
                NOTHING if name in copying else NOTHING.union(*(e.writes for e in mine)),
                any(e.may_fail for e in mine), own[name].calls,
            )  # fmt: skip
    return found


def called_first(program: ir.Program, own: Mapping[str, Effects]) -> list[str]:
    """Return all functions, callees first; of functions that call one another, one comes before what it calls."""
    found: dict[str, None] = {}
    for start in program.functions:
        open_ = {} if start in found else {start: iter(sorted(own[start].calls))}
        while open_:
            name = next(reversed(open_))
            following = next((other for other in open_[name] if other not in found and other not in open_), None)
            if following is None:
                del open_[name]
                found[name] = None
            else:
                open_[following] = iter(sorted(own[following].calls))
    return list(found)


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
