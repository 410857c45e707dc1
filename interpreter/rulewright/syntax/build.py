"""Turns what the grammar recognised into the syntax tree: values, conditions and sentences."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args
from lark.tree import Meta

from rulewright.diagnostics import Span
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


class Base(Transformer[Token, Any]):
    """Spans and words; `file` and `offset` (lines above the text) are set before each parse."""

    file = ""
    offset = 0

    def span(self, meta: Meta) -> Span:
        if getattr(meta, "line", None) is None:
            return Span(self.file, self.offset + 1, 1, self.offset + 1, 1)
        return Span(self.file, meta.line + self.offset, meta.column, meta.end_line + self.offset, meta.end_column)

    def token_span(self, token: Token) -> Span:
        line, column = token.line or 1, token.column or 1
        return Span(self.file, line + self.offset, column, line + self.offset, column + len(token))

    def NAME(self, token: Token) -> x.Word:  # noqa: N802
        return x.Word(self.token_span(token), str(token))

    def STRING(self, token: Token) -> x.Word:  # noqa: N802
        return x.Word(self.token_span(token), str(token)[1:-1])

    def INT(self, token: Token) -> int:  # noqa: N802
        return int(token)


@v_args(meta=True)
class Values(Base):
    """Values and conditions."""

    def chosen_word(self, meta: Meta, c: list[Any]) -> str:
        return " ".join(str(token) for token in c)

    rim = seen = secretly = order_word = each_any = none_word = asking = chosen_word
    extreme_word = direction_word = quantifier = chosen_word

    def number(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Number(self.span(meta), c[0])

    def name(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Name(self.span(meta), c[0].text)

    def of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Of(self.span(meta), c[0], c[1])

    def this(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.This(self.span(meta), c[0])

    def it(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.It(self.span(meta))

    def its(self, meta: Meta, c: list[Any]) -> x.Expr:
        span = self.span(meta)
        return x.Of(span, x.It(span), c[0])

    def none(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Nothing(self.span(meta))

    def number_of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.NumberOf(self.span(meta), c[0])

    def sum_of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Fold(self.span(meta), "sum", c[0], c[1], c[2])

    def extreme_of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Fold(self.span(meta), c[0], c[1], c[2], c[3])

    def lesser(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Pick(self.span(meta), "lesser", c[0], c[1])

    def greater(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Pick(self.span(meta), "greater", c[0], c[1])

    def first_of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Single(self.span(meta), "first", c[0])

    def last_of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Single(self.span(meta), "last", c[0])

    def only_of(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Single(self.span(meta), "only", c[0])

    def next_after(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.NextAfter(self.span(meta), c[0], c[1])

    def beside(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Near(self.span(meta), "beside", c[0], c[1])

    def around(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Near(self.span(meta), "around", c[0], c[1])

    def table(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Table(self.span(meta), c[0], c[1], c[2])

    def plus(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Arithmetic(self.span(meta), "+", c[0], c[1])

    def minus(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Arithmetic(self.span(meta), "-", c[0], c[1])

    def times(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Arithmetic(self.span(meta), "times", c[0], c[1])

    def within(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Arithmetic(self.span(meta), "within", c[0], c[1])

    def where(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Where(self.span(meta), c[0], c[1])

    def extreme(self, meta: Meta, c: list[Any]) -> x.Expr:
        return x.Extreme(self.span(meta), c[0], c[1], c[2])

    def _compare(self, operator: str, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Compare(self.span(meta), operator, c[0], c[1])

    def is_(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("is", meta, c)

    def is_not(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("is-not", meta, c)

    def at_least(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("at-least", meta, c)

    def at_most(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("at-most", meta, c)

    def above(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("above", meta, c)

    def below(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("below", meta, c)

    def is_in(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("in", meta, c)

    def not_in(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._compare("not-in", meta, c)

    def is_empty(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Empty(self.span(meta), c[0], True)

    def not_empty(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Empty(self.span(meta), c[0], False)

    def there_is(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Empty(self.span(meta), c[0], False)

    def there_is_no(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Empty(self.span(meta), c[0], True)

    def quantified(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Quantified(self.span(meta), c[0] == "every", c[1], c[2], c[3])

    def args(self, meta: Meta, c: list[Any]) -> tuple[x.Expr, ...]:
        return tuple(c)

    def can_pay(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.CanPay(self.span(meta), c[0], c[1] or ())

    def can_do(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.CanDo(self.span(meta), c[0], c[1] or ())

    def not_cond(self, meta: Meta, c: list[Any]) -> x.Cond:
        return x.Not(self.span(meta), c[0])

    def _joined(self, how: str, meta: Meta, c: list[Any]) -> x.Cond:
        left = c[0].parts if isinstance(c[0], x.Joined) and c[0].how == how else (c[0],)
        return x.Joined(self.span(meta), how, (*left, c[1]))

    def and_cond(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._joined("and", meta, c)

    def or_cond(self, meta: Meta, c: list[Any]) -> x.Cond:
        return self._joined("or", meta, c)


def _sources(children: list[Any]) -> tuple[list[s.Cite], list[x.Word], list[Any]]:
    """Split a block's children into its citations, the rulings it rests on, and the rest."""
    cites = [c for c in children if isinstance(c, s.Cite)]
    rests = [w for c in children if isinstance(c, tuple) and c and c[0] == "rests" for w in c[1]]
    rest = [c for c in children if not isinstance(c, s.Cite) and not (isinstance(c, tuple) and c and c[0] == "rests")]
    return cites, rests, rest


@v_args(meta=True)
class Sentences(Values):
    """One method per sentence."""

    def cites(self, meta: Meta, c: list[Any]) -> s.Cite:
        return s.Cite(self.span(meta), c[0], c[1])

    def rests(self, meta: Meta, c: list[Any]) -> tuple[str, list[x.Word]]:
        return ("rests", c)

    def split_sources(self, meta: Meta, children: list[Any]) -> tuple[s.Sources, list[Any]]:
        cites, rests, rest = _sources(children)
        return s.Sources(self.span(meta), tuple(cites), tuple(rests)), rest

    def body(self, meta: Meta, c: list[Any]) -> s.Body:
        sources, lines = self.split_sources(meta, c)
        return s.Body(self.span(meta), sources, tuple(lines))

    def let(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Let(self.span(meta), c[0], c[1])

    def set(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Set(self.span(meta), c[0], c[1])

    def raise_(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Shift(self.span(meta), c[0], c[1], 1)

    def lower(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Shift(self.span(meta), c[0], c[1], -1)

    def take(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Take(self.span(meta), None, c[0], c[1])

    def takes(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Take(self.span(meta), c[0], c[1], c[2])

    def pay(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Pay(self.span(meta), None, c[0], c[1], c[2])

    def pays(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Pay(self.span(meta), c[0], c[1], c[2], c[3])

    def pay_cost(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.PayCost(self.span(meta), c[0], c[1] or ())

    def move(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Move(self.span(meta), c[0], c[1])

    def discard(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Discard(self.span(meta), c[0])

    def draw(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Draw(self.span(meta), c[0], c[1], c[2], c[3])

    def shuffle(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Shuffle(self.span(meta), c[0])

    def roll(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Roll(self.span(meta), c[0], c[1], c[2])

    def mark(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Mark(self.span(meta), c[0], c[1], True)

    def unmark(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Mark(self.span(meta), c[0], c[1], False)

    def swap(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Swap(self.span(meta), c[0], c[1])

    def do(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Do(self.span(meta), c[0], c[1] or ())

    def follow(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Follow(self.span(meta), c[0])

    def otherwise_if(self, meta: Meta, c: list[Any]) -> tuple[x.Cond, s.Body]:
        return (c[0], c[1])

    def otherwise(self, meta: Meta, c: list[Any]) -> s.Body:
        return c[0]  # type: ignore[no-any-return]

    def if_(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.If(self.span(meta), ((c[0], c[1]), *c[2:-1]), c[-1])

    def direction(self, meta: Meta, c: list[Any]) -> tuple[str, x.Expr]:
        return (c[0], c[1])

    def for_each(self, meta: Meta, c: list[Any]) -> s.Stmt:
        how, start = c[2] or (None, None)
        return s.ForEach(self.span(meta), c[0], c[1], how, start, c[3], False, None, c[4])

    def laps(self, meta: Meta, c: list[Any]) -> s.Stmt:
        how, start = c[2] or (None, None)
        return s.ForEach(self.span(meta), c[0], c[1], how, start, None, True, c[3], c[4])

    def for_range(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.ForRange(self.span(meta), c[0], c[1], c[2], c[3])

    def repeat(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Repeat(self.span(meta), c[0], c[1])

    def drop(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.DropOut(self.span(meta))

    def stop(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Stop(self.span(meta))

    def end(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.End(self.span(meta), c[0])

    def using_set(self, meta: Meta, c: list[Any]) -> s.Using:
        return s.Using(self.span(meta), c[0], c[1], None)

    def using_range(self, meta: Meta, c: list[Any]) -> s.Using:
        return s.Using(self.span(meta), c[0], c[1], c[2])

    def also(self, meta: Meta, c: list[Any]) -> tuple[x.Word, ...]:
        return tuple(c)

    def or_nothing(self, meta: Meta, c: list[Any]) -> bool:
        return True

    def choose(self, meta: Meta, c: list[Any]) -> s.Stmt:
        using = s.Using(c[0].span, c[0], c[2], None)
        return s.Choose(self.span(meta), using, bool(c[1]), c[3], c[4] or ())

    def choose_range(self, meta: Meta, c: list[Any]) -> s.Stmt:
        using = s.Using(c[0].span, c[0], c[1], c[2])
        return s.Choose(self.span(meta), using, False, c[3], c[4] or ())

    def when(self, meta: Meta, c: list[Any]) -> x.Cond:
        return c[0]  # type: ignore[no-any-return]

    def option_in(self, meta: Meta, c: list[Any]) -> s.Option:
        return s.Option(self.span(meta), c[0], c[1], c[2], c[3], c[4] if len(c) > 4 else None)

    def ask(self, meta: Meta, c: list[Any]) -> s.Stmt:
        keep = c[0] != "ask"
        return s.Ask(self.span(meta), c[1], c[3], keep, bool(c[2]), c[4], c[5] or (), tuple(c[6:]))

    def keeping(self, meta: Meta, c: list[Any]) -> tuple[x.Word, ...]:
        return tuple(c)

    def until_stop(self, meta: Meta, c: list[Any]) -> tuple[bool, x.Word | None, x.Cond | None]:
        return (True, c[0], None)

    def until_cond(self, meta: Meta, c: list[Any]) -> tuple[bool, x.Word | None, x.Cond | None]:
        return (False, None, c[0])

    def offer(self, meta: Meta, c: list[Any]) -> s.Stmt:
        stop, label, until = c[3] or (False, None, None)
        return s.Offer(self.span(meta), c[0], c[1] or (), c[2] or (), stop, label, until, c[4] or ())

    def score(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Score(self.span(meta), c[0], c[1])

    def tell(self, meta: Meta, c: list[Any]) -> s.Stmt:
        return s.Tell(self.span(meta), c[0])
