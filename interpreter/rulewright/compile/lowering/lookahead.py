"""Lookahead: lowers whether actions can be done up to their first effect and, in the traced build, why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from rulewright.check import core as c
from rulewright.check.types import TRUTH
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import Int, range_of
from rulewright.compile.layout import passed_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.effects import loop_type
from rulewright.compile.lowering.sets import split
from rulewright.compile.lowering.statements import Statements, param

DEEPEST = 6
"""How many nested rules are looked through."""
FOUND: ir.Body = (ir.Return(make.YES),)
FAILED: ir.Body = (ir.Return(make.NO),)
NEXT: ir.Body = (ir.Continue(),)
LEAVE: ir.Body = (ir.Break(),)


class Menus(Protocol):
    """The part of menus that lookahead needs."""

    def name_of(self, menu: c.Menu) -> str:
        """Return the name of the function that lists a menu's options."""

    def any_inside(self, menu: c.Menu, given: Sequence[ir.Expr]) -> None:
        """Lower, inside a lookahead, whether a menu has an option."""


class Look:
    """Lowers code that does `result` if actions can be done, and `fail` if they cannot.

    Both leave the innermost body that looks: they end with a return, a break or a continue.
    """

    def __init__(self, out: Statements, menus: Menus, result: ir.Body = FOUND) -> None:
        self.out, self.menus, self.result = out, menus, result

    def actions(self, actions: Sequence[c.Action], fail: ir.Body, depth: int = 0) -> None:
        """Lower the lookahead through actions in order."""
        for at, action in enumerate(actions):
            rest = actions[at + 1 :]
            match action:
                case c.Let():
                    value = self.out.value(action.value)
                    self.out.code.put(ir.Let(self.out.local(action.var, passed_type(action.var.type)), value))
                case c.Say() | c.Pass():
                    continue
                case c.Branch():
                    return self._branch(action, rest, fail, depth)
                case c.Perform():
                    return self._perform(action, rest, fail, depth)
                case c.Question():
                    return self._question(action, rest, fail, depth)
                case _:
                    return self._effect(action, fail)
        return self.out.code.put_all(self.result)

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

    def _branch(self, action: c.Branch, rest: Sequence[c.Action], fail: ir.Body, depth: int) -> None:
        cases: list[tuple[ir.Expr, ir.Body]] = []
        for test, body in action.cases:
            holds = self.out.value(test)
            cases.append((holds, self._nested([*body, *rest], fail, depth)))
        if not cases:
            self.actions([*action.otherwise, *rest], fail, depth)
        else:
            self.out.code.put(ir.If(tuple(cases), self._nested([*action.otherwise, *rest], fail, depth)))

    def _nested(self, actions: Sequence[c.Action], fail: ir.Body, depth: int) -> ir.Body:
        with self.out.code.inside() as nested:
            self.actions(actions, fail, depth)
        return nested.body

    def _perform(self, action: c.Perform, rest: Sequence[c.Action], fail: ir.Body, depth: int) -> None:
        step = action.step
        if step.can is not None:
            self.condition(c.Call(step.can, action.arguments, action.span), fail)
            self.out.code.put_all(self.result)
        elif depth >= DEEPEST:
            self.out.code.put_all(self.result)
        else:
            given = [self.out.value(a) for a in action.arguments]
            for var, value in zip(step.params, given, strict=True):
                self.out.code.put(ir.Let(self.out.local(var, passed_type(var.type)), value))
            self.actions([*step.body, *step.after, *rest], fail, depth + 1)

    # -- questions

    def _question(self, question: c.Question, rest: Sequence[c.Action], fail: ir.Body, depth: int) -> None:
        if question.loop or question.stop is not None:
            self.out.code.put_all(self.result)
            return
        if question.menu is not None:
            self._menu(question, question.menu, fail)
            return
        if len(question.choices) == 1 and question.choices[0].plain:
            choice = question.choices[0]
            self._candidates(choice, [*choice.body, *rest], depth)
        else:
            for choice in question.choices:
                with self.out.code.inside() as once:
                    self._one_choice(choice, rest, depth)
                self.out.code.put(ir.Once(once.body))
        self.reason("none", question.span)
        self.out.code.put_all(fail)

    def _one_choice(self, choice: c.Choice, rest: Sequence[c.Action], depth: int) -> None:
        if choice.var is not None:
            self._candidates(choice, [*choice.body, *rest], depth)
            return
        if choice.when is not None:
            self.condition(choice.when, LEAVE)
        self.actions([*choice.body, *rest], LEAVE, depth)

    def _candidates(self, choice: c.Choice, then: Sequence[c.Action], depth: int) -> None:
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
            self.out.code.put(ir.Count(name, low, high, body.body, False))
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
        names, sets = [choice.var], []
        while isinstance(things, c.Filter):
            mask, rest = split(self.out, things.condition, things.var)
            if rest is None:
                break
            if mask is not None:
                sets.append(mask)
            tests.insert(0, rest)
            names.append(things.var)
            things = self.unmarked(things.things)
        found = self.out.expr(things)
        for mask in sets:
            found = make.meet(found, mask)
        name = self.out.code.local(loop_type(choice.var))
        for var in names:
            self.out.env[id(var)] = name
        return found, tests

    def _begin(self, choice: c.Choice, number: int | None, name: ir.Local, tests: list[c.Value]) -> None:
        if number is not None and self.out.whole.traced:
            self.out.code.put(ir.Reason("with", (make.number(number), name)))
        for test in tests:
            self.condition(test, NEXT)
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

    # -- conditions and reasons

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
            self._reason_of_numbers(condition)
        elif isinstance(condition, c.Quantified) and condition.every:
            self._reason_of_each(condition)
        else:
            denied = isinstance(condition, c.Logic) and condition.operator == "not"
            span = getattr(condition.parts[0] if isinstance(condition, c.Logic) and denied else condition, "span", None)
            if span is not None:
                self.reason("unless" if denied else "only", span)

    def _reason_of_numbers(self, test: c.Test) -> None:
        left, right = self.out.expr(test.left), self.out.expr(test.right)
        if isinstance(test.left, c.Read) and test.left.stored.amount:
            self.reason("short", test.span, f"amount:{test.left.stored.name}", right, left)
        else:
            self.reason("compare", test.span, test.operator, left, right)

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


def _deciding(actions: Sequence[c.Action]) -> tuple[c.Action | None, Sequence[c.Action]]:
    """Return the first action that matters for lookahead, and what follows it."""
    for at, action in enumerate(actions):
        if not isinstance(action, c.Say | c.Let | c.Pass):
            return action, actions[at + 1 :]
    return None, []


def _ways(action: c.Action | None, rest: Sequence[c.Action], depth: int) -> list[list[c.Action]]:
    """Return the continuations of an action that only leads to others; none for an action that decides by itself."""
    if isinstance(action, c.Branch):
        return [[*body, *rest] for body in [*(body for _, body in action.cases), action.otherwise]]
    if isinstance(action, c.Perform) and action.step.can is None and depth < DEEPEST:
        return [[*action.step.body, *action.step.after, *rest]]
    return []


def at_once(actions: Sequence[c.Action], depth: int = 0) -> bool:
    """Return whether actions can always be done up to their first effect, so that no lookahead is needed."""
    action, rest = _deciding(actions)
    if ways := _ways(action, rest, depth):
        return all(at_once(way, depth + isinstance(action, c.Perform)) for way in ways)
    if isinstance(action, c.Perform):
        return action.step.can is None
    if isinstance(action, c.Question):
        return action.loop or action.stop is not None
    return not (isinstance(action, c.Gain | c.Transfer) and action.due and not _is_taken(action))


def _is_taken(action: c.Gain | c.Transfer) -> bool:
    return isinstance(action, c.Gain) and action.sign > 0


def needs_loops(actions: Sequence[c.Action], depth: int = 0) -> bool:
    """Return whether lookahead tries candidates one by one."""
    action, rest = _deciding(actions)
    if ways := _ways(action, rest, depth):
        return any(needs_loops(way, depth + isinstance(action, c.Perform)) for way in ways)
    return isinstance(action, c.Question) and not action.loop and action.stop is None


def function_of(out: Statements, menus: Menus, step: c.Procedure, name: str) -> ir.Function:
    """Lower the function that tests whether a step can be done."""
    out.rule = step.name
    params = tuple(param(out, var) for var in step.params)
    with out.code.inside() as nested:
        Look(out, menus).actions([*step.body, *step.after], FAILED)
    return ir.Function(name, "value", params, make.YES.type, nested.body, step.name)
