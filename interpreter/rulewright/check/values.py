"""Finds the meaning and the type of values."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.names import report_hidden, report_unknown
from rulewright.check.scope import Scope
from rulewright.check.types import EMPTY_SET, LOST, NOTHING, NUMBER, TRUTH, Domain, Type
from rulewright.check.world import World
from rulewright.diagnostics import Code, Span
from rulewright.syntax import expressions as x

FAULTY = c.Const(0, NUMBER)
"""Stands for a value that was reported: nothing more is said about it."""

LARGEST = 10**18


INSTEAD = {
    ("set", "number"): ('How many there are is "number of ...".',),
    ("set", "one"): ('One of them is "first of ..." or "only one of ...", or the one that somebody chooses.',),
    ("number", "set"): ("Name a place, or several things of a kind.",),
    ("one", "number"): ('Name a number that it has: "card\'s worth".',),
}
"""What to write where one kind of value stands and another belongs."""


class Faulty(Exception):  # noqa: N818
    """A value could not be understood; it has been reported."""


class Values:
    """Reads values; conditions, members and rules are added by the classes built on it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.bound: dict[tuple[str, str], Span] = {}
        """Where a rule last gave a name a meaning."""

    # -- entry points

    def value(self, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:
        """Return the meaning of a value; `expected` helps to tell names apart."""
        method = getattr(self, f"_{type(node).__name__.lower()}")
        return method(node, scope, expected)  # type: ignore[no-any-return]

    def number(self, node: x.Expr, scope: Scope) -> c.Value:
        """Return a number; anything else is reported."""
        return self._need(self.value(node, scope, NUMBER), "number", node.span)

    def things(self, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:
        """A set; a single thing counts as a set of one."""
        value = self.value(node, scope, expected)
        if value.type.how == "one":
            return c.Singleton(value, value.type.as_set())
        return self._need(value, "set", node.span)

    def thing(self, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:
        """One thing; a set known to hold exactly one piece counts as that piece."""
        value = self.value(node, scope, expected)
        if isinstance(value, c.Const) and value.type.how == "set" and value.value.bit_count() == 1:
            return c.Const(value.value.bit_length() - 1, value.type.as_one())
        if isinstance(value, c.Contents) and value.place.limit == 1:
            return c.One("first", value, value.type.as_one(True))
        return self._need(value, "one", node.span)

    def one_of(self, domain: Domain, node: x.Expr, scope: Scope) -> c.Value:
        """One thing of a domain, and of no other."""
        value = self.thing(node, scope, Type("one", domain))
        if value.type.domain is not domain:
            self.fail(
                Code.WRONG_KIND,
                node.span,
                f"this is {value.type}; a {domain.name} belongs here",
                f"Name a {domain.name}.",
            )
        return self.sure(value, node.span)

    def sure(self, value: c.Value, span: Span) -> c.Value:
        """One thing where neither nobody nor nothing will do: play stops there if it is."""
        return c.Sure(value, value.type.as_one(), span) if value.type.optional else value

    def in_range(self, number: c.Value, low: int, high: int, span: Span) -> c.Value:
        """A number that must lie in a range: what is known beforehand is reported, else play stops there."""
        if isinstance(number, c.Const) and not low <= number.value <= high:
            goes = f"this goes from {low:,} to {high:,}" if low > -LARGEST else f"this is at most {high:,}"
            self.fail(Code.OUT_OF_RANGE, span, goes, "Write a number from that range.")
        known = isinstance(number, c.Const | c.Read | c.Lookup)
        if known and low <= number.type.low and number.type.high <= high:
            return number
        return c.Within(number, low, high, NUMBER, span)

    def span_of(self, first: x.Expr, last: x.Expr, scope: Scope) -> tuple[c.Value, c.Value]:
        """A lowest and a highest number; where both are written out they are the right way round."""
        low, high = self.number(first, scope), self.number(last, scope)
        if isinstance(low, c.Const) and isinstance(high, c.Const) and low.value > high.value:
            message = f"{low.value} to {high.value} is the wrong way round"
            self.fail(Code.OUT_OF_RANGE, last.span, message, f"Write {high.value} to {low.value}.")
        return low, high

    def player_var(self) -> c.Var:
        """A new name for whoever acts."""
        return c.Var("player", Type("one", self.world.domains["player"]))

    def some_things(self, node: x.Expr, scope: Scope) -> c.Value:
        """A set of things of which it is known what they are."""
        value = self.things(node, scope)
        if value.type.domain is None:
            self.fail(
                Code.WRONG_KIND, node.span, f"this is {value.type}; things belong here", *INSTEAD["number", "set"]
            )
        return value

    def one_player(self, node: x.Expr, scope: Scope) -> c.Value:
        """A player."""
        return self.one_of(self.world.domains["player"], node, scope)

    def bind(self, word: x.Word, type_: Type, scope: Scope) -> tuple[Scope, c.Var]:
        """Give a thing a name for the lines that follow; it should hide nothing that the name means already."""
        report_hidden(self.world, word, scope.names, self.value_declarations())
        self.bound[scope.rule, word.text] = word.span
        if word.text == "player" and (type_.how != "one" or type_.domain is not self.world.domains["player"]):
            message = f'"player" is whoever acts, and this is {type_}'
            self.fail(Code.WRONG_KIND, word.span, message, "Give it another name.")
        return scope.let(word.text, type_)

    def _need(self, value: c.Value, how: str, span: Span) -> c.Value:
        if value.type.how != how:
            wanted = {"number": "a number", "set": "a set of things", "one": "one thing", "truth": "yes or no"}[how]
            self.fail(
                Code.WRONG_KIND,
                span,
                f"this is {value.type}; {wanted} belongs here",
                *INSTEAD.get((value.type.how, how), ()),
            )
        return value

    def fail(self, code: Code, span: Span, message: str, *remedy: str) -> None:
        """Report a mistake and raise `Faulty`."""
        self.world.findings.add(code, span, message, *remedy)
        raise Faulty

    # -- leaves

    def _number(self, node: x.Number, scope: Scope, expected: Type | None) -> c.Value:
        return c.Const(node.value, Type("number", low=node.value, high=node.value))

    def _nothing(self, node: x.Nothing, scope: Scope, expected: Type | None) -> c.Value:
        return c.Const(-1, NOTHING)

    def _it(self, node: x.It, scope: Scope, expected: Type | None) -> c.Value:
        if scope.it is None:
            self.fail(
                Code.IT_UNKNOWN, node.span, '"it" has a meaning only after "where"', "Name the thing that is meant."
            )
        assert scope.it is not None
        return c.Use(scope.it)

    def _this(self, node: x.This, scope: Scope, expected: Type | None) -> c.Value:
        if scope.this is None:
            self.fail(
                Code.THIS_UNKNOWN, node.span, '"this" has a meaning only inside the rule of a piece', "Name the piece."
            )
        assert scope.this is not None
        return c.Use(scope.this)

    def _name(self, node: x.Name, scope: Scope, expected: Type | None) -> c.Value:
        text = node.text
        if text in scope.names:
            if scope.names[text].type is LOST:
                raise Faulty
            return c.Use(scope.names[text])
        if expected is not None and (found := self._in_domain(text, expected)) is not None:
            return found
        if (found := self._of_game(text, scope)) is not None:
            return found
        if (found := self._everything(text, scope)) is not None:
            return found
        if (found := self._anywhere(node)) is not None:
            return found
        self._unknown_name(node, scope)
        return FAULTY

    def _in_domain(self, text: str, expected: Type) -> c.Value | None:
        domain = expected.domain
        if domain is None:
            return None
        if domain.how == "piece":
            for kind in domain.kinds:
                if (kind.name, text) in self.world.piece_rules:
                    return c.Const(self.world.piece_rules[kind.name, text][1], Type("set", domain, kind=kind))
        if text in domain.members:
            return c.Const(domain.members.index(text), Type("one", domain))
        return None

    def _of_game(self, text: str, scope: Scope) -> c.Value | None:
        world = self.world
        if ("", text) in world.stored and not world.stored["", text].keys:
            return c.Read(world.stored["", text], ())
        if ("", text) in world.places and not world.places["", text].keys:
            return self.contents(world.places["", text], ())
        if text in world.figures and not world.figures[text].keys:
            return c.Lookup(world.figures[text], ())
        if ("", text) in self.value_declarations():
            return self.call_value(("", text), None, [], scope)
        return None

    def _everything(self, text: str, scope: Scope) -> c.Value | None:
        if text == "others":
            player = self.world.domains["player"]
            everyone = c.Const(player.everything, Type("set", player))
            return c.Binary("without", everyone, self._singleton(self.acting(scope)), Type("set", player))
        found = self.world.domain_of(text)
        if found is None:
            return None
        domain, kind = found
        if text not in (domain.plural, kind.plural if kind else ""):
            return None
        return c.Const(kind.everything if kind else domain.everything, Type("set", domain, kind=kind))

    def _anywhere(self, node: x.Name) -> c.Value | None:
        domains = {d.name: d for d in [*self.world.domains.values(), *self.world.home.values()]}
        found = [v for d in domains.values() if (v := self._in_domain(node.text, Type("one", d))) is not None]
        if len(found) > 1:
            owners = ", ".join(sorted(v.type.domain.name for v in found if v.type.domain))
            self.fail(
                Code.AMBIGUOUS_NAME,
                node.span,
                f'"{node.text}" is a name in several lists: {owners}',
                "Rename one of them.",
            )
        return found[0] if found else None

    def _unknown_name(self, node: x.Name, scope: Scope) -> None:
        world = self.world
        known = [*scope.names, *world.domains, *world.home, *world.figures]
        known += [n for o, n in [*world.stored, *world.places, *self.value_declarations()] if o == ""]
        known += [m for d in world.domains.values() for m in d.members] + [r for _, r in world.piece_rules]
        truths = [n for (o, n), stored in world.stored.items() if o and stored.type.how == "truth"]
        truths += [n for o, n in self.value_declarations() if o]
        let, also = self.bound.get((scope.rule, node.text)), world.also.get(node.text)
        report_unknown(node, known, world.findings, let, also, truths)
        raise Faulty

    def _singleton(self, value: c.Value) -> c.Value:
        return c.Singleton(value, value.type.as_set())

    def acting(self, scope: Scope) -> c.Value:
        """The acting player."""
        if scope.player is None:
            return c.Const(-1, Type("one", self.world.domains["player"], True))
        return c.Use(scope.player)

    def contents(self, place: c.Place, keys: tuple[c.Value, ...]) -> c.Value:
        """Return the set of the pieces in a place."""
        return c.Contents(place, keys, Type("set", place.pieces, kind=place.kind))

    # -- joined values

    def _arithmetic(self, node: x.Arithmetic, scope: Scope, expected: Type | None) -> c.Value:
        left = self.value(node.left, scope, expected)
        if left.type.how == "number":
            right = self.number(node.right, scope)
            operator = {"times": "*", "+": "+", "-": "-"}.get(node.operator)
            if operator is None:
                self.fail(Code.WRONG_KIND, node.span, '"within" joins sets, and these are numbers', "Use + - or times.")
            return c.Binary(operator or "+", left, right, NUMBER)
        if node.operator == "times":
            self.fail(Code.WRONG_KIND, node.left.span, f"this is {left.type}; only numbers can be multiplied")
        left = self._set_of(left, node.left)
        right = self._set_of(self.value(node.right, scope, left.type.as_one()), node.right)
        self._same_domain(left, right, node.span)
        kind = left.type.kind if left.type.kind is right.type.kind or node.operator != "+" else None
        operator = {"+": "or", "-": "without", "within": "and"}[node.operator]
        return c.Binary(operator, left, right, Type("set", left.type.domain or right.type.domain, kind=kind))

    def _set_of(self, value: c.Value, node: x.Expr) -> c.Value:
        if value.type.how == "one":
            return self._singleton(value)
        return self._need(value, "set", node.span)

    def _same_domain(self, left: c.Value, right: c.Value, span: Span) -> None:
        a, b = left.type.domain, right.type.domain
        if a is not None and b is not None and a is not b:
            self.fail(Code.WRONG_KIND, span, f"{left.type} and {right.type} do not go together")

    def _numberof(self, node: x.NumberOf, scope: Scope, expected: Type | None) -> c.Value:
        things = self.some_things(node.of, scope)
        return c.Count(things, Type("number", low=0, high=things.type.domain.size if things.type.domain else 0))

    def _fold(self, node: x.Fold, scope: Scope, expected: Type | None) -> c.Value:
        things = self.some_things(node.things, scope)
        inner, var = self.bind(node.variable, things.type.as_one(), scope)
        return c.Fold(node.how, var, things, self.number(node.value, inner), NUMBER)

    def _pick(self, node: x.Pick, scope: Scope, expected: Type | None) -> c.Value:
        return c.Choice2(node.how, self.number(node.left, scope), self.number(node.right, scope), NUMBER)

    def _single(self, node: x.Single, scope: Scope, expected: Type | None) -> c.Value:
        things = self.things(node.things, scope, expected)
        return c.One(node.how, things, things.type.as_one(True))

    def _nextafter(self, node: x.NextAfter, scope: Scope, expected: Type | None) -> c.Value:
        found = self.world.domain_of(node.kind.text)
        if found is None:
            self.world.unknown(node.kind, "kind of thing", self.world.domains)
            raise Faulty
        thing = self.one_of(found[0], node.thing, scope)
        optional = found[0].how != "player"
        return c.Following(thing, Type("one", found[0], optional))

    def _near(self, node: x.Near, scope: Scope, expected: Type | None) -> c.Value:
        found = self.world.domain_of(node.kind.text)
        if found is None or found[0].how != "grid":
            grids = [d.plural for d in self.world.domains.values() if d.how == "grid"]
            self.world.unknown(node.kind, "grid", grids)
            raise Faulty
        thing = self.value(node.thing, scope, Type("one", found[0]))
        if thing.type.domain is not found[0]:
            message = f"this is {thing.type}; {found[0].plural} belong here"
            self.fail(
                Code.WRONG_KIND, node.thing.span, message, f"Name a {found[0].name}, or a set of {found[0].plural}."
            )
        return c.Nearby(node.how, self.sure(thing, node.thing.span), Type("set", found[0]))

    def _where(self, node: x.Where, scope: Scope, expected: Type | None) -> c.Value:
        things = self.things(node.things, scope, expected)
        inner, var = scope.looking_at(things.type.as_one())
        return c.Filter(var, things, self.condition(node.condition, inner), things.type)

    def _extreme(self, node: x.Extreme, scope: Scope, expected: Type | None) -> c.Value:
        things = self.things(node.things, scope, expected)
        inner, var = scope.looking_at(things.type.as_one())
        return c.Best(node.how, var, things, self.number(node.value, inner), things.type)

    # -- given by the classes built on this one

    def condition(self, node: x.Cond, scope: Scope) -> c.Value:
        """Return a condition; defined in `conditions.py`."""
        raise NotImplementedError

    def value_declarations(self) -> dict[tuple[str, str], object]:
        """Return the `value` declarations by owner and name; defined in `named_values.py`."""
        raise NotImplementedError

    def call_value(
        self, key: tuple[str, str], owner: c.Value | None, arguments: list[x.Expr], scope: Scope
    ) -> c.Value | None:
        """Return what a `value` rule gives; defined in `named_values.py`."""
        raise NotImplementedError


__all__ = ["EMPTY_SET", "FAULTY", "TRUTH", "Faulty", "Values"]
