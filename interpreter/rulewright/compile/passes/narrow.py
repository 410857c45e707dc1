"""Range narrowing: types become as tight as definitions and conditions make them, and checks that cannot fail go.

A condition that holds bounds the locals and slots that it compares, until they are stored to; so does a check that was
passed. Parameters and results have the ranges of what all calls pass and all returns give. In Python that saves the
checks; for C, tight types decide which variables are 32 bits wide and which sums can overflow. For instance, in

    if coins >= 3:
        n = coins - 3
        check 0 <= n <= 99

`coins`, from 0 to 99, is from 3 on inside the `if`, so `n` lies within 0 and 96, and the check is dropped.
"""

from __future__ import annotations

from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, Range, Type, range_of
from rulewright.compile.ir.walk import deepened, mapped, rebuilt, with_locals
from rulewright.compile.passes.algebra import droppable, simpler
from rulewright.compile.passes.bounds import ProgramRanges, tightened, within
from rulewright.compile.passes.effects import KeyEffects, ends, leaves, store_keys
from rulewright.compile.passes.knowledge import KnownRanges, PathState
from rulewright.compile.passes.numbering import ValueNumbering


def narrow(program: ir.Program) -> ir.Program:
    """Return the program with tighter types, and without checks that cannot fail."""
    numbering, spans = ValueNumbering(KeyEffects(program)), ProgramRanges(program)
    return replace(program, functions={n: _narrow_function(f, numbering, spans) for n, f in program.functions.items()})


def _narrow_function(function: ir.Function, numbering: ValueNumbering, spans: ProgramRanges) -> ir.Function:
    narrowing = _Narrow(numbering, spans, spans.of(function.name))
    params = tuple(map(narrowing.local, function.params))
    result = function.result
    if isinstance(result, Int):
        result = within(result, spans.of(function.name).get("", range_of(result)))
    return ir.Function(function.name, function.kind, params, result, narrowing.body(function.body), function.rule)


class _Narrow:
    """Narrows the types in one function; `ranges` are those of its locals throughout the function.

    It follows the paths through the function: what a condition implies is known in the parts and bodies that it guards.
    """

    def __init__(self, numbering: ValueNumbering, spans: ProgramRanges, ranges: dict[str, Range]) -> None:
        self.known, self.numbering, self.effects = KnownRanges(numbering), numbering, numbering.effects
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
            return self._bounded_read(self.local(expr))  # type: ignore[arg-type]
        new = self.inside(expr)
        match new:
            case ir.Slot():
                return self._bounded_read(new)
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

    def _bounded_read(self, expr: ir.Local | ir.Slot) -> ir.Local | ir.Slot:
        if not isinstance(expr.type, Int):
            return expr
        bounds = self.known.fact(self.numbering.of(expr))
        type_: Type = expr.type if bounds is None else within(expr.type, bounds)
        if type_ is expr.type:
            return expr
        return ir.Local(expr.name, type_) if isinstance(expr, ir.Local) else ir.Slot(expr.field, expr.index, type_)

    def inside(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with what is known applied to its parts."""
        match expr:
            case ir.And(parts):
                new: ir.Expr = self._narrow_conditions(expr, parts, True)
            case ir.Or(parts):
                new = self._narrow_conditions(expr, parts, False)
            case ir.Choose():
                new = self._narrow_choose(expr)
            case ir.Fold():
                new = self._narrow_fold(expr)
            case _:
                new = rebuilt(expr, self.expr)
        return new if new is expr else simpler(new)

    def _narrow_conditions(self, expr: ir.Expr, parts: tuple[ir.Expr, ...], holds: bool) -> ir.Expr:
        """A part is evaluated only if those before it hold (in an `Or`, only if they do not)."""
        before = self.known.facts
        self.known.facts = before.copy()
        new = []
        for part in parts:
            new.append(self.expr(part))
            self.known.learn(new[-1], holds)
        self.known.facts = before
        if all(a is b for a, b in zip(parts, new, strict=True)):
            return expr
        return ir.And(tuple(new)) if holds else ir.Or(tuple(new))

    def _narrow_choose(self, expr: ir.Choose) -> ir.Expr:
        condition = self.expr(expr.condition)
        before = self.known.facts
        self.known.facts = before.copy()
        self.known.learn(condition, True)
        then = self.expr(expr.then)
        self.known.facts = before.copy()
        self.known.learn(condition, False)
        otherwise = self.expr(expr.otherwise)
        self.known.facts = before
        return ir.Choose(condition, then, otherwise, expr.type)

    def _narrow_fold(self, fold: ir.Fold) -> ir.Expr:
        things = self.expr(fold.things)
        before = self.known.facts
        self.known.facts = before.copy()
        with self.numbering.inside(fold):
            self.known.versions.change((fold.var.name, self.numbering.variable_key(fold)))
            test = None if fold.test is None else self.expr(fold.test)
            if test is not None:
                self.known.learn(test, True)
            value = None if fold.value is None else self.expr(fold.value)
        self.known.facts = before
        if things is fold.things and test is fold.test and value is fold.value:
            return fold
        return ir.Fold(fold.how, self.local(fold.var), things, test, value, fold.type)

    # -- statements

    def body(self, body: ir.Body) -> ir.Body:
        """Return the statements that can be reached, with what is known applied."""
        new: list[ir.Stmt] = []
        for stmt in body:
            new.extend(self._narrow_statement(stmt))
            if new and ends(new[-1]):
                break
        return tuple(new)

    def _narrow_statement(self, stmt: ir.Stmt) -> ir.Body:
        match stmt:
            case ir.Let():
                value = self.expr(stmt.value)
                self.known.versions.change((stmt.local.name,))
                if isinstance(value.type, Int):
                    self.known.set(stmt.local, range_of(value.type))
                return (ir.Let(self.local(stmt.local), value),)
            case ir.Store():
                return self._narrow_store(stmt)
            case ir.If():
                return self._narrow_if(stmt)
            case ir.Check():
                value = self.expr(stmt.value)
                low, high = range_of(value.type)
                if stmt.low <= low and high <= stmt.high and droppable(value):
                    return ()
                self.known.set(value, (max(low, stmt.low), min(high, stmt.high)))
                return (replace(stmt, value=value),)
            case ir.For():
                return (self._narrow_for(stmt),)
            case ir.Count():
                return (
                    with_locals(mapped(stmt, self.expr, lambda body: self._narrow_repeated(stmt, body)), self.local),
                )
            case ir.Once():
                return (deepened(stmt, self._narrow_once),)
            case ir.LineUp(field, var, things, key):
                members = self.expr(things)
                new_stmt = ir.LineUp(field, self.local(var), members, self._narrow_key(var, key))
                self.known.versions.change(self.effects.written(stmt))
                return (new_stmt,)
            case _:
                pass
        new = mapped(stmt, self.expr, self.body)
        self.known.versions.change(self.effects.written(new))
        return (new,)

    def _narrow_if(self, stmt: ir.If) -> ir.Body:
        cases: list[tuple[ir.Expr, ir.Body]] = []
        ways: list[PathState] = []
        otherwise: ir.Body | None = None
        for condition, body in stmt.cases:
            test = self.expr(condition)
            if isinstance(test, ir.Const):
                if not test.value:
                    continue
                otherwise = self.body(body)
                break
            before = self.known.way()
            self.known.learn(test, True)
            cases.append((test, self.body(body)))
            if not leaves(cases[-1][1]):
                ways.append(self.known.end_of_way())
            self.known.back_to(before)
            self.known.learn(test, False)
        otherwise = self.body(stmt.otherwise) if otherwise is None else otherwise
        if not cases:
            return otherwise
        if not leaves(otherwise):
            ways.append(self.known.end_of_way())
        self.known.join(ways)
        return (ir.If(tuple(cases), otherwise),)

    def _narrow_for(self, stmt: ir.For) -> ir.Stmt:
        things = self.expr(stmt.things)
        start = None if stmt.start is None else self.expr(stmt.start)
        key = None if stmt.key is None else self._narrow_key(stmt.var, stmt.key)
        return ir.For(self.local(stmt.var), things, self._narrow_repeated(stmt, stmt.body), start, key)

    def _narrow_key(self, var: ir.Local, key: ir.Expr) -> ir.Expr:
        """Rewrite the key of each member; nothing learned there holds afterwards, as there may be no members."""
        self.known.versions.change((var.name,))
        before = self.known.facts
        self.known.facts = before.copy()
        new = self.expr(key)
        self.known.facts = before
        return new

    def _narrow_repeated(self, stmt: ir.Stmt, body: ir.Body) -> ir.Body:
        """Rewrite a loop body; what it changes is unknown at its beginning and after it."""
        self.known.versions.change({*self.effects.written(stmt), *self.effects.changed(body)})
        before = self.known.facts.copy()
        new = self.body(body)
        self.known.facts = before
        return new

    def _narrow_once(self, body: ir.Body) -> ir.Body:
        before = self.known.facts.copy()
        new = self.body(body)
        self.known.facts = before
        self.known.versions.change(self.effects.changed(body))
        return new

    def _narrow_store(self, stmt: ir.Store) -> ir.Body:
        slots = tuple(ir.Slot(slot.field, self.expr(slot.index), slot.type) for slot in stmt.slots)
        new = ir.Store(slots, tuple(map(self.expr, stmt.values)))
        changed = frozenset(self.effects.written(new))
        for slot, value in zip(slots, new.values, strict=True):
            self.known.versions.change(store_keys(slot.field, slot.index))
            if isinstance(value.type, Int) and self.numbering.info(slot.index).keys.isdisjoint(changed):
                self.known.set(slot, range_of(value.type))
        return (new,)
