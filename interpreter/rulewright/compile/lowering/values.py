"""Lowers values of the checked rules to expressions."""

from __future__ import annotations

from typing import assert_never

from rulewright.check import core as c
from rulewright.check.core.things import entry_count
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, Int, Set, Type, joined, range_of
from rulewright.compile.layout import ir_type
from rulewright.compile.lowering import folds, grids, make, spreading
from rulewright.compile.lowering.histories import been_here
from rulewright.compile.lowering.imagining import would_be
from rulewright.compile.lowering.paths import longest_path
from rulewright.compile.lowering.scope import LoweringScope, first_of, members, set_type


class ValueLowering(LoweringScope):
    """Lowers values, one case for each kind."""

    def value(self, value: c.Value) -> ir.Expr:
        """Lower a value, after inlining the declared values in it."""
        return self.expr(self.expanded(value))

    def expr(self, value: c.Value) -> ir.Expr:  # noqa: C901, PLR0912 - one case for each kind of value
        """Lower a value as it is."""
        match value:
            case c.Const():
                # nothing, where a set is expected, is the empty set
                if value.type.how == "set":
                    return ir.Const(max(0, value.value), set_type(value.type))
                return ir.Const(value.value, BOOL if value.type.how == "truth" else Int(value.value, value.value))
            case c.Use():
                return self.of_var(value.var)
            case c.Read():
                slot = self.stored(value.stored, value.keys)
                if not value.stored.as_mask:
                    return slot
                return ir.Has(slot, make.plus(self.thing(value.keys[0]), make.number(-value.stored.keys[0].start)))
            case c.Lookup():
                return self._lower_lookup(value)
            case c.Contents():
                if value.place.order:
                    return ir.Invoke(
                        "row_set", "", (self.row(value),), Set(value.place.pieces.size, value.place.pieces.name)
                    )
                return make.shifted(self.in_place(value), first_of(value.place), value.place.pieces.size)
            case c.Binary():
                return self._lower_binary(value)
            case c.Test():
                if (
                    value.operator == "!="
                    and value.left.type.how == "truth"
                    and isinstance(value.right, c.Const)
                    and value.right.value == 0
                ):
                    return self.expr(value.left)
                left, right = self.expr(value.left), self.expr(value.right)
                return ir.Compare(value.operator, left, right)
            case c.Member():
                return self._lower_member(value)
            case c.Logic():
                parts = tuple(self.expr(part) for part in value.parts)
                if value.operator == "not":
                    return ir.Not(parts[0])
                return parts[0] if len(parts) == 1 else ir.And(parts) if value.operator == "and" else ir.Or(parts)
            case c.NonEmpty() | c.Count() | c.Filter() | c.Fold() | c.Best() | c.Quantified():
                return folds.lowered(self, value)
            case c.Combined():
                raise AssertionError("combinations are gone through one by one")
            case c.One():
                return self._lower_one(value)
            case c.Following():
                return self._lower_following(value)
            case c.Nearby():
                return grids.nearby(self, value)
            case c.Spread():
                return spreading.lowered(self, value)
            case c.LongestPath():
                return longest_path(self, value)
            case c.InRow():
                return grids.in_row(self, value)
            case c.Choice2():
                how = "min" if value.how == "lesser" else "max"
                return make.arith(how, self.expr(value.left), self.expr(value.right))
            case c.Either():
                then, otherwise = self.expr(value.then), self.expr(value.otherwise)
                return ir.Choose(self.expr(value.condition), then, otherwise, joined(then.type, otherwise.type))
            case c.Singleton():
                things = members(value.type)
                if isinstance(value.thing, c.Const):
                    return make.constant_set(1 << value.thing.value if value.thing.value >= 0 else 0, things)
                return ir.Single(self.thing(value.thing), Set(things))
            case c.Where():
                return self._lower_where(value)
            case c.Call():
                self.whole.called.add(id(value.value))
                return self._call_of(self.whole.names.values[id(value.value)], value.arguments, ir_type(value.type))
            case c.Doable():
                self.whole.called.add(id(value.step))
                return self._call_of(self.whole.names.can[id(value.step)], value.arguments, BOOL)
            case c.WouldBe():
                return would_be(self, value)
            case c.BeenHere():
                return been_here(self, value)
            case c.Noted():
                part = self.expr(value.part)
                return ir.Noted(value.yes, value.no, part, part.type)
            case c.Sure():
                thing = self.expr(value.thing)
                if not value.thing.type.optional:
                    return thing
                return ir.NonNull(thing, self.site(value.span), Int(0, max(0, range_of(thing.type)[1])))
            case c.Within():
                return ir.InRange(
                    self.expr(value.number), value.low, value.high, self.site(value.span), Int(value.low, value.high)
                )
            case _:
                assert_never(value)

    def _lower_lookup(self, v: c.Lookup) -> ir.Expr:
        figure = v.figure
        at = self.index(figure.keys, v.keys)
        how = figure.type.how
        type_: Type | None = set_type(figure.type) if how == "set" else BOOL if how == "truth" else None
        if isinstance(at, ir.Const):
            value = figure.values[at.value]
            return ir.Const(value, type_) if type_ is not None else make.number(value)
        table = self.whole.tables.of(figure.values, type_)
        return ir.Entry(table, at, table.type)

    # -- joined

    def _lower_binary(self, v: c.Binary) -> ir.Expr:
        left, right = self.expr(v.left), self.expr(v.right)
        match v.operator:
            case "without":
                return make.without(left, right)
            case "or":
                return make.union(left, right)
            case "and":
                return make.meet(left, right)
            case "+":
                return make.plus(left, right)
            case "-":
                return make.minus(left, right)
            case "//":
                return make.arith("//", left, right)
        return make.times(left, right)

    def _lower_member(self, v: c.Member) -> ir.Expr:
        things = v.things
        if isinstance(things, c.Contents) and not things.place.order and not v.thing.type.optional:
            return ir.Has(self.in_place(things), make.plus(self.thing(v.thing), make.number(-first_of(things.place))))
        if isinstance(things, c.Spread) and things.limit is None:
            return spreading.leads_to(self, things, ir.Single(self.thing(v.thing), set_type(things.type)))
        if isinstance(things, c.Const) and things.value.bit_count() == 1:
            return ir.Compare("==", self.expr(v.thing), make.number(things.value.bit_length() - 1))
        return ir.Has(self.expr(things), self.thing(v.thing))

    def _lower_following(self, value: c.Following) -> ir.Expr:
        """Lower the thing after another one, or before it; the last player is before the first, and before nobody."""
        things, thing = members(value.type), self.expr(value.thing)
        if value.turned is not None:
            return ir.Arith("%", make.plus(thing, self.expr(value.turned)), make.number(things), Int(0, things - 1))
        if value.type.domain is not None and value.type.domain.how == "player":
            on = make.number(things - 1 if value.before else 1)
            known = make.arith("max", thing, make.number(0)) if value.before else thing
            return ir.Arith("%", make.plus(known, on), make.number(things), Int(0, things - 1))
        if value.before:
            return make.arith("max", make.plus(thing, make.number(-1)), make.number(-1))
        return ir.Invoke("after", "", (thing, make.number(things)), Int(-1, things - 1))

    def _lower_one(self, v: c.One) -> ir.Expr:
        things = v.things
        if isinstance(things, c.Noted):
            inner = self._lower_one(c.One(v.how, things.part, v.type))
            return ir.Noted(things.yes, things.no, inner, inner.type)
        if isinstance(things, c.Contents) and things.place.order:
            return folds.row_pick(self, v.how, things, v.type)
        domain = things.type.domain
        return ir.Pick(v.how, self.expr(things), Int(-1, members(things.type) - 1, domain.name if domain else ""))

    def _lower_where(self, v: c.Where) -> ir.Expr:
        domain, layout = v.piece.type.domain, self.whole.layout
        assert domain is not None
        if domain.how == "names":
            return make.plus(self.expr(v.piece), make.number(1))
        piece = self.thing(v.piece)
        if v.what == "position":
            return ir.Invoke("position", domain.name, (piece,), Int(0, domain.size))
        owners = self.whole.tables.of([owner_of(place, at, v.what) for place, at in layout.place_list])
        located = self.whole.field_at(layout.located[domain.name])
        return ir.Entry(owners, ir.Slot(located, piece, located.type), owners.type)

    def _call_of(self, name: str, arguments: tuple[c.Value, ...], type_: Type) -> ir.Expr:
        return ir.Call(name, tuple(self.expr(a) for a in arguments), type_)


def owner_of(place: c.Place, instance: int, what: str) -> int:
    """Return which thing of a domain owns an instance of a place, or -1."""
    if not place.keys or place.keys[0].domain is None or place.keys[0].domain.name != what:
        return -1
    return place.keys[0].start + instance // entry_count(place.keys[1:])
