"""Flow-sensitive rewriting: follows the paths through a function with what is known on each."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.walk import deepened, mapped, rebuilt, with_locals
from rulewright.compile.passes.algebra import simpler
from rulewright.compile.passes.knowledge import Bounds, Way
from rulewright.compile.passes.versions import ends, leaves


class Following(ABC):
    """Rewrites one function. What a condition implies is known in the parts and bodies that it guards."""

    def __init__(self, known: Bounds) -> None:
        self.known = known
        self.numbering = known.numbering
        self.effects = self.numbering.effects

    @abstractmethod
    def expr(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with what is known applied."""

    @abstractmethod
    def let(self, stmt: ir.Let) -> ir.Body:
        """Return what takes the place of an assignment to a local."""

    @abstractmethod
    def store(self, stmt: ir.Store) -> ir.Body:
        """Return what takes the place of a store."""

    def check(self, stmt: ir.Check) -> ir.Body:
        """Return what takes the place of a check."""
        return (mapped(stmt, self.expr, self.body),)

    def local(self, local: ir.Local) -> ir.Local:
        """Return a local that a statement assigns to."""
        return local

    # -- expressions

    def inside(self, expr: ir.Expr) -> ir.Expr:
        """Return an expression with what is known applied to its parts."""
        match expr:
            case ir.And(parts):
                new: ir.Expr = self._conditions(expr, parts, True)
            case ir.Or(parts):
                new = self._conditions(expr, parts, False)
            case ir.Choose():
                new = self._choose(expr)
            case ir.Fold():
                new = self._fold(expr)
            case _:
                new = rebuilt(expr, self.expr)
        return new if new is expr else simpler(new)

    def _conditions(self, expr: ir.Expr, parts: tuple[ir.Expr, ...], holds: bool) -> ir.Expr:
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

    def _choose(self, expr: ir.Choose) -> ir.Expr:
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

    def _fold(self, fold: ir.Fold) -> ir.Expr:
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
            new.extend(self._statement(stmt))
            if new and ends(new[-1]):
                break
        return tuple(new)

    def _statement(self, stmt: ir.Stmt) -> ir.Body:
        match stmt:
            case ir.Let():
                return self.let(stmt)
            case ir.Store():
                return self.store(stmt)
            case ir.If():
                return self._if(stmt)
            case ir.Check():
                return self.check(stmt)
            case ir.For():
                return (self._for(stmt),)
            case ir.Count():
                return (with_locals(mapped(stmt, self.expr, lambda body: self._repeated(stmt, body)), self.local),)
            case ir.Once():
                return (deepened(stmt, self._once),)
            case ir.LineUp(field, var, things, key):
                members = self.expr(things)
                new_stmt = ir.LineUp(field, self.local(var), members, self._key(var, key))
                self.known.versions.change(self.effects.written(stmt))
                return (new_stmt,)
            case _:
                pass
        new = mapped(stmt, self.expr, self.body)
        self.known.versions.change(self.effects.written(new))
        return (new,)

    def _if(self, stmt: ir.If) -> ir.Body:
        cases: list[tuple[ir.Expr, ir.Body]] = []
        ways: list[Way] = []
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

    def _for(self, stmt: ir.For) -> ir.Stmt:
        things = self.expr(stmt.things)
        start = None if stmt.start is None else self.expr(stmt.start)
        key = None if stmt.key is None else self._key(stmt.var, stmt.key)
        return ir.For(self.local(stmt.var), things, self._repeated(stmt, stmt.body), start, key)

    def _key(self, var: ir.Local, key: ir.Expr) -> ir.Expr:
        """Rewrite the key of each member; nothing learned there holds afterwards, as there may be no members."""
        self.known.versions.change((var.name,))
        before = self.known.facts
        self.known.facts = before.copy()
        new = self.expr(key)
        self.known.facts = before
        return new

    def _repeated(self, stmt: ir.Stmt, body: ir.Body) -> ir.Body:
        """Rewrite a loop body; what it changes is unknown at its beginning and after it."""
        self.known.versions.change({*self.effects.written(stmt), *self.effects.changed(body)})
        before = self.known.facts.copy()
        new = self.body(body)
        self.known.facts = before
        return new

    def _once(self, body: ir.Body) -> ir.Body:
        before = self.known.facts.copy()
        new = self.body(body)
        self.known.facts = before
        self.known.versions.change(self.effects.changed(body))
        return new
