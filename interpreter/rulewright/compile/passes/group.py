"""Grouping: conditions that each look for members of a set are tested only if the set has a member for any of them.

A menu asks of each kind of piece whether such a piece is there, and few are. One test for several kinds saves most of
the others, 50 ns each in Python; last of all passes, because others work better on flat bodies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import bound_in, deepened, expressions, with_bodies
from rulewright.compile.passes.algebra import droppable

SIZE, FEWEST = 4, 3
"""Conditions that get a test in common, at most and at least."""


def group(program: ir.Program) -> ir.Program:
    """Return the program with tests of several conditions in common."""
    return with_bodies(program, lambda function: _Grouping(_reads(function.body)).body(function.body))


def _reads(body: ir.Body) -> Counter[str]:
    """Return how often each local is read."""
    return Counter(part.name for part in expressions(body) if isinstance(part, ir.Local))


@dataclass(frozen=True, slots=True)
class _Unit:
    """Statements that do nothing if a set has no member in `mask`; `things` is empty where that is not known."""

    things: str
    mask: int
    test: ir.Expr | None
    stmts: ir.Body


class _Grouping:
    def __init__(self, reads: Counter[str]) -> None:
        self.reads = reads

    def body(self, body: ir.Body) -> ir.Body:
        units = list(self._units(tuple(deepened(stmt, self.body) for stmt in body)))
        return tuple(stmt for _, run in groupby(units, lambda unit: unit.things) for stmt in _grouped(list(run)))

    def _units(self, body: ir.Body) -> Iterator[_Unit]:
        at = 0
        while at < len(body):
            stmts = body[at : at + 2]
            match stmts:
                case (ir.Let(local, value), ir.If() as conditional) if self._only_read(local, conditional):
                    unit = _unit(_looked_for(value) if _tested(conditional) == local else None, stmts)
                case (ir.If() as conditional, *_):
                    unit = _unit(_looked_for(_tested(conditional)), stmts[:1])
                case _:
                    unit = _unit(None, stmts[:1])
            if unit.things == "" and len(unit.stmts) == 2:
                unit = _unit(None, stmts[:1])
            yield unit
            at += len(unit.stmts)

    def _only_read(self, local: ir.Local, conditional: ir.If) -> bool:
        return _reads((conditional,))[local.name] == self.reads[local.name]


def _unit(looked_for: ir.Join | None, stmts: ir.Body) -> _Unit:
    match looked_for:
        case ir.Join("&", ir.Local(name), ir.Const(mask)) if name not in [local.name for local in bound_in(stmts)]:
            return _Unit(name, mask, looked_for.left, stmts)
        case _:
            return _Unit("", 0, None, stmts)


def _tested(conditional: ir.If) -> ir.Expr | None:
    """Return the set that must not be empty for anything to happen."""
    match conditional:
        case ir.If(((ir.And((test, *_)) | test, _),), ()):
            return test.left if isinstance(test, ir.Compare) and _is_nothing(test) else None
        case _:
            return None


def _is_nothing(test: ir.Compare) -> bool:
    return test.op == "!=" and isinstance(test.right, ir.Const) and test.right.value == 0


def _looked_for(things: ir.Expr | None) -> ir.Join | None:
    """Return the members of a local for which a set is empty if they are missing."""
    match things:
        case ir.Join("&", ir.Local(), ir.Const()):
            return things
        case ir.Join("&" | "-", part, other) if droppable(other):
            return _looked_for(part)
        case ir.Shift(part):
            return _looked_for(part)
        case _:
            return None


def _grouped(units: list[_Unit]) -> Iterator[ir.Stmt]:
    """Yield the statements of units that look at the same set, or that are no such units."""
    for at in range(0, len(units), SIZE):
        some = units[at : at + SIZE]
        stmts = tuple(stmt for unit in some for stmt in unit.stmts)
        things = some[0].test
        if things is None or len(some) < FEWEST:
            yield from stmts
            continue
        mask = 0
        for unit in some:
            mask |= unit.mask
        members = ir.Join("&", things, ir.Const(mask, things.type), things.type)
        yield ir.If(((ir.Compare("!=", members, ir.Const(0, things.type)), stmts),), ())
