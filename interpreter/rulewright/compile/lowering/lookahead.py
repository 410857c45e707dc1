"""Lowers the steps of a lookahead to code that, in the traced build, notes why something cannot be done.

The steps are those that `compile/feasible.py` makes one condition of. Here they become statements that leave as soon as
one fails: for a tile from the hand, and 2 coins if it is wet,

    for tile in hand:                    # each candidate
        if tile is wet:
            if not coins >= 2:
                reason short: coins      # only in the traced build
                continue
            return true
        return true
    reason none                          # no candidate is left
    return false
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING, Protocol

from rulewright.check import core as c
from rulewright.check.core import lookahead as ahead
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.ir.walk import everything
from rulewright.compile.layout import loop_type, passed_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.sets import split

if TYPE_CHECKING:
    from rulewright.compile.lowering.statements import StatementLowering


class Conditions:
    """Lowers conditions, part by part."""

    def __init__(self, out: StatementLowering) -> None:
        self.out = out

    def unmarked(self, value: c.Value) -> c.Value:
        """Return a value without the marks around it that only note that it is read; they become statements."""
        value = self.out.expanded(value)
        while isinstance(value, c.Noted) and value.yes == value.no:
            self.out.code.put(ir.Mark(value.yes))
            value = value.part
        return value

    def condition(self, condition: c.Value, fail: ir.Body) -> None:
        """Test a condition part by part; in the traced build note the first part that fails."""
        condition = self.unmarked(condition)
        if isinstance(condition, c.Logic) and condition.operator == "and":
            for part in condition.parts:
                self.condition(part, fail)
            return
        test = ir.Not(self.out.expr(condition))
        with self.out.code.inside() as failed:
            self._reason_of(condition)
            self.out.code.put_all(fail)
        self.out.code.put(ir.If(((test, failed.body),), ()))

    def reason(self, what: str, span: c.Span, *parts: ir.Part) -> None:
        """In the traced build, note why something cannot be done."""
        if self.out.whole.traced:
            self.out.code.put(ir.Reason(what, (make.number(self.out.site(span)), *parts)))

    def _reason_of(self, condition: c.Value) -> None:
        if not self.out.whole.traced:
            return
        if isinstance(condition, c.Noted):
            condition = condition.part
        if isinstance(condition, c.Test) and condition.left.type.how == "number":
            left, right = self.out.expr(condition.left), self.out.expr(condition.right)
            if isinstance(condition.left, c.Read) and condition.left.stored.amount:
                self.reason("short", condition.span, f"amount:{condition.left.stored.name}", right, left)
            else:
                self.reason("compare", condition.span, condition.operator, left, right)
        elif isinstance(condition, c.Quantified) and condition.every:
            self._reason_of_each(condition)
        else:
            denied = isinstance(condition, c.Logic) and condition.operator == "not"
            span = getattr(condition.parts[0] if isinstance(condition, c.Logic) and denied else condition, "span", None)
            if span is not None:
                self.reason("unless" if denied else "only", span)

    def _reason_of_each(self, each: c.Quantified) -> None:
        """Note for every name of which there is too little how much is needed and how much is there."""
        test = each.condition.part if isinstance(each.condition, c.Noted) else each.condition
        domain = each.things.type.domain
        if not isinstance(test, c.Test) or domain is None:
            self.reason("only", each.span)
            return
        things = self.out.expr(each.things)
        name = self.out.local(each.var, loop_type(each.var))
        with self.out.code.inside() as lacking:
            holds = self.out.expr(test)
            self.reason("lacks", each.span, domain.name, name, self.out.expr(test.right), self.out.expr(test.left))
        self.out.code.put(ir.For(name, things, (ir.If(((ir.Not(holds), lacking.body),), ()),)))


FOUND: ir.Body = (ir.Return(make.YES),)
FAILED: ir.Body = (ir.Return(make.NO),)
NEXT: ir.Body = (ir.Continue(),)
LEAVE: ir.Body = (ir.Break(),)


def has_twins(out: StatementLowering, type_: c.Type) -> bool:
    """Return whether some things of a set may be pieces that nothing tells apart."""
    domain = type_.domain
    if domain is None or domain.how != "piece":
        return False
    pieces = type_.kind.everything if type_.kind else domain.everything
    return bool(out.whole.twins.get(domain.name, 0) & pieces)


def distinct_things(out: StatementLowering, things: ir.Expr, type_: c.Type) -> ir.Expr:
    """Return the things of a set, only one of several indistinguishable pieces."""
    if type_.domain is None or not has_twins(out, type_):
        return things
    return ir.Invoke("distinct", type_.domain.name, (things,), things.type)


class Menus(Protocol):
    """The part of menus that lookahead needs."""

    circling: set[int]
    """The ids of the options that circle."""

    def name_of(self, menu: c.Menu) -> str:
        """Return the name of the function that lists a menu's options."""

    def any_inside(self, menu: c.Menu, given: Sequence[ir.Expr]) -> None:
        """Lower, inside a lookahead, whether a menu has an option."""


class LookaheadLowering(Conditions):
    """Lowers code that does `result` if a lookahead succeeds, and `fail` if it does not.

    Both leave the innermost body that looks: they end with a return, a break or a continue.
    """

    def __init__(self, out: StatementLowering, menus: Menus, result: ir.Body = FOUND) -> None:
        super().__init__(out)
        self.menus, self.result = menus, result

    def steps(self, steps: ahead.Steps, fail: ir.Body) -> None:
        """Lower the steps of a lookahead in order."""
        for step in steps:
            match step:
                case ahead.Possible():
                    self.out.code.put_all(self.result)
                case ahead.Naming():
                    # what may fail is evaluated where the name is used, as `feasible` does
                    value = self.out.value(step.value)
                    if any(isinstance(part, ir.NonNull | ir.InRange | ir.Call) for part in everything(value)):
                        self.out.env[id(step.var)] = value
                    else:
                        self.out.code.put(ir.Let(self.out.local(step.var, passed_type(step.var.type)), value))
                case ahead.Demand():
                    self.condition(step.condition, fail)
                    self.out.code.put_all(self.result)
                case ahead.LookaheadFork():
                    self._lower_fork(step, fail)
                case ahead.OneOf():
                    if len(step.ways) == 1 and step.ways[0][0].plain:
                        self._try_candidates(*step.ways[0])
                    else:
                        for choice, way in step.ways:
                            with self.out.code.inside() as once:
                                self._one_choice(choice, way)
                            self.out.code.put(ir.Once(once.body))
                    self.reason("none", step.question.span)
                    self.out.code.put_all(fail)
                case ahead.OneOfMenu():
                    self._lower_menu(step.question, fail)

    def _lower_fork(self, fork: ahead.LookaheadFork, fail: ir.Body) -> None:
        cases: list[tuple[ir.Expr, ir.Body]] = []
        for test, steps in fork.cases:
            holds = self.out.value(test)
            with self.out.code.inside() as case:
                self.steps(steps, fail)
            cases.append((holds, case.body))
        with self.out.code.inside() as otherwise:
            self.steps(fork.otherwise, fail)
        self.out.code.put_all((ir.If(tuple(cases), otherwise.body),) if cases else otherwise.body)

    def _one_choice(self, choice: c.Choice, steps: ahead.Steps) -> None:
        if choice.var is not None:
            self._try_candidates(choice, steps)
            return
        if choice.when is not None:
            self.condition(choice.when, LEAVE)
        self.steps(steps, LEAVE)

    def _try_candidates(self, choice: c.Choice, steps: ahead.Steps) -> None:
        with self.loop(choice):
            self.steps(steps, NEXT)

    @contextmanager
    def loop(self, choice: c.Choice, number: int | None = None) -> Iterator[ir.Local]:
        """Lower a loop over the things or numbers that may come with a choice, and yield its variable.

        With the choice's number, the traced build notes which one is being tried.
        """
        assert choice.var is not None
        if choice.things is None:
            assert choice.low is not None and choice.high is not None
            low, high = self.out.value(choice.low), self.out.value(choice.high)
            name = self.out.local(choice.var, Int(range_of(low.type)[0], range_of(high.type)[1]))
            with self.out.code.inside() as body:
                self._begin_candidate(choice, number, name, [])
                yield name
            self.out.code.put(ir.Count(name, low, high, body.body, 0))
            return
        if isinstance(choice.things, c.Combined):
            with self._combinations(choice.things, make.number(0)) as whole:
                name = self.out.local(choice.var, whole.type)
                self.out.code.put(ir.Let(name, whole))
                self._begin_candidate(choice, number, name, [])
                yield name
            return
        things, tests = self.candidates(choice.var, choice.things)
        one = self.out.env[id(choice.var)]
        assert isinstance(one, ir.Local)
        with self.out.code.inside() as body:
            self._begin_candidate(choice, number, one, tests)
            yield one
        self.out.code.put(ir.For(one, things, body.body))

    @contextmanager
    def _combinations(self, of: c.Combined, before: ir.Expr, at: int = 0) -> Iterator[ir.Expr]:
        """Lower loops over the parts of combinations, one inside another, and yield the number of a combination."""
        assert of.type.domain is not None
        part = of.type.domain.made_of[at]
        if has_twins(self.out, of.sets[at].type):
            things = distinct_things(self.out, self.out.expr(of.sets[at]), of.sets[at].type)
            tests = list[c.Value]()
            self.out.env[id(of.vars[at])] = self.out.code.local(loop_type(of.vars[at]))
        else:
            things, tests = self.candidates(of.vars[at], of.sets[at])
        one = self.out.env[id(of.vars[at])]
        assert isinstance(one, ir.Local)
        if part.domain is None:
            self.out.env[id(of.vars[at])] = make.plus(one, make.number(part.low))
        with self.out.code.inside() as body:
            for test in tests:
                self.condition(test, NEXT)
            own = one if part.domain is None else make.plus(one, make.number(-part.low))
            number = make.plus(make.times(before, make.number(part.size)), own)
            if at + 1 == len(of.vars):
                yield number
            else:
                with self._combinations(of, number, at + 1) as whole:
                    yield whole
        self.out.code.put(ir.For(one, things, body.body))

    def candidates(self, var: c.Var, of: c.Value) -> tuple[ir.Expr, list[c.Value]]:
        """Return the set of the things that may come with a choice, and what must be tested for each of them."""
        things = self.unmarked(of)
        tests: list[c.Value] = []
        names, sets = [var], list[ir.Expr]()
        while isinstance(things, c.Filter):
            mask, rest = split(self.out, things.condition, things.var)
            if rest is None:
                break
            if mask is not None:
                sets.append(mask)
            tests.insert(0, rest)
            names.append(things.var)
            things = self.unmarked(things.things)
        found = reduce(make.meet, sets, self.out.expr(things))
        name = self.out.code.local(loop_type(c.Var(var.name, of.type.as_one())))
        self.out.env |= {id(var): name for var in names}
        return found, tests

    def _begin_candidate(self, choice: c.Choice, number: int | None, name: ir.Local, tests: list[c.Value]) -> None:
        if number is not None and self.out.whole.traced:
            self.out.code.put(ir.Reason("with", (make.number(number), name)))
        for test in tests:
            self.condition(test, NEXT)
        if number is not None and self.out.whole.traced and tests:
            self.out.code.put(ir.Reason("among", (make.number(number), name)))
        if choice.when is not None:
            self.condition(choice.when, NEXT)

    def _lower_menu(self, question: c.Question, fail: ir.Body) -> None:
        menu = question.menu
        assert menu is not None
        given = [self.out.value(question.seat), *(self.out.value(a) for a in question.arguments)]
        given += [self.out.of_var(kept) for kept in question.keeping]
        if self.out.whole.traced:
            open_ = ir.AnyOffered(self.menus.name_of(menu), tuple(given))
            self.out.code.put(ir.If(((open_, self.result),), ()))
        else:
            self.menus.any_inside(menu, given)
        self.out.code.put_all(fail)


def function_of(out: StatementLowering, menus: Menus, step: c.Procedure, name: str) -> ir.Function:
    """Lower the function that tests whether a step can be done."""
    out.rule = step.name
    params = tuple(out.param(var) for var in step.params)
    with out.code.inside() as nested:
        LookaheadLowering(out, menus).steps(ahead.lookahead([*step.body, *step.after], menus.circling), FAILED)
    return ir.Function(name, "value", params, make.YES.type, nested.body, step.name)
