"""Costs that are paid with pieces that are themselves the money.

Pieces are matched to what is owed. A piece is worth a number of units of one name, so pieces of different names never
compete, and no search is needed. Only a wild piece, which is one unit of any name, may stand for each of them. Hence
a pool pays a cost if its wild pieces are as many as all deficits together, where the deficit of a name is what is
missing of it after all its own pieces have been counted:

    owed       2 red and 3 blue
    pool       A: 2 red, B: 2 blue, C: 2 blue, W: wild
    deficits   red max(0, 2 - 2) = 0, blue max(0, 3 - 4) = 0; one wild piece >= 0: this can be paid

What has been paid is subtracted piece by piece. Before each one, the payer chooses among the pieces that are useful:
those of a name that is still missing, if the rest can be paid without them. Pieces without which it could not be paid
are indispensable and go first, without a question, as there is nothing to decide:

    without A   deficits 2 + 0 > 1 wild piece    A is indispensable and goes; red 0 and blue 3 are left
    without B   deficits 0 + 1 <= 1              B or C, or W: here the payer decides
    after W     blue 2 is left                   B and C could each pay it alone, so the payer decides again

Everything here is arithmetic on sums, printed as conditions of the rules; nothing is enumerated while a game runs.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Type
from rulewright.check.core.walk import substitute
from rulewright.check.resolve.paying import Units, all_of, comparison, new_variable, number_const
from rulewright.diagnostics import NOWHERE, Span
from rulewright.frozen import frozen_class


@frozen_class
class Money(Units):
    """Pieces that pay: `var`, a piece, is worth `units` of the name `kind`, or of any name where that is nothing.

    `missing` remembers how much of each name is still to be paid.
    """

    var: c.Var
    units: c.Value
    kind: c.Value
    missing: c.Stored

    prompt = "pay-what"

    def payable_condition(self) -> c.Value:
        """Return the condition under which the pieces of the pool pay the cost."""
        if self.how != "one":
            return self._is_covered(self.within, lambda _: self.number, None, self.span)
        name, it = self.name()
        return c.Quantified(False, name, self.within, self._one_payable(it), TRUTH, self.span)

    def _one_payable(self, name: c.Value) -> c.Value:
        """Whether the pool can pay the whole number in one name."""
        return self._is_covered(c.Singleton(name, Type("set", self.names)), lambda _: self.number, None, self.span)

    def paying_actions(self) -> list[c.Action]:
        """Piece by piece: only what lessens what is missing, and only if the rest can still be paid.

        What nothing else can make up for is paid first: nobody is asked in which order pieces go that must all go.
        """
        full = self.all_names
        name, it = self.name()
        note: c.Action = c.Assign(self._still_missing(it), "=", self.number, self.span)
        start = self.loop(name, [note])
        if self.how == "one":
            some, which = self.name()
            fitting = c.Filter(some, self.within, self._one_payable(which), self.within.type)
            start = self.ask(name, fitting, [note])
        piece, it = self.piece()
        useful = c.Filter(piece, self.pool, self._is_useful(it, full), self.pool.type)
        chosen, value = self.piece()
        units, of = self._worth_of(value)
        left = self._still_missing(of)
        lessen: c.Action = c.Assign(left, "=", self._missing_after(left, units), self.span)
        ask = self.ask(chosen, _one_if_any(self._indispensable_pieces(full), useful), [
            c.Branch([(self._is_wild(of, self.span), [self._pay_wild(value, full)])], [lessen], self.span),
            c.MoveTo(value, None, (), self.span),
        ])  # fmt: skip
        kind, still = self.name()
        total = c.Fold("sum", kind, full, self._still_missing(still), NUMBER)
        ask.loop, ask.until = True, comparison(total, "==", number_const(0), self.span)
        return [start, ask]

    # -- what is missing, and what pieces are worth

    def _still_missing(self, name: c.Value) -> c.Read:
        """How much of a name is still missing."""
        return c.Read(self.missing, (name,))

    def _missing_after(self, left: c.Read, units: c.Value) -> c.Value:
        """Return how much of a name is missing after a number of units have been paid."""
        return c.Choice2("greater", number_const(0), c.Binary("-", left, units, NUMBER), NUMBER)

    def _worth_of(self, piece: c.Value) -> tuple[c.Value, c.Value]:
        """Units and name of a piece, by putting it in the place of the worth's own variable."""
        given = {id(self.var): piece}
        return substitute(self.units, given), substitute(self.kind, given)

    def _is_wild(self, kind: c.Value, span: Span = NOWHERE) -> c.Value:
        """Whether a piece of this name pays as anything."""
        return comparison(kind, "==", c.Const(-1, kind.type), span)

    def _pool_without(self, without: c.Value | None) -> c.Value:
        if without is None:
            return self.pool
        return c.Binary("without", self.pool, c.Singleton(without, self.pool.type), self.pool.type)

    def _count_wild(self, without: c.Value | None) -> c.Value:
        """How many pieces of the pool pay as anything."""
        pool = self._pool_without(without)
        piece, it = new_variable("piece", pool.type.as_one())
        return c.Count(c.Filter(piece, pool, self._is_wild(self._worth_of(it)[1]), pool.type), NUMBER)

    def _sum_of_deficits(
        self, names: c.Value, needed: Callable[[c.Value], c.Value], without: c.Value | None
    ) -> c.Value:
        """What is missing over all names when everything but wild pieces has been counted."""
        kind, name = self.name()
        pool = self._pool_without(without)
        piece, it = new_variable("piece", pool.type.as_one())
        units, of = self._worth_of(it)
        have = c.Fold("sum", piece, c.Filter(piece, pool, comparison(of, "==", name), pool.type), units, NUMBER)
        short = c.Binary("-", needed(name), have, NUMBER)
        return c.Fold("sum", kind, names, c.Choice2("greater", number_const(0), short, NUMBER), NUMBER)

    def _is_covered(
        self, names: c.Value, needed: Callable[[c.Value], c.Value], without: c.Value | None, span: Span = NOWHERE
    ) -> c.Value:
        """Return whether wild pieces can pay for what is missing."""
        return comparison(self._count_wild(without), ">=", self._sum_of_deficits(names, needed, without), span)

    # -- which pieces may go, and which must

    def _is_wanted(self, piece: c.Value) -> c.Value:
        """A piece that is not wild, of a name of which something is missing."""
        _, of = self._worth_of(piece)
        return all_of(
            comparison(of, "!=", c.Const(-1, of.type)), comparison(self._still_missing(of), ">", number_const(0))
        )

    def _any_wanted(self) -> c.Value:
        """Whether a piece that is not wild can still pay something."""
        piece, it = new_variable("piece", self.pool.type.as_one())
        return c.NonEmpty(c.Filter(piece, self.pool, self._is_wanted(it), self.pool.type), TRUTH)

    def _indispensable_pieces(self, full: c.Value) -> c.Value:
        """The pieces without which the rest could not be paid; wild ones once nothing else is left to pay with."""
        piece, it = new_variable("piece", self.pool.type.as_one())
        left_alone = all_of(self._is_wild(self._worth_of(it)[1]), c.Logic("not", (self._any_wanted(),), TRUTH))
        lacking = comparison(self._count_wild(it), "<", self._sum_of_deficits(full, self._still_missing, it))
        paying = c.Logic("or", (self._is_wanted(it), left_alone), TRUTH)
        return c.Filter(piece, self.pool, all_of(paying, lacking), self.pool.type)

    def _is_useful(self, piece: c.Value, full: c.Value) -> c.Value:
        """A wild piece is always of use while something is missing; another one if the rest can still be paid."""
        units, of = self._worth_of(piece)

        def after(name: c.Value) -> c.Value:
            """`less` for the piece's own name, what is missing for every other."""
            rest = c.Either(
                comparison(name, "==", of),
                self._missing_after(self._still_missing(name), units),
                self._still_missing(name),
                NUMBER,
            )
            return c.Choice2("lesser", self._still_missing(name), rest, NUMBER)

        other = all_of(self._is_wanted(piece), self._is_covered(full, after, piece))
        return c.Logic("or", (self._is_wild(of), other), TRUTH)

    def _pay_wild(self, piece: c.Value, full: c.Value) -> c.Action:
        """Pay with a wild piece for a missing name, such that the rest can still be paid.

        Which one is only asked while pieces that are not wild may pay for another.
        """
        name, it = self.name()

        def after(other: c.Value) -> c.Value:
            one_less = c.Binary("-", self._still_missing(other), number_const(1), NUMBER)
            return c.Either(comparison(other, "==", it), one_less, self._still_missing(other), NUMBER)

        fits = all_of(comparison(self._still_missing(it), ">", number_const(0)), self._is_covered(full, after, piece))
        fitting = c.Filter(name, full, fits, full.type)
        chosen, value = self.name()
        first = c.Singleton(c.One("first", fitting, fitting.type.as_one()), fitting.type)
        among = c.Either(self._any_wanted(), fitting, first, fitting.type)
        take = c.Assign(self._still_missing(value), "-", number_const(1), self.span)
        return self.ask(chosen, among, [take])


def _one_if_any(first: c.Value, otherwise: c.Value) -> c.Value:
    """The first thing of a set alone, or another set if that one is empty."""
    one = c.One("first", first, first.type.as_one())
    return c.Either(c.NonEmpty(first, TRUTH), c.Singleton(one, first.type), otherwise, first.type)
