"""Lowers how choices are listed: those of one option, with the things or numbers that come with it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

from rulewright.check import core as c
from rulewright.check.core.lookahead import POSSIBLE, Steps, lookahead, tries_candidates
from rulewright.check.core.walk import substitute
from rulewright.compile.feasible import YES, TooHard, both, feasible
from rulewright.compile.inline import may_fail, uses
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL
from rulewright.compile.layout import loop_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.lookahead import (
    FAILED,
    FOUND,
    LEAVE,
    NEXT,
    LookaheadLowering,
    distinct_things,
    has_twins,
)
from rulewright.compile.lowering.scope import free_locals
from rulewright.compile.lowering.sets import set_of, split

if TYPE_CHECKING:
    from rulewright.compile.lowering.statements import StatementLowering

CHOICE, THIS, NOTHING = 32, 16, 65535
"""A choice is one number: its code from bit 32, the piece plus 1 from bit 16, and what comes with it below."""


@dataclass(frozen=True, slots=True)
class ChoiceCodes:
    """How the choices of an option are numbered: from `base` on; `extra` depends on the piece whose option it is."""

    base: int
    extra: ir.Expr | None = None

    @classmethod
    def of(cls, option: int, piece: ir.Local | None = None) -> ChoiceCodes:
        """Return the numbers of an option's choices; those of a piece's option depend on the piece."""
        if piece is None:
            return cls(option << CHOICE)
        return cls((option << CHOICE) + (1 << THIS), make.times(piece, make.number(1 << THIS)))

    def plus(self, more: ir.Expr) -> ir.Expr:
        """Return what is added to the base for one thing or number."""
        return more if self.extra is None else make.plus(self.extra, more)


class ChoiceLowering(ABC):
    """Lowers the choices of options: into lists of choices, or, with `any`, into whether there is one."""

    def __init__(self, out: StatementLowering, circling: set[int]) -> None:
        self.out, self.circling = out, circling
        self.any = False

    @abstractmethod
    def name_of(self, menu: c.Menu) -> str:
        """Return the name of the function that lists a menu's options."""

    @abstractmethod
    def any_inside(self, menu: c.Menu, given: Sequence[ir.Expr]) -> None:
        """Lower, inside a lookahead, whether a menu has an option."""

    @property
    def traced(self) -> bool:
        """Whether the traced build is lowered."""
        return self.out.whole.traced

    def _add_choice(self, code: ChoiceCodes, more: ir.Expr | None = None) -> ir.Body:
        """Return the statements that list one choice."""
        if self.any:
            return FOUND
        return (ir.Offer(code.base, code.extra if more is None else code.plus(more)),)

    def _add_each(self, code: ChoiceCodes, things: ir.Expr, type_: c.Type) -> None:
        if self.any:
            self.out.code.put(ir.If(((make.filled(things), FOUND),), ()))
        else:
            self.out.code.put(ir.OfferEach(code.base, code.extra, distinct_things(self.out, things, type_)))

    def _guard_of(self, choice: c.Choice, steps: Steps) -> c.Value | None:
        """Return when a choice can be taken, in the plain build; None if no single condition expresses it."""
        if self.traced:
            return None
        try:
            when = YES if choice.when is None else self.out.expanded(choice.when)
            return both(when, feasible(steps, self.circling, self.out.whole.inliner))
        except TooHard:
            return None

    def choice(self, choice: c.Choice, code: ChoiceCodes, fail: ir.Body) -> None:
        """Lower one choice; `fail` leaves the loop around it, if there is one."""
        steps = lookahead(choice.leads_to, self.circling)
        guard = self._guard_of(choice, steps)
        if choice.var is None and guard is not None:
            if guard is YES:
                self.out.code.put_all(self._add_choice(code))
            else:
                self.out.code.put(ir.If(((self.out.expr(guard), self._add_choice(code)),), ()))
        elif choice.var is None:
            self._plain_choice(choice, steps, code, fail)
        elif isinstance(choice.things, c.Combined):
            self._combined_choices(choice, steps, code, guard)
        elif choice.things is not None and guard is not None:
            self._guarded_things(choice, choice.things, guard, code)
        elif choice.things is None:
            self._number_choices(choice, steps, code)
        else:
            if choice.or_nothing:
                self.out.code.put_all(self._add_choice(code, make.number(NOTHING)))
            things = LookaheadLowering(self.out, self).unmarked(choice.things)
            if (
                choice.when is None
                and steps == POSSIBLE
                and not (isinstance(things, c.Filter) and set_of(self.out, things.condition, things.var) is None)
            ):
                self._add_each(code, self.out.expr(things), choice.things.type)
            else:
                self._each_choice(choice, steps, code, things)

    def _plain_choice(self, choice: c.Choice, steps: Steps, code: ChoiceCodes, fail: ir.Body) -> None:
        if steps == POSSIBLE and choice.when is None:
            self.out.code.put_all(self._add_choice(code))
            return
        if fail:
            self._look_ahead(choice, steps, fail, code)
            return
        with self.out.code.inside() as once:
            self._look_ahead(choice, steps, LEAVE, code)
        self.out.code.put(ir.Once(once.body))

    def _look_ahead(self, choice: c.Choice, steps: Steps, leave: ir.Body, code: ChoiceCodes) -> None:
        if choice.when is not None:
            LookaheadLowering(self.out, self).condition(choice.when, leave)
        self._if_possible(steps, self._add_choice(code), leave)

    def _if_possible(self, steps: Steps, add: ir.Body, leave: ir.Body) -> None:
        """Lower the statements `add` if a lookahead succeeds, and `leave` in any case."""
        if tries_candidates(steps):
            self._through_function(steps, add)
            self.out.code.put_all(leave)
        else:
            LookaheadLowering(self.out, self, (*add, *leave)).steps(steps, leave)

    def _through_function(self, steps: Steps, add: ir.Body) -> None:
        """Look in a function of its own, which can return from any depth."""
        env = dict(self.out.env)
        with self.out.code.inside() as nested:
            LookaheadLowering(self.out, self).steps(steps, FAILED)
        self.out.env = env
        whole = self.out.whole
        name = f"can_{len(whole.functions)}"
        params = free_locals(nested.body)
        whole.functions[name] = ir.Function(name, "look", tuple(params), BOOL, nested.body, self.out.rule)
        self.out.code.put(ir.If(((ir.Call(name, tuple(params), BOOL), add),), ()))

    def _number_choices(self, choice: c.Choice, steps: Steps, code: ChoiceCodes) -> None:
        assert choice.low is not None and choice.high is not None
        if choice.when is not None or steps != POSSIBLE:
            self._each_choice(choice, steps, code)
            return
        low, high = self.out.value(choice.low), self.out.value(choice.high)
        if self.traced:
            site = make.number(self.out.site(choice.span))
            self.out.code.put(ir.Reason("range", (site, low, high)))
        if self.any:
            self.out.code.put(ir.If(((ir.Compare("<=", low, high), FOUND),), ()))
        else:
            self.out.code.put(ir.OfferRange(code.base, code.extra, low, high))

    def _guarded_things(self, choice: c.Choice, of: c.Value, guard: c.Value, code: ChoiceCodes) -> None:
        """Add a choice for each thing of a set for which a guard holds."""
        assert choice.var is not None
        if choice.or_nothing:
            self.out.code.put_all(self._add_choice(code, make.number(NOTHING)))
        things, (first, tests) = self.out.expanded(of), _beforehand(guard, choice.var)
        names, sets = [choice.var], list[ir.Expr]()
        while isinstance(things, c.Filter):
            mask, rest = split(self.out, things.condition, things.var)
            if mask is not None:
                sets.append(mask)
            if rest is not None:
                tests.insert(0, substitute(rest, {id(things.var): c.Use(choice.var)}))
            names.append(things.var)
            things = things.things
        found = reduce(make.meet, sets, self.out.expr(things))
        with self.out.code.inside() as listed:
            if not tests:
                self._add_each(code, found, of.type)
            else:
                name = self.out.code.local(loop_type(choice.var))
                self.out.env |= {id(var): name for var in names}
                holds = make.every(*(self.out.expr(test) for test in tests))
                body = (ir.If(((holds, self._add_choice(code, name)),), ()),)
                self.out.code.put(ir.For(name, distinct_things(self.out, found, of.type), body))
        if not first:
            self.out.code.put_all(listed.body)
        else:
            self.out.code.put(ir.If(((make.every(*map(self.out.expr, first)), listed.body),), ()))

    def _combined_choices(self, choice: c.Choice, steps: Steps, code: ChoiceCodes, guard: c.Value | None) -> None:
        """Add a choice for each combination with which a guard holds, or without one, after which something follows."""
        tried = choice if guard is None else replace(choice, when=None)
        look = LookaheadLowering(self.out, self)
        with look.loop(tried, self.out.whole.graph.option_codes.get(id(choice))) as name:
            if guard is None:
                self._if_possible(steps, self._add_choice(code, name), NEXT)
            elif guard is YES:
                self.out.code.put_all(self._add_choice(code, name))
            else:
                self.out.code.put(ir.If(((self.out.expr(guard), self._add_choice(code, name)),), ()))

    def _each_choice(self, choice: c.Choice, steps: Steps, code: ChoiceCodes, things: c.Value | None = None) -> None:
        assert choice.var is not None
        tried = replace(choice, things=things) if things is not None else choice
        option = self.out.whole.graph.option_codes.get(id(choice))
        look = LookaheadLowering(self.out, self)
        with look.loop(tried, option) as name:
            self._if_possible(steps, self._add_choice(code, name), NEXT)
        if things is not None and has_twins(self.out, things.type) and not self.any:
            assert things.type.domain is not None
            args = (make.number(code.base >> CHOICE),)
            self.out.code.put(ir.Do("distinct_choices", things.type.domain.name, args))


def _beforehand(guard: c.Value, var: c.Var) -> tuple[list[c.Value], list[c.Value]]:
    """Split a guard into what is the same for all things and cannot fail, and what is tested for each of them."""
    parts = guard.parts if isinstance(guard, c.Logic) and guard.operator == "and" else (guard,)
    first = [part for part in parts if part is not YES and not uses(part, var) and not may_fail(part)]
    return first, [part for part in parts if part is not YES and part not in first]
