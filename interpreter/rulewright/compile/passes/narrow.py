"""Range narrowing: types become as tight as definitions and conditions make them, and checks that cannot fail go.

A condition that holds bounds the locals and slots that it compares, until they are stored to; so does a check that was
passed. Parameters and results have the ranges of what all calls pass and all returns give. In Python that saves the
checks; for C, tight types decide which variables are 32 bits wide and which sums can overflow.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Range, Type, range_of
from rulewright.compile.passes.algebra import droppable, simpler
from rulewright.compile.passes.bounds import tightened, within
from rulewright.compile.passes.effects import Effects, store_keys
from rulewright.compile.passes.following import Following
from rulewright.compile.passes.knowledge import Bounds
from rulewright.compile.passes.numbering import Numbering
from rulewright.compile.passes.spans import Spans


def narrow(program: ir.Program) -> ir.Program:
    """Return the program with tighter types, and without checks that cannot fail."""
    numbering, spans = Numbering(Effects(program)), Spans(program)
    return replace(program, functions={n: _narrowed(f, numbering, spans) for n, f in program.functions.items()})


def _narrowed(function: ir.Function, numbering: Numbering, spans: Spans) -> ir.Function:
    narrowing = _Narrow(numbering, spans, spans.of(function.name))
    params = tuple(map(narrowing.local, function.params))
    result = function.result
    if isinstance(result, Int):
        result = within(result, spans.of(function.name).get("", range_of(result)))
    return ir.Function(function.name, function.kind, params, result, narrowing.body(function.body), function.rule)


class _Narrow(Following):
    """Narrows the types in one function; `ranges` are those of its locals throughout the function."""

    def __init__(self, numbering: Numbering, spans: Spans, ranges: dict[str, Range]) -> None:
        super().__init__(Bounds(numbering))
        self.spans = spans
        self.ranges = ranges
        self._locals: dict[str, ir.Local] = {}

    def local(self, local: ir.Local) -> ir.Local:
        known = self._locals.get(local.name)
        if known is None:
            bounds = self.ranges.get(local.name)
            type_ = local.type if bounds is None else within(local.type, bounds)
            known = self._locals[local.name] = local if type_ is local.type else ir.Local(local.name, type_)
        return known

    # -- expressions

    def expr(self, expr: ir.Expr) -> ir.Expr:
        kind = expr.__class__
        if kind is ir.Const:
            return expr
        if kind is ir.Local:
            return self._bounded(self.local(expr))  # type: ignore[arg-type]
        new = self.inside(expr)
        match new:
            case ir.Slot():
                return self._bounded(new)
            case ir.NonNull(thing) | ir.InRange(thing):
                new = tightened(new)
                self.known.set(thing, range_of(new.type))
                return new
            case ir.Call(function, args, type_):
                tight = within(type_, self.spans.of(function).get("", range_of(type_)))
                return new if tight is type_ else ir.Call(function, args, tight)
            case ir.Local() | ir.Const():
                return new
            case _:
                tight_expr = tightened(new)
                return new if tight_expr is new else simpler(tight_expr)

    def _bounded(self, expr: ir.Local | ir.Slot) -> ir.Local | ir.Slot:
        if not isinstance(expr.type, Int):
            return expr
        bounds = self.known.fact(self.numbering.of(expr))
        type_: Type = expr.type if bounds is None else within(expr.type, bounds)
        if type_ is expr.type:
            return expr
        return ir.Local(expr.name, type_) if isinstance(expr, ir.Local) else ir.Slot(expr.field, expr.index, type_)

    # -- statements

    def let(self, stmt: ir.Let) -> ir.Body:
        value = self.expr(stmt.value)
        self.known.versions.change((stmt.local.name,))
        if isinstance(value.type, Int):
            self.known.set(stmt.local, range_of(value.type))
        return (ir.Let(self.local(stmt.local), value),)

    def store(self, stmt: ir.Store) -> ir.Body:
        slots = tuple(ir.Slot(slot.field, self.expr(slot.index), slot.type) for slot in stmt.slots)
        new = ir.Store(slots, tuple(map(self.expr, stmt.values)))
        changed = frozenset(self.effects.written(new))
        for slot, value in zip(slots, new.values, strict=True):
            self.known.versions.change(store_keys(slot.field, slot.index))
            if isinstance(value.type, Int) and self.numbering.info(slot.index).keys.isdisjoint(changed):
                self.known.set(slot, range_of(value.type))
        return (new,)

    def check(self, stmt: ir.Check) -> ir.Body:
        value = self.expr(stmt.value)
        low, high = range_of(value.type)
        if stmt.low <= low and high <= stmt.high and droppable(value):
            return ()
        self.known.set(value, (max(low, stmt.low), min(high, stmt.high)))
        return (ir.Check(value, stmt.low, stmt.high, stmt.name, stmt.site),)
