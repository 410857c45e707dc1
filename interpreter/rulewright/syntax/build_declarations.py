"""Reduce actions for declarations whose parts are not the fields of a node in order."""

from __future__ import annotations

from itertools import chain
from typing import Any

from rulewright.diagnostics import Span
from rulewright.syntax import declarations as d
from rulewright.syntax.build import SentenceBuilder, one_named, only, several, several_named
from rulewright.syntax.expressions import Expr, Word
from rulewright.syntax.statements import Body, Cite, Let, Option, Sources


def _children_of(children: list[Any], kind: Any) -> tuple[Any, ...]:
    return tuple(c for c in children if isinstance(c, kind))


def _winner(
    span: Span, how: str, name: str, c: list[Any], side: Word | None = None, condition: Expr | None = None
) -> d.Winner:
    sources = c[-1].sources if isinstance(c[-1], Body) else Sources(span, (), ())
    return d.Winner(span, how, Word(span, name), sources, side, condition)


class DeclarationBuilder(SentenceBuilder):
    """Declarations; `start` is all of them in a text."""

    start = params = several
    scores = assumed = only
    starts, discarded, secret, refilled = map(one_named, ("starts", "discarded", "secret", "refilled"))
    in_all, nests = several_named("in-all"), one_named("nests")
    live, limit, order, needs, later = map(several_named, ("live", "limit", "order", "needs", "later"))

    def names(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `names NAME / NAMES: …`, or `names NAME / NAMES in a circle: …`."""
        name, plural, circle, *labels = c
        listed = (each.members if isinstance(each, d.Numbered) else (each,) for each in labels)
        members = tuple(chain.from_iterable(listed))
        return d.Names(span, name, plural, members, _children_of(c, d.Numbered), circle=circle is not None)

    def links(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `names NAME / NAMES: links between NAMES`; the names are in a data file."""
        return d.Names(span, c[0], c[1], (), (), c[2])

    def grid(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `grid NAME / NAMES: WIDTH by HEIGHT`."""
        name, plural, width, height, more = c
        return d.Grid(span, name, plural, width, height, isinstance(more, str), more if isinstance(more, tuple) else ())

    def hexagons(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `grid NAME / NAMES: WIDTH by HEIGHT hexagons`."""
        name, plural, width, height, edges = c
        return d.Grid(span, name, plural, width, height, False, edges or (), "hexagons")

    def rings_of_hexagons(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `grid NAME / NAMES: NUMBER rings of hexagons`."""
        side = 2 * c[2] - 1
        return d.Grid(span, c[0], c[1], side, side, False, c[3] or (), "rings")

    def edges(self, span: Span, c: list[Any]) -> tuple[Word, ...]:
        """Build `with corners and sides`, or `with sides`."""
        return tuple(word for word in c if word is not None)

    def edge_word(self, span: Span, c: list[Any]) -> Word:
        """Build what a grid has beside its spaces, as the name that it is called by."""
        return Word(span, str(c[0]))

    corners = sides = edge_word

    def optional_type(self, span: Span, c: list[Any]) -> d.TypeOf:
        """Build the type `NAME or nothing`."""
        return d.TypeOf(span, "optional", name=c[0])

    def shape(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `shape NAME / NAMES:`."""
        sources, printed = self.split_sources(span, c[2:])
        return d.Shape(span, c[0], c[1], sources, tuple(printed))

    def worth(self, span: Span, c: list[Any]) -> tuple[str, Any]:
        """Build `worth VALUE of NAME`, what a piece pays."""
        return ("worth", d.Worth(span, c[0], c[1]))

    def piece(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `piece NAME / NAMES:`."""
        sources, rest = self.split_sources(span, c[3:])
        parts: dict[str, Any] = dict(p for p in rest if isinstance(p, tuple))
        return d.Piece(
            span, c[0], c[1], c[2], sources, _children_of(c, d.Printed), parts.get("starts"), parts.get("discarded"),
            parts.get("live", ()), parts.get("limit"), parts.get("worth"),
        )  # fmt: skip

    def cleared(self, span: Span, c: list[Any]) -> tuple[str, Any]:
        """Build `cleared when it moves`."""
        return ("cleared", True)

    def fact(self, span: Span, c: list[Any]) -> d.Fact:
        """Build a fact of an owner."""
        extra: dict[str, Any] = dict(c[3:])
        return d.Fact(span, c[0], c[1] or (), c[2], extra.get("secret"), "cleared" in extra)

    def amount(self, span: Span, c: list[Any]) -> d.Amount:
        """Build an amount of an owner."""
        extra: dict[str, Any] = dict(p for p in c[4:] if isinstance(p, tuple))
        low, high = (0, 9999) if c[2] is None else (c[2], c[3])
        return d.Amount(span, c[0], c[1], low, high, extra.get("secret"), *extra.get("in-all", (None, None)))

    def ordered(self, span: Span, c: list[Any]) -> tuple[str | None, int | None, Word]:
        """Build the content of a stack or row."""
        return (c[0], None, c[1])

    def limited(self, span: Span, c: list[Any]) -> tuple[str | None, int | None, Word]:
        """Build the content of a place with a limit."""
        return (None, c[0], c[1])

    def unlimited(self, span: Span, c: list[Any]) -> tuple[str | None, int | None, Word]:
        """Build the content of a place without a limit."""
        return (None, None, c[0])

    def place(self, span: Span, c: list[Any]) -> d.Place:
        """Build a place of an owner."""
        order, most, kind = c[2]
        extra: dict[str, Any] = dict(c[3:])
        return d.Place(span, c[0], c[1] or (), kind, order, most, extra.get("secret"), extra.get("refilled"))

    def memory(self, span: Span, c: list[Any]) -> d.Memory:
        """Build a memory of the game."""
        return d.Memory(span, c[0], c[1], tuple(c[2:]))

    def has(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `each NAME has:`."""
        return self._build_has(span, c[0], c[1:])

    def game_has(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `the game has:`."""
        return self._build_has(span, None, c)

    def _build_has(self, span: Span, owner: Word | None, c: list[Any]) -> d.Decl:
        sources, rest = self.split_sources(span, c)
        return d.Has(
            span,
            owner,
            sources,
            _children_of(rest, d.Fact),
            _children_of(rest, d.Amount),
            _children_of(rest, d.Place),
            _children_of(rest, d.Memory),
        )

    def menu(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `menu NAME`."""
        parts: dict[str, Any] = dict(p for p in c[3:] if isinstance(p, tuple))
        keeps = _children_of(c, d.Keeps)
        return d.Menu(span, c[0], c[1] or (), c[2], keeps, parts.get("nests", 1), parts.get("order", ()))

    def option_on(self, span: Span, c: list[Any]) -> d.MenuOption:
        """Build `option NAME on MENU`."""
        option = Option(span, c[0], c[1], c[5] or (), c[6], c[7] if len(c) > 7 else None)
        return d.MenuOption(span, c[2], c[3] or (), c[4], option)

    option_of = option_on

    def step(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `step NAME:`."""
        return d.Step(span, "step", c[0], c[1] or (), None, c[2])

    def game(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `game:`, the step that is the whole game."""
        return d.Step(span, "game", Word(span, "game"), (), c[0], c[1])

    def cost_units(self, span: Span, c: list[Any]) -> d.CostPart:
        """Build the part of a cost that pieces of a pool pay."""
        fact, pool = c[4]
        return d.CostPart(span, c[1], c[0], c[2], c[3], pool, fact)

    def pool(self, span: Span, c: list[Any]) -> tuple[Word | None, Any]:
        """Build the pieces that may pay."""
        return (None, c[0])

    def pool_of(self, span: Span, c: list[Any]) -> tuple[Word | None, Any]:
        """Build the pieces that may pay by one of their facts."""
        return (c[0], c[1])

    def cost(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `cost NAME:`."""
        sources, rest = self.split_sources(span, c[2:])
        return d.Cost(span, c[0], c[1] or (), sources, tuple(rest))

    def value(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `value NAME:` with its cases."""
        sources, rest = self.split_sources(span, c[4:])
        lets, cases = _children_of(rest, Let), _children_of(rest, d.ValueCase)
        return d.Value(span, c[0], c[1], c[2] or (), c[3], sources, lets, cases)

    def at_end(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `rule NAME at the end of PHASE:`."""
        return d.After(span, c[0], c[1], (), c[2], c[3], c[4], "end")

    def tie_break(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `tie-break NAME:`."""
        sources, rest = self.split_sources(span, c[2:])
        return d.TieBreak(span, c[0], c[1], sources, rest[0])

    def winner_points(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `whoever has fewest points wins`."""
        return _winner(span, c[0], "points", c)

    def winner_teams(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `players with the same NAME win together`."""
        return _winner(span, "teams", "teams", c, side=c[0])

    def winner_all(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `all players win together if CONDITION`."""
        return _winner(span, "all", "all", c, condition=c[0])

    def ruling(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `ruling NAME:`."""
        return d.Ruling(span, c[0], tuple(c[1:-2]), c[-2], c[-1])

    def always(self, span: Span, c: list[Any]) -> d.Decl:
        """Build `always NAME:`."""
        sources, rest = self.split_sources(span, c[1:])
        return d.Always(span, c[0], sources, rest[0])

    def kind_name(self, span: Span, c: list[Any]) -> Word:
        """Build the kind of piece that a rule is for."""
        return Word(span, str(c[0]))

    def piece_rule(self, span: Span, c: list[Any]) -> d.Decl:
        """Build the rule of a piece: `KIND NAME:`."""
        sources, rest = self.split_sources(span, c[3:])
        options, when, scores = (
            _children_of(rest, d.MenuOption),
            _children_of(rest, d.WhenStep),
            _children_of(rest, Body),
        )
        return d.PieceRule(span, c[0], c[1], c[2], sources, options, when, scores)

    def literal(self, span: Span, c: list[Any]) -> Word:
        """Build a text or number as a word."""
        return c[0] if isinstance(c[0], Word) else Word(span, str(c[0]))

    def difference(self, span: Span, c: list[Any]) -> d.Difference:
        """Build `difference NAME "…":` with its edits."""
        said: dict[str, tuple[Word, ...]] = {"needs": (), "later": ()}
        for part in c[2:]:
            if isinstance(part, tuple):
                said[part[0]] += part[1]
        edits = tuple(part for part in c[2:] if not isinstance(part, tuple | Cite))
        return d.Difference(span, c[0], c[1], _children_of(c, Cite), said["needs"], said["later"], edits)
