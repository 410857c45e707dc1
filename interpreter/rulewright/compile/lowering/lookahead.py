"""Lookahead: lowers whether actions can be done up to their first effect and, in the traced build, why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import TYPE_CHECKING, Protocol

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.ir.walk import everything
from rulewright.compile.layout import loop_type, passed_type
from rulewright.compile.lookahead import MOST, TOP, Depth, is_certain
from rulewright.compile.lowering import make
from rulewright.compile.lowering.conditions import Conditions
from rulewright.compile.lowering.sets import split

if TYPE_CHECKING:
    from rulewright.compile.lowering.statements import Statements

FOUND: ir.Body = (ir.Return(make.YES),)
FAILED: ir.Body = (ir.Return(make.NO),)
NEXT: ir.Body = (ir.Continue(),)
LEAVE: ir.Body = (ir.Break(),)


class Menus(Protocol):
    """The part of menus that lookahead needs."""

    circling: set[int]
    """The ids of the options that circle."""

    def name_of(self, menu: c.Menu) -> str:
        """Return the name of the function that lists a menu's options."""

    def any_inside(self, menu: c.Menu, given: Sequence[ir.Expr]) -> None:
        """Lower, inside a lookahead, whether a menu has an option."""


class Look(Conditions):
    """Lowers code that does `result` if actions can be done, and `fail` if they cannot.

    Both leave the innermost body that looks: they end with a return, a break or a continue.
    """

    def __init__(self, out: Statements, menus: Menus, result: ir.Body = FOUND) -> None:
        super().__init__(out)
        self.menus, self.result, self.left = menus, result, MOST

    def actions(self, actions: Sequence[c.Action], fail: ir.Body, depth: Depth = TOP) -> None:
        """Lower the lookahead through actions in order."""
        if self._goes_on(actions, [], fail, depth):
            self.out.code.put_all(self.result)

    def _goes_on(self, actions: Sequence[c.Action], then: Sequence[c.Action], fail: ir.Body, depth: Depth) -> bool:
        """Lower the lookahead through actions; return whether it continues with the actions after them, `then`."""
        if is_certain([*actions, *then], self.menus.circling, depth):
            self.out.code.put_all(self.result)
            return False
        for at, action in enumerate(actions):
            rest = [*actions[at + 1 :], *then]
            self.left -= 1
            match action:
                case _ if self.left < 0:
                    self.out.code.put_all(self.result)
                    return False
                case c.Let():
                    self._name(action.var, self.out.value(action.value))
                case c.Say() | c.Pass():
                    continue
                case c.Branch():
                    if not self._branch(action, rest, fail, depth):
                        return False
                case c.Perform():
                    if not self._perform(action, rest, fail, depth):
                        return False
                case c.Question():
                    self._question(action, rest, fail, depth)
                    return False
                case _:
                    self._effect(action, fail)
                    return False
        return True

    def _name(self, var: c.Var, value: ir.Expr) -> None:
        """Give a name a value; one that may fail is evaluated where the name is used, as `feasible` does."""
        if any(isinstance(part, ir.NonNull | ir.InRange | ir.Call) for part in everything(value)):
            self.out.env[id(var)] = value
        else:
            self.out.code.put(ir.Let(self.out.local(var, passed_type(var.type)), value))

    def _effect(self, action: c.Action, fail: ir.Body) -> None:
        """Lower the first effect: what is paid must be available."""
        if isinstance(action, c.Gain) and action.sign < 0 and action.due:
            self._enough(action.amount, action.seat, action.number, action.span, fail)
        elif isinstance(action, c.Transfer) and action.due:
            self._enough(action.amount, action.payer, action.number, action.span, fail)
        self.out.code.put_all(self.result)

    def _enough(self, amount: c.Stored, seat: c.Value, number: c.Value, span: c.Span, fail: ir.Body) -> None:
        keys = (seat,) if amount.keys else ()
        self.condition(c.Test(">=", c.Read(amount, keys), number, TRUTH, span), fail)

    def _branch(self, action: c.Branch, then: Sequence[c.Action], fail: ir.Body, depth: Depth) -> bool:
        cases: list[tuple[ir.Expr, ir.Body]] = []
        goes_on = False
        for test, body in action.cases:
            holds = self.out.value(test)
            with self.out.code.inside() as case:
                goes_on |= self._goes_on(body, then, fail, depth)
            cases.append((holds, case.body))
        with self.out.code.inside() as otherwise:
            goes_on |= self._goes_on(action.otherwise, then, fail, depth)
        self.out.code.put_all((ir.If(tuple(cases), otherwise.body),) if cases else otherwise.body)
        return goes_on

    def _perform(self, action: c.Perform, then: Sequence[c.Action], fail: ir.Body, depth: Depth) -> bool:
        step = action.step
        if step.can is not None:
            self.condition(c.Call(step.can, action.arguments, action.span), fail)
        if step.can is not None or depth.is_last:
            self.out.code.put_all(self.result)
            return False
        given = [self.out.value(a) for a in action.arguments]
        for var, value in zip(step.params, given, strict=True):
            self._name(var, value)
        return self._goes_on([*step.body, *step.after], then, fail, depth.in_rule)

    # -- questions

    def _question(self, question: c.Question, rest: Sequence[c.Action], fail: ir.Body, depth: Depth) -> None:
        if question.loop or question.stop is not None or depth.asks_last:
            self.out.code.put_all(self.result)
            return
        if question.menu is not None:
            self._menu(question, question.menu, fail)
            return
        if len(question.choices) == 1 and question.choices[0].plain:
            choice = question.choices[0]
            self._candidates(choice, [*choice.body, *rest], depth.in_question)
        else:
            for choice in question.choices:
                with self.out.code.inside() as once:
                    self._one_choice(choice, rest, depth.in_question)
                self.out.code.put(ir.Once(once.body))
        self.reason("none", question.span)
        self.out.code.put_all(fail)

    def _one_choice(self, choice: c.Choice, rest: Sequence[c.Action], depth: Depth) -> None:
        if choice.var is not None:
            self._candidates(choice, [*choice.body, *rest], depth)
            return
        if choice.when is not None:
            self.condition(choice.when, LEAVE)
        self.actions([*choice.body, *rest], LEAVE, depth)

    def _candidates(self, choice: c.Choice, then: Sequence[c.Action], depth: Depth) -> None:
        if choice.or_nothing:
            self.out.code.put_all(self.result)
            return
        with self.loop(choice):
            self.actions(then, NEXT, depth)

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
                self._begin(choice, number, name, [])
                yield name
            self.out.code.put(ir.Count(name, low, high, body.body, 0))
            return
        things, tests = self.candidates(choice, choice.things)
        one = self.out.env[id(choice.var)]
        assert isinstance(one, ir.Local)
        with self.out.code.inside() as body:
            self._begin(choice, number, one, tests)
            yield one
        self.out.code.put(ir.For(one, things, body.body))

    def candidates(self, choice: c.Choice, of: c.Value) -> tuple[ir.Expr, list[c.Value]]:
        """Return the set of the things that may come with a choice, and what must be tested for each of them."""
        assert choice.var is not None
        things = self.unmarked(of)
        tests: list[c.Value] = []
        names, sets = [choice.var], list[ir.Expr]()
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
        name = self.out.code.local(loop_type(choice.var))
        self.out.env |= {id(var): name for var in names}
        return found, tests

    def _begin(self, choice: c.Choice, number: int | None, name: ir.Local, tests: list[c.Value]) -> None:
        if number is not None and self.out.whole.traced:
            self.out.code.put(ir.Reason("with", (make.number(number), name)))
        for test in tests:
            self.condition(test, NEXT)
        if number is not None and self.out.whole.traced and tests:
            self.out.code.put(ir.Reason("among", (make.number(number), name)))
        if choice.when is not None:
            self.condition(choice.when, NEXT)

    def _menu(self, question: c.Question, menu: c.Menu, fail: ir.Body) -> None:
        given = [self.out.value(question.seat), *(self.out.value(a) for a in question.arguments)]
        given += [self.out.of_var(kept) for kept in question.keeping]
        if self.out.whole.traced:
            open_ = ir.AnyOffered(self.menus.name_of(menu), tuple(given))
            self.out.code.put(ir.If(((open_, self.result),), ()))
        else:
            self.menus.any_inside(menu, given)
        self.out.code.put_all(fail)


def function_of(out: Statements, menus: Menus, step: c.Procedure, name: str) -> ir.Function:
    """Lower the function that tests whether a step can be done."""
    out.rule = step.name
    params = tuple(out.param(var) for var in step.params)
    with out.code.inside() as nested:
        Look(out, menus).actions([*step.body, *step.after], FAILED)
    return ir.Function(name, "value", params, make.YES.type, nested.body, step.name)
