"""Finds what belongs to a thing: `owner's name`, `name for key at key`."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.scope import Scope
from rulewright.check.types import NUMBER, Type
from rulewright.check.values import FAULTY, Faulty, Values
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x

_LOOK_UP = 'As in "prices for apple", "income for 3", "upkeep for apple at 2".'


class Members(Values):
    """Reads facts, places, printed facts, figures and declared values of things."""

    def _of(self, node: x.Of, scope: Scope, expected: Type | None) -> c.Value:
        return self.member(node, [], scope)

    def _table(self, node: x.Table, scope: Scope, expected: Type | None) -> c.Value:
        keys = [node.key] if node.at is None else [node.key, node.at]
        if isinstance(node.base, x.Of):
            return self.member(node.base, keys, scope)
        if isinstance(node.base, x.Name):
            return self._game_table(node.base, keys, scope)
        self.fail(
            Code.NOT_A_TABLE,
            node.base.span,
            'only a name can be looked up with "for"',
            'Name a table of figures, or a fact that goes "for each" of something.',
        )
        return FAULTY

    def _game_table(self, base: x.Name, keys: list[x.Expr], scope: Scope) -> c.Value:
        world, text = self.world, base.text
        if text in world.figures:
            figure = world.figures[text]
            return c.Lookup(figure, self._keys(figure.keys, keys, (), base, scope))
        if ("", text) in world.stored:
            stored = world.stored["", text]
            return c.Read(stored, self._keys(stored.keys, keys, (), base, scope))
        if ("", text) in world.places:
            place = world.places["", text]
            return self.contents(place, self._keys(place.keys, keys, (), base, scope))
        found = self.call_value(("", text), None, keys, scope)
        if found is None:
            known = [*world.figures, *(n for o, n in [*world.stored, *self.value_declarations()] if o == "")]
            world.unknown(x.Word(base.span, text), "table", known)
            raise Faulty
        return found

    def member(self, node: x.Of, keys: list[x.Expr], scope: Scope) -> c.Value:
        """Return what `owner's name`, with further keys, means."""
        owner = self.sure(self.thing(node.owner, scope), node.owner.span)
        domain, name = owner.type.domain, node.name.text
        if domain is None:
            self.fail(Code.WRONG_KIND, node.owner.span, "nobody and nothing have no facts", "Name a person or a thing.")
        assert domain is not None
        for prefix in self.world.owners(domain, owner.type.kind):
            found = self._member_of(prefix, name, owner, keys, node, scope)
            if found is not None:
                return found
        built_in = self._built_in(name, owner)
        if built_in is not None:
            return built_in
        self._unknown_member(node, owner)
        return FAULTY

    def _member_of(
        self, prefix: str, name: str, owner: c.Value, keys: list[x.Expr], node: x.Of, scope: Scope
    ) -> c.Value | None:
        world = self.world
        if (prefix, name) in world.stored:
            stored = world.stored[prefix, name]
            return c.Read(stored, self._keys(stored.keys, keys, (owner,), node, scope))
        if (prefix, name) in world.places:
            place = world.places[prefix, name]
            return self.contents(place, self._keys(place.keys, keys, (owner,), node, scope))
        if (prefix, name) in world.printed:
            figure = world.printed[prefix, name]
            return c.Lookup(figure, self._keys(figure.keys, keys, (owner,), node, scope))
        return self.call_value((prefix, name), owner, keys, scope)

    def _keys(
        self, axes: tuple[c.Axis, ...], nodes: list[x.Expr], first: tuple[c.Value, ...], at: x.Expr, scope: Scope
    ) -> tuple[c.Value, ...]:
        wanted = axes[len(first) :]
        if len(wanted) != len(nodes):
            names = " and ".join(a.domain.name if a.domain else f"a number from {a.low}" for a in wanted)
            needs = f'this is looked up with "for": it needs {names}'
            self.fail(
                Code.WRONG_NUMBER_OF_THINGS, at.span, needs if wanted else "this takes nothing to look it up by",
                _LOOK_UP if wanted else "Leave out \"for\" and what follows it.",
            )  # fmt: skip
        keys = list(first)
        for axis, node in zip(wanted, nodes, strict=True):
            keys.append(self._key(axis, node, scope))
        return tuple(keys)

    def _key(self, axis: c.Axis, node: x.Expr, scope: Scope) -> c.Value:
        if axis.domain is None:
            return self.in_range(self.number(node, scope), axis.start, axis.start + axis.size - 1, node.span)
        return self.one_of(axis.domain, node, scope)

    def _built_in(self, name: str, owner: c.Value) -> c.Value | None:
        domain = owner.type.domain
        if domain is None or domain.how not in ("piece", "names"):
            return None
        if name == "position":
            return c.Where("position", owner, NUMBER)
        if domain.how == "names":
            return None
        return None if name == "player" else self._owner_of_place("player" if name == "holder" else name, owner)

    def _owner_of_place(self, name: str, piece: c.Value) -> c.Value | None:
        """Whose place a piece lies in: the thing of that kind, or nothing."""
        home, kind = self.world.domain_of(name) or (None, None)
        if home is None or name not in (home.name, kind.name if kind else ""):
            return None
        places = [p for p in self.world.places.values() if p.pieces is piece.type.domain]
        axes = [p.keys[0] for p in places if p.keys and p.keys[0].domain is home]
        shared = kind if all(axis.kind is kind for axis in axes) else None
        return c.Where(home.name, piece, Type("one", home, True, shared)) if axes else None

    def _unknown_member(self, node: x.Of, owner: c.Value) -> None:
        prefixes = set(self.world.owners(owner.type.domain, owner.type.kind)) if owner.type.domain else set()
        tables = [*self.world.stored, *self.world.places, *self.world.printed, *self.value_declarations()]
        known = [n for o, n in tables if o in prefixes]
        what = owner.type.kind.name if owner.type.kind else owner.type.domain.name if owner.type.domain else "thing"
        self.world.unknown(node.name, f"fact of a {what}", known)
        raise Faulty
