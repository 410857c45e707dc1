"""Turns what the grammar recognised into the syntax tree: values, conditions and sentences."""

from __future__ import annotations

from typing import Any

from rulewright.diagnostics import Span
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


class Values:
    """Values and conditions."""

    def chosen_word(self, span: Span, c: list[Any]) -> str:
        return " ".join(str(token) for token in c)

    rim = seen = secretly = order_word = each_any = none_word = asking = chosen_word
    extreme_word = direction_word = quantifier = chosen_word

    def number(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Number(span, c[0])

    def name(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Name(span, c[0].text)

    def of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Of(span, c[0], c[1])

    def this(self, span: Span, c: list[Any]) -> x.Expr:
        return x.This(span, c[0])

    def it(self, span: Span, c: list[Any]) -> x.Expr:
        return x.It(span)

    def its(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Of(span, x.It(span), c[0])

    def none(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Nothing(span)

    def number_of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.NumberOf(span, c[0])

    def sum_of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Fold(span, "sum", c[0], c[1], c[2])

    def extreme_of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Fold(span, c[0], c[1], c[2], c[3])

    def lesser(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Pick(span, "lesser", c[0], c[1])

    def greater(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Pick(span, "greater", c[0], c[1])

    def first_of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Single(span, "first", c[0])

    def last_of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Single(span, "last", c[0])

    def only_of(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Single(span, "only", c[0])

    def next_after(self, span: Span, c: list[Any]) -> x.Expr:
        return x.NextAfter(span, c[0], c[1])

    def beside(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Near(span, "beside", c[0], c[1])

    def around(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Near(span, "around", c[0], c[1])

    def space_above(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Near(span, "above", c[0], c[1])

    def space_below(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Near(span, "below", c[0], c[1])

    def space_left(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Near(span, "left of", c[0], c[1])

    def space_right(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Near(span, "right of", c[0], c[1])

    def table(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Table(span, c[0], c[1], c[2])

    def plus(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Arithmetic(span, "+", c[0], c[1])

    def minus(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Arithmetic(span, "-", c[0], c[1])

    def times(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Arithmetic(span, "times", c[0], c[1])

    def within(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Arithmetic(span, "within", c[0], c[1])

    def where(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Where(span, c[0], c[1])

    def extreme(self, span: Span, c: list[Any]) -> x.Expr:
        return x.Extreme(span, c[0], c[1], c[2])

    def _compare(self, operator: str, span: Span, c: list[Any]) -> x.Cond:
        return x.Compare(span, operator, c[0], c[1])

    def is_(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("is", span, c)

    def is_not(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("is-not", span, c)

    def at_least(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("at-least", span, c)

    def at_most(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("at-most", span, c)

    def above(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("above", span, c)

    def below(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("below", span, c)

    def is_in(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("in", span, c)

    def not_in(self, span: Span, c: list[Any]) -> x.Cond:
        return self._compare("not-in", span, c)

    def is_empty(self, span: Span, c: list[Any]) -> x.Cond:
        return x.Empty(span, c[0], True)

    def not_empty(self, span: Span, c: list[Any]) -> x.Cond:
        return x.Empty(span, c[0], False)

    def there_is(self, span: Span, c: list[Any]) -> x.Cond:
        return x.Empty(span, c[0], False)

    def there_is_no(self, span: Span, c: list[Any]) -> x.Cond:
        return x.Empty(span, c[0], True)

    def in_a_row(self, span: Span, c: list[Any]) -> x.Cond:
        return x.InRow(span, c[0], c[1])

    def quantified(self, span: Span, c: list[Any]) -> x.Cond:
        return x.Quantified(span, c[0] == "every", c[1], c[2], c[3])

    def args(self, span: Span, c: list[Any]) -> tuple[x.Expr, ...]:
        return tuple(c)

    def can_pay(self, span: Span, c: list[Any]) -> x.Cond:
        return x.CanPay(span, c[0], c[1] or ())

    def can_do(self, span: Span, c: list[Any]) -> x.Cond:
        return x.CanDo(span, c[0], c[1] or ())

    def not_cond(self, span: Span, c: list[Any]) -> x.Cond:
        return x.Not(span, c[0])

    def _joined(self, how: str, span: Span, c: list[Any]) -> x.Cond:
        left = c[0].parts if isinstance(c[0], x.Joined) and c[0].how == how else (c[0],)
        return x.Joined(span, how, (*left, c[1]))

    def and_cond(self, span: Span, c: list[Any]) -> x.Cond:
        return self._joined("and", span, c)

    def or_cond(self, span: Span, c: list[Any]) -> x.Cond:
        return self._joined("or", span, c)


def _sources(children: list[Any]) -> tuple[list[s.Cite], list[x.Word], list[Any]]:
    """Split a block's children into its citations, the rulings it rests on, and the rest."""
    cites = [c for c in children if isinstance(c, s.Cite)]
    rests = [w for c in children if isinstance(c, tuple) and c and c[0] == "rests" for w in c[1]]
    rest = [c for c in children if not isinstance(c, s.Cite) and not (isinstance(c, tuple) and c and c[0] == "rests")]
    return cites, rests, rest


class Sentences(Values):
    """One method per sentence."""

    def cites(self, span: Span, c: list[Any]) -> s.Cite:
        return s.Cite(span, c[0], c[1])

    def rests(self, span: Span, c: list[Any]) -> tuple[str, list[x.Word]]:
        return ("rests", c)

    def split_sources(self, span: Span, children: list[Any]) -> tuple[s.Sources, list[Any]]:
        cites, rests, rest = _sources(children)
        return s.Sources(span, tuple(cites), tuple(rests)), rest

    def body(self, span: Span, c: list[Any]) -> s.Body:
        sources, lines = self.split_sources(span, c)
        return s.Body(span, sources, tuple(lines))

    said = body

    def let(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Let(span, c[0], c[1])

    def set(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Set(span, c[0], c[1])

    def raise_(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Shift(span, c[0], c[1], 1)

    def lower(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Shift(span, c[0], c[1], -1)

    def take(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Take(span, None, c[0], c[1])

    def takes(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Take(span, c[0], c[1], c[2])

    def pay(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Pay(span, None, c[0], c[1], c[2])

    def pays(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Pay(span, c[0], c[1], c[2], c[3])

    def pay_cost(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.PayCost(span, c[0], c[1] or ())

    def move(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Move(span, c[0], c[1])

    def discard(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Discard(span, c[0])

    def draw(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Draw(span, c[0], c[1], c[2], c[3])

    def shuffle(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Shuffle(span, c[0])

    def roll(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Roll(span, c[0], c[1], c[2], c[3] is not None)

    def mark(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Mark(span, c[0], c[1], True)

    def unmark(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Mark(span, c[0], c[1], False)

    def swap(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Swap(span, c[0], c[1])

    def do(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Do(span, c[0], c[1] or ())

    def follow(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Follow(span, c[0])

    def otherwise_if(self, span: Span, c: list[Any]) -> tuple[x.Cond, s.Body]:
        return (c[0], c[1])

    def otherwise(self, span: Span, c: list[Any]) -> s.Body:
        return c[0]  # type: ignore[no-any-return]

    def if_(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.If(span, ((c[0], c[1]), *c[2:-1]), c[-1])

    def direction(self, span: Span, c: list[Any]) -> tuple[str, x.Expr]:
        return (c[0], c[1])

    def for_each(self, span: Span, c: list[Any]) -> s.Stmt:
        how, start = c[2] or (None, None)
        return s.ForEach(span, c[0], c[1], how, start, c[3], False, None, c[4])

    def laps(self, span: Span, c: list[Any]) -> s.Stmt:
        how, start = c[2] or (None, None)
        return s.ForEach(span, c[0], c[1], how, start, c[3], True, c[4], c[5])

    def for_range(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.ForRange(span, c[0], c[1], c[2], c[3])

    def repeat(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Repeat(span, c[0], c[1])

    def drop(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.DropOut(span)

    def stop(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Stop(span)

    def end(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.End(span, c[0])

    def using_set(self, span: Span, c: list[Any]) -> s.Using:
        return s.Using(span, c[0], c[1], None)

    def using_range(self, span: Span, c: list[Any]) -> s.Using:
        return s.Using(span, c[0], c[1], c[2])

    def also(self, span: Span, c: list[Any]) -> tuple[x.Word, ...]:
        return tuple(c)

    def or_nothing(self, span: Span, c: list[Any]) -> bool:
        return True

    def choose(self, span: Span, c: list[Any]) -> s.Stmt:
        using = s.Using(c[0].span, c[0], c[2], None)
        return s.Choose(span, using, bool(c[1]), c[3], c[4] or ())

    def choose_range(self, span: Span, c: list[Any]) -> s.Stmt:
        using = s.Using(c[0].span, c[0], c[1], c[2])
        return s.Choose(span, using, False, c[3], c[4] or ())

    def when(self, span: Span, c: list[Any]) -> x.Cond:
        return c[0]  # type: ignore[no-any-return]

    def option_in(self, span: Span, c: list[Any]) -> s.Option:
        return s.Option(span, c[0], c[1], c[2], c[3], c[4] if len(c) > 4 else None)

    def ask(self, span: Span, c: list[Any]) -> s.Stmt:
        keep = c[0] != "ask"
        return s.Ask(span, c[1], c[3], keep, bool(c[2]), c[4], c[5] or (), tuple(c[6:]))

    def keeping(self, span: Span, c: list[Any]) -> tuple[x.Word, ...]:
        return tuple(c)

    def until_stop(self, span: Span, c: list[Any]) -> tuple[bool, x.Word | None, x.Cond | None]:
        return (True, c[0], None)

    def until_cond(self, span: Span, c: list[Any]) -> tuple[bool, x.Word | None, x.Cond | None]:
        return (False, None, c[0])

    def offer(self, span: Span, c: list[Any]) -> s.Stmt:
        stop, label, until = c[3] or (False, None, None)
        return s.Offer(span, c[0], c[1] or (), c[2] or (), stop, label, until, c[4] or ())

    def score(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Score(span, c[0], c[1])

    def tell(self, span: Span, c: list[Any]) -> s.Stmt:
        return s.Tell(span, c[0])
