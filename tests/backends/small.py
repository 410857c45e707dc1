"""Programs of a few lines in the intermediate representation, and the same program in C beside the reference."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.backends.reference import Failed, Reference

from rulewright.backends.c.library import compiler, library
from rulewright.backends.c.module import write
from rulewright.backends.c.pieces import NativeTables
from rulewright.backends.c.runtime import Machine, State
from rulewright.backends.python.listing import distinguishing
from rulewright.backends.python.pieces import movers
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type
from rulewright.compile.tables import WORD

needs_compiler = pytest.mark.skipif(compiler() is None, reason="there is no C compiler here")
BLOCKS = Int(0, 50)


def number(value: int) -> ir.Const:
    return ir.Const(value, Int(value, value))


def things(*members: int, size: int) -> ir.Const:
    return ir.Const(sum(1 << member for member in members), Set(size))


@dataclass
class Small:
    """A program that grows. Choosing `code` calls the function that was given for it."""

    seats: int = 2
    fields: list[ir.Field] = field(default_factory=list)
    tables: list[ir.Table] = field(default_factory=list)
    functions: dict[str, ir.Function] = field(default_factory=dict)
    blocks: list[str | None] = field(default_factory=lambda: [None])
    questions: list[ir.Question] = field(default_factory=list)
    circles: list[ir.Circle] = field(default_factory=list)
    scores: list[str] = field(default_factory=list)
    ties: list[str] = field(default_factory=list)
    always: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.field("place in the rules", Int(-50, 50))
        self.field("seed", Int(0, (1 << 64) - 1))
        self.seat = self.field("whose turn", Int(-1, self.seats - 1))

    def field(self, name: str, type_: Type, count: int = 1, room: int = 0, circle: int = -1) -> ir.Field:
        words = max(1, -(-type_.size // WORD)) if isinstance(type_, Set) else 1
        made = ir.Field(name, self.length, count, type_, words, room, circle)
        self.fields.append(made)
        return made

    @property
    def length(self) -> int:
        return max((f.start + f.count * f.stride for f in self.fields), default=0)

    def table(self, name: str, values: Sequence[int], type_: Type) -> ir.Table:
        made = ir.Table(name, tuple(values), type_)
        self.tables.append(made)
        return made

    def function(
        self, name: str, kind: str, *body: ir.Stmt, params: Sequence[ir.Local] = (), result: Type | None = None
    ) -> str:
        self.functions[name] = ir.Function(name, kind, tuple(params), result, body)
        return name

    def block(self, name: str, *body: ir.Stmt) -> int:
        self.blocks.append(self.function(name, "block", *body))
        return len(self.blocks) - 1

    def question(self, *offers: ir.Stmt, answers: Sequence[Sequence[ir.Stmt]] = (), empty: int = -1) -> int:
        """Add a question, with answers by option code; each goes on with the block `back`, or where it says."""
        at = len(self.questions)
        back = ir.Local("back", BLOCKS)
        code = ir.Local("code", Int(0, (1 << 62) - 1))
        names = [
            self.function(f"answer {at} {i}", "answer", *body, params=(code, back)) for i, body in enumerate(answers)
        ]
        options = self.function(f"options {at}", "options", *offers)
        self.questions.append(
            ir.Question(options, {i: ir.Answer(name, 1) for i, name in enumerate(names)}, empty, self.seat)
        )
        return at

    def program(self) -> ir.Program:
        return ir.Program(
            False, self.seats, tuple(self.fields), tuple(self.tables), self.functions, tuple(self.blocks),
            tuple(self.questions), tuple(self.circles), tuple(self.scores), tuple(self.ties), tuple(self.always),
        )  # fmt: skip


def slot(f: ir.Field, index: int | ir.Expr = 0) -> ir.Slot:
    return ir.Slot(f, number(index) if isinstance(index, int) else index, f.type)


def store(f: ir.Field, value: ir.Expr | int, index: int | ir.Expr = 0) -> ir.Store:
    return ir.Store((slot(f, index),), (number(value) if isinstance(value, int) else value,))


@dataclass
class Plain:
    """The reference as the Python build that C falls back on; it counts how often that happens."""

    reference: Reference
    seats_of: list[int]
    replayed: int = 0
    dictated: dict[str, list[Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = self.reference.program
        self.score = [self._of(name) for name in program.scores]
        self.tie = [self._of(name) for name in program.ties]
        self.always: list[Callable[[list[int]], int]] = [self._of(name) for name in program.always]

    def _of(self, name: str) -> Callable[..., int]:
        def value(state: list[int], *given: int) -> int:
            self.reference.S = state
            return int(self.reference.call(name, list(given)))

        return value

    def advance(self, state: list[int], to: int) -> list[int] | None:
        self.replayed += 1
        return self.reference.advance(state, to)

    def take(self, state: list[int], code: int) -> list[int] | None:
        self.replayed += 1
        return self.reference.take(state, code)

    def choices(self, state: list[int]) -> list[int]:
        return self.reference.choices(state)

    def points(self, state: list[int], seat: int) -> int:
        return sum(score(state, seat) for score in self.score)


class Both:
    """A program in C and in the reference."""

    def __init__(
        self, program: ir.Program, tables: NativeTables | None = None, streams: dict[str, int] | None = None
    ) -> None:
        tables = tables or NativeTables(streams=streams or {})
        self.reference = Reference(program, streams=dict(tables.streams))
        for domain, pieces in tables.pieces.items():
            made = movers(pieces, None, domain, lambda *_: None)
            self.reference.movers[domain] = made
            distinct, choices = distinguishing(pieces, made.position)
            self.reference.distinct[domain] = distinct
            self.reference.distinct_choices[domain] = choices
        self.plain = Plain(self.reference, [q.seat.start for q in program.questions])
        self.text = write(program, tables)
        length = max(f.start + f.count * f.stride for f in program.fields)
        self.start = [1, *[0] * (length - 1)]
        self.machine = Machine(library("", lambda: self.text), self.plain, self.start, program.seats)

    def step(self, vector: list[int], way: str, given: int, name: str = "") -> Any:
        """Do a step in both from a vector; return the choices and the vector after it, or that it failed."""
        mine, state, before = vector.copy(), self.machine.state(vector), self.plain.replayed
        expected: Any = self._tried(lambda: getattr(self.reference, way)(mine, given), lambda: mine)
        found = self._tried(lambda: getattr(state, way)(given), lambda: state.vector)
        if found != expected:
            raise AssertionError(f"{name}: {difference(found, expected)}")
        self.bailed = self.plain.replayed > before
        return expected

    @staticmethod
    def _tried(step: Callable[[], list[int] | None], vector: Callable[[], list[int]]) -> Any:
        try:
            choices = step()
        except Failed:
            return "failed"
        return choices, vector()


def difference(found: Any, expected: Any) -> str:
    """Return what is not the same after a step."""
    if "failed" in (found, expected) or found[0] != expected[0]:
        return (
            f"{found if found == 'failed' else found[0]} instead of {expected if expected == 'failed' else expected[0]}"
        )
    return str([(i, a, b) for i, (a, b) in enumerate(zip(found[1], expected[1], strict=True)) if a != b])


__all__ = ["Both", "Small", "State", "needs_compiler", "number", "slot", "store", "things"]
