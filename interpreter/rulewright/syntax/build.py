"""Reduce actions for values, conditions and sentences whose parts are not the fields of a node in order."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.diagnostics import Span
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s


def only(self: object, span: Span, c: list[Any]) -> Any:
    """Return the only part."""
    return c[0]


def several(self: object, span: Span, c: list[Any]) -> tuple[Any, ...]:
    """Return all parts."""
    return tuple(c)


def one_named(name: str) -> Callable[[object, Span, list[Any]], tuple[str, Any]]:
    """Return an action that labels its only part with a name."""
    return lambda self, span, c: (name, c[0])


def several_named(name: str) -> Callable[[object, Span, list[Any]], tuple[str, tuple[Any, ...]]]:
    """Return an action that labels all its parts with a name."""
    return lambda self, span, c: (name, tuple(c))


class ValueBuilder:
    """Values and conditions."""

    def chosen_word(self, span: Span, c: list[Any]) -> str:
        """Build the words of an alternative, as one text."""
        return " ".join(str(token) for token in c)

    rim = circle = seen = down = secretly = how_asked = order_word = each_any = none_word = asking = chosen_word
    how_many = extreme_word = direction_word = quantifier = chosen_word
    args = several

    def name(self, span: Span, c: list[Any]) -> x.Expr:
        """Build a name used as a value."""
        return x.Name(span, c[0].text)

    def none(self, span: Span, c: list[Any]) -> x.Expr:
        """Build `nothing` or `nobody`."""
        return x.Nothing(span)

    def its(self, span: Span, c: list[Any]) -> x.Expr:
        """Build `its NAME`."""
        return x.Of(span, x.It(span), c[0])

    def quantified(self, span: Span, c: list[Any]) -> x.Expr:
        """Build `every X of SET is …` or `some X of SET is …`."""
        return x.Quantified(span, c[0] == "every", c[1], c[2], c[3])

    def value_always(self, span: Span, c: list[Any]) -> d.ValueCase:
        """Build the last case of a value: what it gives, or when it is so."""
        return d.ValueCase(span, None, c[0]) if isinstance(c[0], x.Cond) else d.ValueCase(span, c[0], None)

    def table(self, span: Span, c: list[Any]) -> x.Expr:
        """Build `base for key at other key`."""
        return x.Table(span, c[0], tuple(c[1:]))

    def holds(self, span: Span, c: list[Any]) -> x.Expr:
        """Build `thing name key at other key`."""
        return x.Holds(span, c[0], c[1], tuple(c[2:]))

    def _join_conditions(self, how: str, span: Span, c: list[Any]) -> x.Expr:
        left = c[0].parts if isinstance(c[0], x.Joined) and c[0].how == how else (c[0],)
        return x.Joined(span, how, (*left, c[1]))

    def and_cond(self, span: Span, c: list[Any]) -> x.Expr:
        """Build conditions joined by `and`."""
        return self._join_conditions("and", span, c)

    def or_cond(self, span: Span, c: list[Any]) -> x.Expr:
        """Build conditions joined by `or`."""
        return self._join_conditions("or", span, c)


def _split_sources(children: list[Any]) -> tuple[list[s.Cite], list[x.Word], list[Any]]:
    """Split a block's children into its citations, the rulings it rests on, and the rest."""
    cites = [c for c in children if isinstance(c, s.Cite)]
    rests = [w for c in children if isinstance(c, tuple) and c and c[0] == "rests" for w in c[1]]
    rest = [c for c in children if not isinstance(c, s.Cite) and not (isinstance(c, tuple) and c and c[0] == "rests")]
    return cites, rests, rest


class SentenceBuilder(ValueBuilder):
    """Sentences."""

    rests = several_named("rests")
    keys = several
    also = keeping = several
    when = otherwise = only

    def split_sources(self, span: Span, children: list[Any]) -> tuple[s.Sources, list[Any]]:
        """Split the children of a block into its citations and the rest."""
        cites, rests, rest = _split_sources(children)
        return s.Sources(span, tuple(cites), tuple(rests)), rest

    def body(self, span: Span, c: list[Any]) -> s.Body:
        """Build the indented lines of a block."""
        sources, lines = self.split_sources(span, c)
        return s.Body(span, sources, tuple(lines))

    said = body

    def otherwise_if(self, span: Span, c: list[Any]) -> tuple[x.Expr, s.Body]:
        """Build a further case of an `if`."""
        return (c[0], c[1])

    def if_(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `if CONDITION:` with all its cases."""
        return s.If(span, ((c[0], c[1]), *c[2:-1]), c[-1])

    def direction(self, span: Span, c: list[Any]) -> tuple[str, x.Expr]:
        """Build the order in which a loop goes through players, and where it begins."""
        return (c[0], c[1])

    def for_each(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `for each NAME in SET:`."""
        how, start = c[2] or (None, None)
        return s.ForEach(span, c[0], c[1], how, start, c[3], False, None, c[4])

    def laps(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `in laps for each NAME in SET:`."""
        how, start = c[2] or (None, None)
        return s.ForEach(span, c[0], c[1], how, start, c[3], True, c[4], c[5])

    using = several

    def or_nothing(self, span: Span, c: list[Any]) -> bool:
        """Build `or nothing` after the name of a choice."""
        return True

    def choose(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `choose NAME from SET`."""
        using = s.Using(c[0].span, c[0], c[2], None)
        return s.Choose(span, using, bool(c[1]), c[3], c[4] or ())

    def choose_range(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `choose NAME from LOW to HIGH`."""
        using = s.Using(c[0].span, c[0], c[1], c[2])
        return s.Choose(span, using, False, c[3], c[4] or ())

    def exactly(self, span: Span, c: list[Any]) -> tuple[x.Expr | None, x.Expr | None]:
        """Build how many things are chosen."""
        return c[0], None

    between = several

    def up_to(self, span: Span, c: list[Any]) -> tuple[x.Expr | None, x.Expr | None]:
        """Build how many things are chosen at most."""
        return None, c[0]

    def any_number(self, span: Span, c: list[Any]) -> tuple[x.Expr | None, x.Expr | None]:
        """Build that any number of things is chosen."""
        return None, None

    def choose_many(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `choose NUMBER NAME from SET`."""
        return s.ChooseMany(span, *c[0], *c[1:])

    def move_some(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `move NUMBER NAME from SET to PLACE`."""
        return s.MoveSome(span, c[0], c[1], c[2], c[4], c[3])

    def ask(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `ask PLAYER "…":` with its options."""
        keep = c[0] != "ask"
        return s.Ask(span, c[1], c[3], keep, c[2] or "", c[4], c[5] or (), tuple(c[6:]))

    def until_stop(self, span: Span, c: list[Any]) -> tuple[bool, x.Word | None, x.Expr | None]:
        """Build the option that ends an `offer`."""
        return (True, c[0], None)

    def until_cond(self, span: Span, c: list[Any]) -> tuple[bool, x.Word | None, x.Expr | None]:
        """Build the condition that ends an `offer`."""
        return (False, None, c[0])

    def offer(self, span: Span, c: list[Any]) -> s.Stmt:
        """Build `offer MENU` with the menus beside it."""
        stop, label, until = c[3] or (False, None, None)
        return s.Offer(span, c[0], c[1] or (), c[2] or (), stop, label, until, c[4] or ())
