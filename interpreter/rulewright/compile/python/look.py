"""Writes whether something can be done, up to its first effect, and in the traced build why not."""

from __future__ import annotations

from typing import Protocol

from rulewright.check import core as c
from rulewright.check.types import TRUTH
from rulewright.compile.python.order import Emitter
from rulewright.compile.python.values import Writer


class Menus(Protocol):
    """What looking needs of menus: their functions, or whether they have an option, written in place."""

    def name_of(self, menu: c.Menu) -> str: ...
    def any_inside(self, menu: c.Menu, given: list[str]) -> None: ...


DEEPEST = 6
"""How many rules are looked through, one inside another."""


class Look:
    """Writes code that returns True when the actions can be done; `fail` is what it does when they cannot."""

    def __init__(self, emitter: Emitter, menus: Menus, result: str = "return True") -> None:
        self.out, self.menus, self.result = emitter, menus, result

    @property
    def writer(self) -> Writer:
        return self.out.writer

    def actions(self, actions: list[c.Action], fail: str, depth: int = 0) -> None:
        """Look through actions in order."""
        for at, action in enumerate(actions):
            rest = actions[at + 1 :]
            if isinstance(action, c.Let):
                text = self.out.value(action.value)
                self.out.put(f"{self.writer.local(action.var)} = {text}")
            elif isinstance(action, c.Say | c.Pass):
                continue
            elif isinstance(action, c.Branch):
                self._branch(action, rest, fail, depth)
                return
            elif isinstance(action, c.Perform):
                self._perform(action, rest, fail, depth)
                return
            elif isinstance(action, c.Question):
                self._question(action, rest, fail, depth)
                return
            else:
                self._effect(action, fail)
                return
        self.out.put(self.result)

    def _effect(self, action: c.Action, fail: str) -> None:
        """The first effect: what is paid must be there."""
        if isinstance(action, c.Gain) and action.sign < 0 and action.due:
            self._enough(action.amount, action.seat, action.number, action.span, fail)
        elif isinstance(action, c.Transfer) and action.due:
            self._enough(action.amount, action.payer, action.number, action.span, fail)
        self.out.put(self.result)

    def _enough(self, amount: c.Stored, seat: c.Value, number: c.Value, span: c.Span, fail: str) -> None:
        keys = (seat,) if amount.keys else ()
        self.condition(c.Test(">=", c.Read(amount, keys), number, TRUTH, span), fail)

    def _branch(self, action: c.Branch, rest: list[c.Action], fail: str, depth: int) -> None:
        word = "if"
        for test, body in action.cases:
            with self.out.block(f"{word} {self.out.value(test)}:"):
                self.actions([*body, *rest], fail, depth)
            word = "elif"
        if not action.cases:
            self.actions([*action.otherwise, *rest], fail, depth)
            return
        with self.out.block("else:"):
            self.actions([*action.otherwise, *rest], fail, depth)

    def _perform(self, action: c.Perform, rest: list[c.Action], fail: str, depth: int) -> None:
        step = action.step
        if step.can is not None:
            self.condition(c.Call(step.can, action.arguments, action.span), fail)
            self.out.put(self.result)
        elif depth >= DEEPEST:
            self.out.put(self.result)
        else:
            given = [self.out.value(a) for a in action.arguments]
            for param, text in zip(step.params, given, strict=True):
                self.out.put(f"{self.writer.local(param)} = {text}")
            self.actions([*step.body, *step.after, *rest], fail, depth + 1)

    # -- questions

    def _question(self, question: c.Question, rest: list[c.Action], fail: str, depth: int) -> None:
        if question.loop or question.stop is not None:
            self.out.put(self.result)
            return
        if question.menu is not None:
            self._menu(question, fail)
            return
        if len(question.choices) == 1 and question.choices[0].plain:
            choice = question.choices[0]
            self._candidates(choice, [*choice.body, *rest], depth)
        else:
            for choice in question.choices:
                with self.out.block("while True:"):
                    self._one_choice(choice, rest, depth)
        self.reason("none", question.span)
        self.out.put(fail)

    def _one_choice(self, choice: c.Choice, rest: list[c.Action], depth: int) -> None:
        if choice.var is not None:
            self._candidates(choice, [*choice.body, *rest], depth)
            self.out.put("break")
            return
        if choice.when is not None:
            self.condition(choice.when, "break")
        self.actions([*choice.body, *rest], "break", depth)

    def _candidates(self, choice: c.Choice, then: list[c.Action], depth: int) -> None:
        if choice.or_nothing:
            self.out.put(self.result)
            return
        with self.loop(choice):
            self.actions(then, "continue", depth)

    def loop(self, choice: c.Choice, number: int | None = None) -> _Loop:
        """Begin a loop over the things or numbers that may come with a choice.

        With the choice's number, the traced build notes which one is being tried.
        """
        assert choice.var is not None
        if choice.things is None:
            assert choice.low is not None and choice.high is not None
            low, high = self.out.value(choice.low), self.out.value(choice.high)
            name = self.writer.local(choice.var, 1)
            tried = f"{number}, {name}" if number is not None else ""
            return _Loop(self, f"for {name} in range({low}, {high} + 1):", choice.when, None, tried)
        things = self.out.unmarked(choice.things)
        tests: list[c.Value] = []
        names: list[c.Var] = [choice.var]
        masks: list[str] = []
        while isinstance(things, c.Filter):
            mask, rest = self.writer.split_mask(things.condition, things.var)
            if rest is None:
                break
            if mask is not None:
                masks.append(f" & {mask}")
            tests.insert(0, rest)
            names.append(things.var)
            things = self.out.unmarked(things.things)
        text = self.writer.write(things) + "".join(masks)
        name = self.writer.local(choice.var, 1)
        for var in names:
            self.writer.env[id(var)] = name
        tried = f"{number}, {name}" if number is not None else ""
        return _Loop(self, f"for {name} in {self.writer.each(text)}:", choice.when, tests, tried)

    def _menu(self, question: c.Question, fail: str) -> None:
        assert question.menu is not None
        menu = question.menu
        given = [self.out.value(question.seat), *(self.out.value(a) for a in question.arguments)]
        given += [self.out.value(c.Use(v)) for v in question.keeping]
        if self.out.traced:
            with self.out.block(f"if inside({self.menus.name_of(menu)}, S, {', '.join(given)}, [], R):"):
                self.out.put(self.result)
        else:
            self.menus.any_inside(menu, given)
        self.out.put(fail)

    # -- conditions and reasons

    def condition(self, condition: c.Value, fail: str) -> None:
        """Test a condition part by part; in the traced build note the first part that fails."""
        condition = self.out.unmarked(condition)
        if isinstance(condition, c.Logic) and condition.operator == "and":
            for part in condition.parts:
                self.condition(part, fail)
            return
        if self.out.traced:
            text = self.writer.write(condition)
        else:
            self.writer.ahead = self.out.ahead
            text = self.writer.write(condition)
            self.writer.ahead = None
        with self.out.block(f"if not {text}:"):
            self._reason_of(condition)
            self.out.put(fail)

    def reason(self, what: str, span: c.Span, *parts: str) -> None:
        if self.out.traced:
            values = "".join(f", {part}" for part in parts)
            self.out.put(f"if R is not None: R.append(({what!r}, {self.out.span(span)}{values}))")

    def _reason_of(self, condition: c.Value) -> None:
        if not self.out.traced:
            return
        if isinstance(condition, c.Noted):
            condition = condition.part
        if isinstance(condition, c.Test) and condition.left.type.how == "number":
            self._reason_of_numbers(condition)
        elif isinstance(condition, c.Quantified) and condition.every:
            self._reason_of_each(condition)
        elif isinstance(condition, c.Logic) and condition.operator == "not":
            span = getattr(condition.parts[0], "span", None)
            if span is not None:
                self.reason("unless", span)
        else:
            span = getattr(condition, "span", None)
            if span is not None:
                self.reason("only", span)

    def _reason_of_numbers(self, test: c.Test) -> None:
        left, right = self.writer.write(test.left), self.writer.write(test.right)
        noun = self._noun(test.left)
        if noun:
            self.reason("short", test.span, repr(noun), right, left)
        else:
            self.reason("compare", test.span, repr(test.operator), left, right)

    def _noun(self, value: c.Value) -> str:
        if isinstance(value, c.Read) and value.stored.amount:
            return f"amount:{value.stored.name}"
        return ""

    def _reason_of_each(self, each: c.Quantified) -> None:
        """For every name of which there is too little: how much is needed, how much is there."""
        things = self.writer.write(each.things)
        name = self.writer.local(each.var, 1)
        test = each.condition.part if isinstance(each.condition, c.Noted) else each.condition
        if not isinstance(test, c.Test) or each.things.type.domain is None:
            self.reason("only", each.span)
            return
        head, noun = f"for {name} in {self.writer.each(things)}:", repr(each.things.type.domain.name)
        with self.out.block(head), self.out.block(f"if not {self.writer.write(test)}:"):
            self.reason("lacks", each.span, noun, name, self.writer.write(test.right), self.writer.write(test.left))


class _Loop:
    """A written loop whose body tests what was not part of the set."""

    def __init__(
        self, look: Look, head: str, when: c.Value | None, tests: list[c.Value] | None, tried: str = ""
    ) -> None:
        self.look, self.head, self.when, self.tests, self.tried = look, head, when, tests, tried
        self.block = look.out.block(head)

    def __enter__(self) -> None:
        self.block.__enter__()
        if self.tried and self.look.out.traced:
            self.look.out.put(f"if R is not None: R.append(('with', {self.tried}))")
        for test in self.tests or []:
            self.look.condition(test, "continue")
        if self.when is not None:
            self.look.condition(self.when, "continue")

    def __exit__(self, *problem: object) -> None:
        self.block.__exit__(None, None, None)


def at_gain(action: c.Gain | c.Transfer) -> bool:
    """Something is taken, not paid."""
    return isinstance(action, c.Gain) and action.sign > 0


def _deciding(actions: list[c.Action]) -> tuple[c.Action | None, list[c.Action]]:
    """The first action that matters for looking ahead, and what follows it."""
    for at, action in enumerate(actions):
        if not isinstance(action, c.Say | c.Let | c.Pass):
            return action, actions[at + 1 :]
    return None, []


def _ways(action: c.Action | None, rest: list[c.Action], depth: int) -> list[list[c.Action]]:
    """The ways on through an action that only leads to others; none for an action that decides by itself."""
    if isinstance(action, c.Branch):
        return [[*body, *rest] for body in [*(body for _, body in action.cases), action.otherwise]]
    if isinstance(action, c.Perform) and action.step.can is None and depth < DEEPEST:
        return [[*action.step.body, *action.step.after, *rest]]
    return []


def at_once(actions: list[c.Action], depth: int = 0) -> bool:
    """What is done can always be done up to its first effect: no need to look."""
    action, rest = _deciding(actions)
    if ways := _ways(action, rest, depth):
        return all(at_once(way, depth + isinstance(action, c.Perform)) for way in ways)
    if isinstance(action, c.Perform):
        return action.step.can is None
    if isinstance(action, c.Question):
        return action.loop or action.stop is not None
    return not (isinstance(action, c.Gain | c.Transfer) and action.due and not at_gain(action))


def needs_loops(actions: list[c.Action], depth: int = 0) -> bool:
    """Looking tries candidates one by one."""
    action, rest = _deciding(actions)
    if ways := _ways(action, rest, depth):
        return any(needs_loops(way, depth + isinstance(action, c.Perform)) for way in ways)
    return isinstance(action, c.Question) and not action.loop and action.stop is None
