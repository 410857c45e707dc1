"""Turns what the grammar recognised into the syntax tree: declarations."""

from __future__ import annotations

from typing import Any

from lark import v_args
from lark.tree import Meta

from rulewright.syntax import declarations as d
from rulewright.syntax.build import Sentences
from rulewright.syntax.expressions import Word
from rulewright.syntax.statements import Body, Option


def _of(children: list[Any], kind: Any) -> tuple[Any, ...]:
    return tuple(c for c in children if isinstance(c, kind))


@v_args(meta=True)
class Declarations(Sentences):
    """One method per declaration. A declaration's list is what `start` gives."""

    def start(self, meta: Meta, c: list[Any]) -> tuple[d.Decl, ...]:
        return tuple(c)

    def label(self, meta: Meta, c: list[Any]) -> d.Label:
        return d.Label(self.span(meta), c[0], c[1])

    def names(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Names(self.span(meta), c[0], c[1], tuple(c[2:]))

    def grid(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Grid(self.span(meta), c[0], c[1], c[2], c[3], c[4] is not None)

    def range_type(self, meta: Meta, c: list[Any]) -> d.TypeOf:
        return d.TypeOf(self.span(meta), "range", c[0], c[1])

    def truth_type(self, meta: Meta, c: list[Any]) -> d.TypeOf:
        return d.TypeOf(self.span(meta), "truth")

    def set_type(self, meta: Meta, c: list[Any]) -> d.TypeOf:
        return d.TypeOf(self.span(meta), "set", name=c[0])

    def one_type(self, meta: Meta, c: list[Any]) -> d.TypeOf:
        return d.TypeOf(self.span(meta), "one", name=c[0])

    def optional_type(self, meta: Meta, c: list[Any]) -> d.TypeOf:
        return d.TypeOf(self.span(meta), "optional", name=c[0])

    def printed(self, meta: Meta, c: list[Any]) -> d.Printed:
        return d.Printed(self.span(meta), c[0], c[1])

    def shape(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Shape(self.span(meta), c[0], c[1], tuple(c[2:]))

    def starts(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("starts", c[0])

    def discarded(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("discarded", c[0])

    def live(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("live", tuple(c))

    def limit(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("limit", (c[0], c[1]))

    def worth(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("worth", d.Worth(self.span(meta), c[0], c[1]))

    def piece(self, meta: Meta, c: list[Any]) -> d.Decl:
        parts = dict(p for p in c[3:] if isinstance(p, tuple))
        return d.Piece(
            self.span(meta), c[0], c[1], c[2], _of(c, d.Printed), parts.get("starts"), parts.get("discarded"),
            parts.get("live", ()), parts.get("limit"), parts.get("worth"),
        )  # fmt: skip

    def key(self, meta: Meta, c: list[Any]) -> d.Key:
        return d.Key(self.span(meta), c[0])

    def key_range(self, meta: Meta, c: list[Any]) -> d.Key:
        return d.Key(self.span(meta), None, c[0], c[1])

    at_key = key
    at_range = key_range

    def secret(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("secret", c[0])

    def cleared(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("cleared", True)

    def in_all(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("in-all", c[0])

    def refilled(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("refilled", c[0])

    def fact(self, meta: Meta, c: list[Any]) -> d.Fact:
        extra = dict(c[3:])
        return d.Fact(self.span(meta), c[0], c[1], c[2], extra.get("secret"), "cleared" in extra)

    def amount(self, meta: Meta, c: list[Any]) -> d.Amount:
        extra = dict(p for p in c[4:] if isinstance(p, tuple))
        low, high = (0, 9999) if c[2] is None else (c[2], c[3])
        return d.Amount(self.span(meta), c[0], c[1], low, high, extra.get("secret"), extra.get("in-all"))

    def ordered(self, meta: Meta, c: list[Any]) -> tuple[str | None, int | None, Word]:
        return (c[0], None, c[1])

    def limited(self, meta: Meta, c: list[Any]) -> tuple[str | None, int | None, Word]:
        return (None, c[0], c[1])

    def unlimited(self, meta: Meta, c: list[Any]) -> tuple[str | None, int | None, Word]:
        return (None, None, c[0])

    def place(self, meta: Meta, c: list[Any]) -> d.Place:
        order, most, kind = c[2]
        extra = dict(c[3:])
        return d.Place(self.span(meta), c[0], c[1], kind, order, most, extra.get("secret"), extra.get("refilled"))

    def has(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Has(self.span(meta), c[0], _of(c, d.Fact), _of(c, d.Amount), _of(c, d.Place))

    def game_has(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Has(self.span(meta), None, _of(c, d.Fact), _of(c, d.Amount), _of(c, d.Place))

    def figure(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Figure(self.span(meta), c[0], c[1], c[2], c[3])

    def params(self, meta: Meta, c: list[Any]) -> tuple[Word, ...]:
        return tuple(c)

    def keeps(self, meta: Meta, c: list[Any]) -> d.Keeps:
        return d.Keeps(self.span(meta), c[0], c[1], c[2])

    def nests(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("nests", c[0])

    def order(self, meta: Meta, c: list[Any]) -> tuple[str, Any]:
        return ("order", tuple(c))

    def menu(self, meta: Meta, c: list[Any]) -> d.Decl:
        parts = dict(p for p in c[3:] if isinstance(p, tuple))
        keeps = _of(c, d.Keeps)
        return d.Menu(self.span(meta), c[0], c[1] or (), c[2], keeps, parts.get("nests", 1), parts.get("order", ()))

    def once_each(self, meta: Meta, c: list[Any]) -> d.Often:
        return d.Often(self.span(meta), c[0])

    def once_only(self, meta: Meta, c: list[Any]) -> d.Often:
        return d.Often(self.span(meta), None)

    def option_on(self, meta: Meta, c: list[Any]) -> d.MenuOption:
        option = Option(self.span(meta), c[0], c[1], c[5], c[6], c[7])
        return d.MenuOption(self.span(meta), c[2], c[3] or (), c[4], option)

    option_of = option_on

    def step(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Step(self.span(meta), "step", c[0], c[1] or (), None, c[2])

    def phase(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Step(self.span(meta), "phase", c[0], c[1] or (), c[2], c[3])

    def game(self, meta: Meta, c: list[Any]) -> d.Decl:
        span = self.span(meta)
        return d.Step(span, "game", Word(span, "game"), (), c[0], c[1])

    def cost_amount(self, meta: Meta, c: list[Any]) -> d.CostPart:
        return d.CostPart(self.span(meta), "amount", c[0], c[1])

    def cost_units(self, meta: Meta, c: list[Any]) -> d.CostPart:
        fact, pool = c[4]
        return d.CostPart(self.span(meta), c[1], c[0], c[2], c[3], pool, fact)

    def pool(self, meta: Meta, c: list[Any]) -> tuple[Word | None, Any]:
        return (None, c[0])

    def pool_of(self, meta: Meta, c: list[Any]) -> tuple[Word | None, Any]:
        return (c[0], c[1])

    def cost(self, meta: Meta, c: list[Any]) -> d.Decl:
        sources, rest = self.split_sources(meta, c[2:])
        return d.Cost(self.span(meta), c[0], c[1] or (), sources, tuple(rest))

    def value_always(self, meta: Meta, c: list[Any]) -> d.ValueCase:
        return d.ValueCase(self.span(meta), c[0], None)

    def value_if(self, meta: Meta, c: list[Any]) -> d.ValueCase:
        return d.ValueCase(self.span(meta), c[0], c[1])

    def value_truth(self, meta: Meta, c: list[Any]) -> d.ValueCase:
        return d.ValueCase(self.span(meta), None, c[0])

    def value(self, meta: Meta, c: list[Any]) -> d.Decl:
        sources, cases = self.split_sources(meta, c[4:])
        return d.Value(self.span(meta), c[0], c[1], c[2] or (), c[3], sources, tuple(cases))

    def after(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.After(self.span(meta), c[0], c[1], c[2] or (), c[3], c[4], c[5], False)

    def at_end(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.After(self.span(meta), c[0], c[1], (), c[2], c[3], c[4], True)

    def scoring(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Scoring(self.span(meta), c[0], c[1], c[2])

    def tie_break(self, meta: Meta, c: list[Any]) -> d.Decl:
        sources, rest = self.split_sources(meta, c[2:])
        return d.TieBreak(self.span(meta), c[0], c[1], sources, rest[0])

    def ruling(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Ruling(self.span(meta), c[0], tuple(c[1:-2]), c[-2], c[-1])

    def always(self, meta: Meta, c: list[Any]) -> d.Decl:
        sources, rest = self.split_sources(meta, c[1:])
        return d.Always(self.span(meta), c[0], sources, rest[0])

    def when_step(self, meta: Meta, c: list[Any]) -> d.WhenStep:
        return d.WhenStep(self.span(meta), c[0], c[1])

    def scores(self, meta: Meta, c: list[Any]) -> Body:
        return c[0]  # type: ignore[no-any-return]

    def piece_rule(self, meta: Meta, c: list[Any]) -> d.Decl:
        sources, rest = self.split_sources(meta, c[3:])
        options, when, scores = _of(rest, d.MenuOption), _of(rest, d.WhenStep), _of(rest, Body)
        return d.PieceRule(self.span(meta), c[0], c[1], c[2], sources, options, when, scores)

    def replace(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Replace(self.span(meta), c[0])

    def literal(self, meta: Meta, c: list[Any]) -> Word:
        return c[0] if isinstance(c[0], Word) else Word(self.span(meta), str(c[0]))

    def change(self, meta: Meta, c: list[Any]) -> d.Decl:
        at = c[2] if isinstance(c[2], Word) or c[2] is None else Word(self.span(meta), str(c[2]))
        return d.ChangeFigure(self.span(meta), c[0], c[1], at, c[3], c[4], c[5], c[6])

    def remove(self, meta: Meta, c: list[Any]) -> d.Decl:
        return d.Remove(self.span(meta), c[0], c[1], c[2], c[3])


