"""Collects the statements of a function while it is lowered."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Type
from rulewright.compile.ir.walk import bound_in, expressions
from rulewright.diagnostics import Span


@dataclass(slots=True, repr=False)
class Spans:
    """Places in the rule files by number, as compiled rules refer to them."""

    listed: list[tuple[Span, str]] = field(default_factory=list)
    numbers: dict[tuple[Span, str], int] = field(default_factory=dict)

    def number(self, span: Span, rule: str) -> int:
        """Return the number of a place within a rule."""
        if (span, rule) not in self.numbers:
            self.numbers[span, rule] = len(self.listed)
            self.listed.append((span, rule))
        return self.numbers[span, rule]


@dataclass(slots=True, repr=False)
class Nested:
    """The statements of a body that is being lowered."""

    lines: list[ir.Stmt] = field(default_factory=list)

    @property
    def body(self) -> ir.Body:
        """The statements as a body."""
        return tuple(self.lines)


@dataclass(slots=True, repr=False)
class Code:
    """The function being lowered: its open bodies, the innermost last, and a counter for fresh names."""

    open: list[Nested] = field(default_factory=list)
    fresh: int = 0

    def put(self, stmt: ir.Stmt) -> None:
        """Append a statement to the innermost body."""
        self.open[-1].lines.append(stmt)

    def put_all(self, body: ir.Body) -> None:
        """Append statements to the innermost body."""
        self.open[-1].lines.extend(body)

    @contextmanager
    def inside(self) -> Iterator[Nested]:
        """Collect statements in a body of their own."""
        self.open.append(Nested())
        yield self.open[-1]
        self.open.pop()

    def local(self, type_: Type, prefix: str = "v") -> ir.Local:
        """Return a new local variable."""
        self.fresh += 1
        return ir.Local(f"{prefix}{self.fresh}", type_)

    def let(self, value: ir.Expr, prefix: str = "v") -> ir.Local:
        """Give a value a name."""
        name = self.local(value.type, prefix)
        self.put(ir.Let(name, value))
        return name

    def named(self, value: ir.Expr) -> ir.Local | ir.Const:
        """Return a value that costs nothing to evaluate again."""
        return value if isinstance(value, ir.Local | ir.Const) else self.let(value)


def free_locals(body: ir.Body) -> list[ir.Local]:
    """Return the locals that a body reads and does not define, in the order of their first use."""
    defined = {local.name for local in bound_in(body)}
    found: dict[str, ir.Local] = {}
    for part in expressions(body):
        if isinstance(part, ir.Local):
            found.setdefault(part.name, part)
    return [local for name, local in found.items() if name not in defined]
