"""What a declared cost means: when it can be paid (arithmetic), and how it is paid (asking where there is a choice).

Units are paid from a pool of pieces. Either they lie on the pieces, which a fact counts (`OnPieces`), or the pieces are
the money, each worth a number of units of a name, or of any (`money.Money`).
"""

from __future__ import annotations

from typing import ClassVar

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Domain, Type
from rulewright.check.core.walk import substitute
from rulewright.check.resolve.texts import own_text
from rulewright.diagnostics import NOWHERE, Span
from rulewright.frozen import frozen_class


@frozen_class
class Units:
    """Units of some names that are paid from a pool of pieces: `number` of each, of one, or of any of them."""

    how: str
    number: c.Value
    payer: c.Value
    names: Domain
    within: c.Value
    pool: c.Value
    span: Span
    rule: str
    language: str

    prompt: ClassVar[str]
    """What somebody is asked who has a choice: a text of the interpreter."""

    @property
    def all_names(self) -> c.Value:
        """The set of all names."""
        return c.Const(self.names.everything, Type("set", self.names))

    def name(self) -> tuple[c.Var, c.Use]:
        """Return a new variable for one of the names."""
        return new_variable(self.names.name, Type("one", self.names))

    def piece(self) -> tuple[c.Var, c.Use]:
        """Return a new variable for a piece of the pool, under the name of its kind, by which players know it."""
        type_ = self.pool.type
        noun = type_.kind.name if type_.kind else type_.domain.name if type_.domain else "piece"
        return new_variable(noun, type_.as_one())

    def ask(self, var: c.Var, things: c.Value, body: list[c.Action]) -> c.Question:
        """Let the payer choose one of some things."""
        choice = c.Choice(var.name, None, var, things, None, None, False, None, body, self.rule, self.span, True)
        prompt = own_text(self.language, self.prompt, thing=var.name)
        return c.Question(
            self.payer, prompt, [choice], None, (), (), (), False, None, None, False, self.span, self.rule
        )

    def loop(self, var: c.Var, body: list[c.Action]) -> c.Action:
        """Do something for each of the names that are paid with."""
        return c.Loop(var, self.within, "", None, None, False, None, body, self.span)


def new_variable(name: str, type_: Type) -> tuple[c.Var, c.Use]:
    """Return a new variable and a value that reads it."""
    var = c.Var(name, type_)
    return var, c.Use(var)


def number_const(value: int) -> c.Const:
    """Return a constant number."""
    return c.Const(value, NUMBER)


def comparison(left: c.Value, operator: str, right: c.Value, span: Span = NOWHERE) -> c.Value:
    """Return a comparison."""
    return c.Test(operator, left, right, TRUTH, span)


def all_of(*parts: c.Value) -> c.Value:
    """Join conditions by and."""
    return parts[0] if len(parts) == 1 else c.Logic("and", parts, TRUTH)


@frozen_class
class AmountPaid:
    """A number of a counted thing."""

    amount: c.Stored
    number: c.Value
    payer: c.Value
    span: Span

    def payable_condition(self) -> c.Value:
        """Return the condition under which it can be paid."""
        return comparison(c.Read(self.amount, (self.payer,)), ">=", self.number, self.span)

    def paying_actions(self) -> list[c.Action]:
        """Return what is done to pay it."""
        return [c.Gain(self.amount, self.payer, self.number, -1, self.span)]


@frozen_class
class FromStock:
    """For each of some names so much of a fact that is counted for it; `number` may depend on the name, `it`."""

    fact: c.Stored
    owner: tuple[c.Value, ...]
    number: c.Value
    it: c.Var
    within: c.Value
    span: Span

    def _of_each(self) -> tuple[c.Var, c.Read, c.Value]:
        var, one = new_variable("it", self.it.type)
        return var, c.Read(self.fact, (*self.owner, one)), substitute(self.number, {id(self.it): one})

    def payable_condition(self) -> c.Value:
        """Return the condition under which it can be paid."""
        var, have, number = self._of_each()
        left = c.Binary("-", have, number, NUMBER)
        enough = comparison(left, ">=", number_const(self.fact.type.low), self.span)
        return c.Quantified(True, var, self.within, enough, TRUTH, self.span)

    def paying_actions(self) -> list[c.Action]:
        """Return what is done to pay it."""
        var, have, number = self._of_each()
        less = c.Assign(have, "-", number, self.span)
        return [c.Loop(var, self.within, "", None, None, False, None, [less], self.span)]


# -- units that lie on the pieces of a pool


@frozen_class
class OnPieces(Units):
    """Units that lie on pieces; `fact` counts them, by piece and name."""

    fact: c.Stored

    prompt = "pay-which"

    def payable_condition(self) -> c.Value:
        """Return the condition under which they can be paid."""
        name, it = self.name()
        if self.how == "any":
            return comparison(
                c.Fold("sum", name, self.within, self._total_of_name(it), NUMBER), ">=", self.number, self.span
            )
        return c.Quantified(self.how == "each", name, self.within, self._has_enough(it, self.number), TRUTH, self.span)

    def paying_actions(self) -> list[c.Action]:
        """Return what is done to pay them: unit by unit, from whichever piece holds one."""
        name, it = self.name()
        if self.how == "each":
            return [self.loop(name, [self._repeat_times(self._pay_unit(it))])]
        chosen, value = self.name()
        if self.how == "one":
            enough = c.Filter(name, self.within, self._has_enough(it, self.number), self.within.type)
            return [self.ask(chosen, enough, [self._repeat_times(self._pay_unit(value))])]
        some = c.Filter(name, self.within, self._has_enough(it, number_const(1)), self.within.type)
        return [self._repeat_times([self.ask(chosen, some, self._pay_unit(value))])]

    def _repeat_times(self, body: list[c.Action]) -> c.Action:
        return c.Count_(c.Var("unit", NUMBER), number_const(1), self.number, body, self.span)

    def _total_of_name(self, name: c.Value) -> c.Value:
        """How many units of one name the pool holds."""
        piece, it = new_variable("piece", self.pool.type.as_one())
        return c.Fold("sum", piece, self.pool, c.Read(self.fact, (it, name)), NUMBER)

    def _has_enough(self, name: c.Value, wanted: c.Value) -> c.Value:
        return comparison(self._total_of_name(name), ">=", wanted, self.span)

    def _pay_unit(self, name: c.Value) -> list[c.Action]:
        """One unit of a known name."""
        piece, it = self.piece()
        holds = comparison(c.Read(self.fact, (it, name)), ">=", number_const(1), self.span)
        having = c.Filter(piece, self.pool, holds, self.pool.type)
        chosen, value = self.piece()
        take = c.Assign(c.Read(self.fact, (value, name)), "-", number_const(1), self.span)
        return [self.ask(chosen, having, [take])]
