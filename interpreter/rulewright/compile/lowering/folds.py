"""Aggregates: things counted, filtered, added up, compared, or tested one by one."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.compile.inline import uses
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import BOOL, WIDE, Int, Set, range_of
from rulewright.compile.layout import ir_type
from rulewright.compile.lowering import make
from rulewright.compile.lowering.scope import LoweringScope, members
from rulewright.compile.lowering.sets import set_of, split
from rulewright.compile.lowering.spreading import leads_to

INNER = "i"
"""Names of the variables of folds begin with it."""


def lowered(
    scope: LoweringScope, value: c.NonEmpty | c.Count | c.Filter | c.Fold | c.Best | c.Quantified
) -> ir.Expr:  # fmt: skip
    """Lower an aggregate."""
    match value:
        case c.NonEmpty():
            return _non_empty(scope, value)
        case c.Count():
            things = value.things
            result = Int(0, members(things.type))
            if isinstance(things, c.Contents):
                found = held(scope, things)
                return found if things.place.order else ir.Size(found, result)
            if isinstance(things, c.Filter) and is_looked_through(scope, things):
                with scope.going_through(scope.expr(things.things), [things.condition]) as each:
                    var = member(scope, things.var)
                    return ir.Fold("count", var, each, scope.expr(things.condition), None, result)
            return ir.Size(scope.expr(things), result)
        case c.Filter():
            return _lower_filter(scope, value)
        case c.Fold():
            return _lower_total(scope, value)
        case c.Best():
            return _lower_best(scope, value)
        case c.Quantified():
            return _lower_quantified(scope, value)


def member(scope: LoweringScope, var: c.Var) -> ir.Local:
    """Give the variable of a fold a name; it is one of the things of its domain."""
    made = scope.code.local(ir_type(var.type), INNER)
    scope.env[id(var)] = made
    return made


def is_looked_through(scope: LoweringScope, things: c.Value) -> bool:
    """Whether the members of a set must be looked at one by one to know them."""
    return isinstance(things, c.Filter) and set_of(scope, things.condition, things.var) is None


def held(scope: LoweringScope, contents: c.Contents) -> ir.Expr:
    """Return how many pieces are in a row, or the set in a place without order."""
    if contents.place.order:
        row = scope.row(contents)
        return ir.Invoke("row_length", "", (row,), Int(0, row.field.room))
    return scope.in_place(contents)


def _non_empty(scope: LoweringScope, v: c.NonEmpty) -> ir.Expr:
    """Lower whether a set has members."""
    things = v.things
    if isinstance(things, c.Contents):
        found = held(scope, things)
        return ir.Compare("!=", found, ir.Const(0, found.type))
    if isinstance(things, c.Filter) and is_looked_through(scope, things):
        with scope.going_through(scope.expr(things.things), [things.condition]) as of:
            var = member(scope, things.var)
            return ir.Fold("any", var, of, None, scope.expr(things.condition), BOOL)
    if isinstance(things, c.Binary) and things.operator == "and":
        for spread, goal in ((things.left, things.right), (things.right, things.left)):
            if isinstance(spread, c.Spread) and spread.how == "reached" and spread.limit is None:
                return leads_to(scope, spread, scope.expr(goal))
    return make.filled(scope.expr(things))


def _lower_filter(scope: LoweringScope, v: c.Filter) -> ir.Expr:
    """Lower the things of a set for which a condition holds."""
    things = scope.expr(v.things)
    mask, rest = split(scope, v.condition, v.var)
    if mask is not None:
        things = make.meet(things, mask)
    if rest is None:
        return things
    with scope.going_through(things, [v.condition]) as counted:
        var = member(scope, v.var)
        return ir.Fold("filter", var, counted, scope.expr(rest), None, Set(members(v.type)))


def _lower_total(scope: LoweringScope, v: c.Fold) -> ir.Expr:
    """Lower a sum, the most or least of a value, or the union of sets."""
    fast = _stretch_sum(scope, v)
    if fast is not None:
        return fast
    with scope.going_through(scope.expr(v.things), [v.value]) as things:
        var = member(scope, v.var)
        value = scope.expr(v.value)
    if v.how == "union":
        return ir.Fold("union", var, things, None, value, value.type)
    low, high = range_of(value.type)
    if v.how == "sum":
        many = members(v.things.type)
        return ir.Fold("sum", var, things, None, value, Int(min(0, low * many), max(0, high * many)))
    return ir.Fold(v.how, var, things, None, value, Int(min(0, low), max(0, high)))


def _stretch_sum(scope: LoweringScope, v: c.Fold) -> ir.Expr | None:
    """Lower the sum of a fact over all things of its last key as the sum of adjacent values."""
    things, read = v.things, v.value
    if v.how != "sum" or not isinstance(things, c.Const) or not isinstance(read, c.Read) or read.stored.as_mask:
        return None
    axis, last = read.stored.keys[-1], read.keys[-1]
    domain = things.type.domain
    if domain is None or things.value != domain.everything or axis.domain is not domain or axis.kind:
        return None
    if not (isinstance(last, c.Use) and last.var is v.var) or any(uses(k, v.var) for k in read.keys[:-1]):
        return None
    first = scope.stored(read.stored, (*read.keys[:-1], c.Const(axis.start, last.type)))
    low, high = range_of(first.type)
    address = ir.Address(first.field, first.index, first.type)
    result = Int(min(0, low * axis.size), max(0, high * axis.size))
    return ir.Invoke("sum_of", "", (address, make.number(axis.size)), result)


def _lower_best(scope: LoweringScope, v: c.Best) -> ir.Expr:
    """Lower the things with the most or least of a value."""
    with scope.going_through(scope.expr(v.things), [v.value]) as things:
        var = member(scope, v.var)
        value = scope.expr(v.value)
    how = "best" if v.how == "most" else "worst"
    return ir.Fold(how, var, things, None, value, Set(members(v.type)))


def _lower_quantified(scope: LoweringScope, v: c.Quantified) -> ir.Expr:
    """Lower whether a condition holds for every thing of a set, or for some."""
    fast = _enough_of_each(scope, v)
    if fast is not None:
        return fast
    things = scope.expr(v.things)
    mask = set_of(scope, v.condition, v.var)
    if mask is not None:
        return make.empty(make.without(things, mask)) if v.every else make.filled(make.meet(things, mask))
    with scope.going_through(things, [v.condition]) as counted:
        var = member(scope, v.var)
        return ir.Fold("every" if v.every else "any", var, counted, None, scope.expr(v.condition), BOOL)


def _enough_of_each(scope: LoweringScope, v: c.Quantified) -> ir.Expr | None:
    """Lower a test whether the units on a pool of pieces suffice for every name of a set: compare two sets."""
    test = v.condition
    if not v.every or not isinstance(test, c.Test) or test.operator != ">=" or not isinstance(test.left, c.Fold):
        return None
    total, read = test.left, test.left.value
    if total.how != "sum" or not isinstance(read, c.Read) or read.stored.as_mask or len(read.keys) != 2:
        return None
    piece, name = read.keys
    if not (isinstance(piece, c.Use) and piece.var is total.var and isinstance(name, c.Use) and name.var is v.var):
        return None
    pieces, names = read.stored.keys
    if uses(total.things, v.var) or uses(test.right, v.var) or names.start or names.domain is None:
        return None
    field = scope.whole.field_at(scope.whole.layout.slot(read.stored))
    address = ir.Address(field, make.number(-pieces.start * names.size), field.type)
    args = (address, make.number(names.size), scope.expr(total.things), scope.expr(test.right))
    enough = ir.Invoke("enough", "", args, Set(names.size))
    return make.empty(make.without(scope.expr(v.things), enough))


def row_pick(scope: LoweringScope, how: str, contents: c.Contents, type_: c.Type) -> ir.Expr:
    """Lower the first, last or only piece of a row."""
    found = ir_type(type_)
    one = Int(-1, found.high, found.domain) if isinstance(found, Int) else WIDE
    return ir.Invoke(f"row_{how}", "", (scope.row(contents),), one)
