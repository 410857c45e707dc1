"""The context of lowering: the tables and names of the whole program, and the variables of the current function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.core.things import entry_count
from rulewright.compile.budget import Part, StepBudget
from rulewright.compile.function_names import FunctionNames
from rulewright.compile.graph import Graph
from rulewright.compile.inline import ValueInliner
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Set, Type, range_of, width_of
from rulewright.compile.ir.walk import bound_in, expressions
from rulewright.compile.layout import Layout, passed_type
from rulewright.compile.lowering import make
from rulewright.compile.tables import Quantity
from rulewright.diagnostics import NOWHERE, Span


@dataclass(slots=True, repr=False)
class SpanNumbers:
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
class StatementCollector:
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


@dataclass(slots=True, repr=False)
class TableCollector:
    """The constant tables of the program; equal tables are one."""

    by_values: dict[tuple[tuple[int, ...], Type], ir.Table] = field(default_factory=dict)

    def of(self, values: Sequence[int], type_: Type | None = None) -> ir.Table:
        """Return the table with these values; without a type they are integers."""
        found = tuple(values)
        type_ = type_ if type_ is not None else Int(min(found, default=0), max(found, default=0))
        key = found, type_
        if key not in self.by_values:
            self.by_values[key] = ir.Table(f"T{len(self.by_values)}", found, type_)
        return self.by_values[key]


@dataclass(slots=True, repr=False)
class LoweredProgram:
    """The program being lowered."""

    rules: c.CheckedRules
    graph: Graph
    layout: Layout
    traced: bool
    names: FunctionNames
    twins: dict[str, int]
    """By domain of pieces, those that have the same printed facts as another one."""
    budget: StepBudget
    inliner: ValueInliner = field(default_factory=ValueInliner)
    spans: SpanNumbers = field(default_factory=SpanNumbers)
    tables: TableCollector = field(default_factory=TableCollector)
    functions: dict[str, ir.Function] = field(default_factory=dict)
    stands: dict[int, int] = field(default_factory=dict)
    """The spans of blocks, by number."""
    called: set[int] = field(default_factory=set)
    """The values and steps whose functions are called."""
    quantities: list[Quantity] = field(default_factory=list)
    """What weights value, in the order of its functions."""
    moments: int = 1
    """How many moments of a game weights distinguish."""

    def field_at(self, start: int) -> ir.Field:
        """Return the field that begins at an integer of the vector."""
        return self.layout.fields[start]


class LoweringScope(ABC):
    """The function being lowered: where its variables are, the rule it belongs to, its statements."""

    def __init__(self, whole: LoweredProgram, rule: str = "") -> None:
        self.whole, self.code, self.rule = whole, StatementCollector(), rule
        self.env: dict[int, ir.Expr] = {}
        self.at = NOWHERE
        """The line that is being lowered."""
        self.rounds = 1
        """The most iterations of the innermost enclosing loop, by the sizes of the sets that the loops iterate over."""

    def within(self, rule: c.Procedure | c.ValueRule | c.MenuOption) -> None:
        """Record which rule is lowered: its span, and how often it may run in one decision."""
        self.at = rule.choice.span if isinstance(rule, c.MenuOption) else rule.span
        self.rounds = self.whole.budget.rounds.get(id(rule), 1)

    @contextmanager
    def going_through(self, things: ir.Expr, parts: Sequence[Part]) -> Iterator[ir.Expr]:
        """Yield the set that a loop or fold goes through, charged to the budget where that is needed.

        `parts` are what is evaluated for each member.
        """
        outer, self.rounds = self.rounds, self.rounds * max(1, width_of(things.type))
        steps = self.whole.budget.steps(parts, self.rounds)
        yield self.charged(things, steps) if self.whole.budget.is_charged(self.rounds, steps) else things
        self.rounds = outer

    def charged(self, things: ir.Expr, steps: int) -> ir.Expr:
        """Return a set whose iteration is charged to the budget with the steps for each member."""
        self.code.fresh += 1
        given = (things, make.number(self.code.fresh), make.number(steps), make.number(self.site(self.at)))
        return ir.Invoke("counted", "", given, things.type)

    @abstractmethod
    def value(self, value: c.Value) -> ir.Expr:
        """Lower a value, after inlining the declared values in it."""

    @abstractmethod
    def expr(self, value: c.Value) -> ir.Expr:
        """Lower a value as it is."""

    def expanded(self, value: c.Value) -> c.Value:
        """Return a value with declared values inlined where that pays off."""
        return self.whole.inliner.expand(value)

    def site(self, span: c.Span) -> int:
        """Return the number of a place in the rule that is lowered."""
        return self.whole.spans.number(span, self.rule)

    def local(self, var: c.Var, type_: Type) -> ir.Local:
        """Allocate a local variable for a variable of the rules."""
        made = self.code.local(type_)
        self.env[id(var)] = made
        return made

    def of_var(self, var: c.Var) -> ir.Expr:
        """Return the expression that reads a variable, wherever it is kept."""
        found = self.env.get(id(var))
        return found if found is not None else self.kept(self.whole.graph.frames.of_var[id(var)])

    def thing(self, value: c.Value) -> ir.Expr:
        """Lower a value that is used as a thing: as an index, or as a member of a set.

        A name may be nothing where it is only passed on; the checker rules that out where it is used.
        """
        found = self.expr(value)
        if value.type.how != "one" or value.type.optional or range_of(found.type)[0] >= 0:
            return found
        match found:
            case ir.Local(name, Int(_, high, domain)):
                return ir.Local(name, Int(0, high, domain))
            case ir.Slot(field, index, Int(_, high, domain)):
                return ir.Slot(field, index, Int(0, high, domain))
        return found

    def kept(self, start: int) -> ir.Slot:
        """Return the first value of a field."""
        found = self.whole.field_at(start)
        return ir.Slot(found, make.number(0), found.type)

    # -- addresses

    def index(self, keys: Sequence[c.Axis], values: Sequence[c.Value]) -> ir.Expr:
        """Return the index in a field or table of the value for some keys."""
        total: ir.Expr = make.number(0)
        for at, (axis, value) in enumerate(zip(keys, values, strict=True)):
            stride = make.number(entry_count(tuple(keys[at + 1 :])))
            total = make.plus(total, make.times(make.plus(self.thing(value), make.number(-axis.start)), stride))
        return total

    def stored(self, stored: c.Stored, values: Sequence[c.Value]) -> ir.Slot:
        """Return the slot of a fact or amount; of yes-or-no facts of things, the set for the further keys."""
        found = self.whole.field_at(self.whole.layout.slot(stored))
        keys = (stored.keys[1:], values[1:]) if stored.as_mask else (stored.keys, values)
        return ir.Slot(found, self.index(*keys), found.type)

    def in_place(self, contents: c.Contents) -> ir.Slot:
        """Return the set of an unordered place as it is kept: its first member is the first piece of its kind."""
        found = self.whole.field_at(self.whole.layout.of_place(contents.place).start)
        return ir.Slot(found, self.index(contents.place.keys, contents.keys), found.type)

    def row(self, contents: c.Contents) -> ir.Address:
        """Return the address of a row or stack."""
        found = self.whole.field_at(self.whole.layout.of_place(contents.place).start)
        return ir.Address(found, self.index(contents.place.keys, contents.keys), found.type)

    def param(self, var: c.Var) -> ir.Local:
        """Return a local for a parameter of the function."""
        return self.local(var, passed_type(var.type))

    def place_number(self, place: c.Place, keys: Sequence[c.Value]) -> ir.Expr:
        """Return the number of a place among all places."""
        first = self.whole.layout.of_place(place).first
        return make.plus(self.index(place.keys, keys), make.number(first))


def first_of(place: c.Place) -> int:
    """Return the first piece that can lie in a place."""
    return place.kind.start if place.kind else 0


def members(type_: c.Type) -> int:
    """Return how many things a domain has."""
    return type_.domain.size if type_.domain is not None else 1


def set_type(type_: c.Type) -> Set:
    """Return the type of the sets of things of a type."""
    return Set(members(type_), type_.domain.name if type_.domain is not None else "")
