"""Values made of others: arithmetic, joined sets, counts, folds, things chosen from a set, neighbours."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, Domain, Type
from rulewright.check.core.walk import substitute
from rulewright.check.resolve.context import BAD, Context, Scope, is_bad
from rulewright.check.resolve.joined import each_of, firsts_of_parts, led_to, neighbours_by_links, things_of
from rulewright.check.resolve.leaving import neighbour_still_in
from rulewright.check.resolve.readings import report_two_readings
from rulewright.check.resolve.wanted import (
    LARGEST_NUMBER,
    REMEDIES_BY_TYPE,
    bounds_of,
    need_type,
    one_of,
    read_number,
    read_things,
    same_domain,
    some_things,
    sure_thing,
)
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x

DIVIDING = ("divided-up", "divided-down")


def arithmetic(ctx: Context, node: x.Arithmetic, scope: Scope, expected: Type | None) -> c.Value:
    """Numbers or sets that are joined."""
    report_two_readings(ctx, node)
    left = ctx.value(node.left, scope, expected)
    if left.type.how == "number":
        right = read_number(ctx, node.right, scope)
        if node.operator == "within":
            return ctx.fail(
                Code.WRONG_KIND, node.span, '"within" joins sets, and these are numbers', "Use + - or times."
            )
        if node.operator in DIVIDING:
            return _divided(ctx, node, left, right)
        return c.Binary({"times": "*"}.get(node.operator, node.operator), left, right, NUMBER)
    if is_bad(left):
        ctx.value(node.right, scope)
        return left
    if node.operator == "times" or node.operator in DIVIDING:
        done = "multiplied" if node.operator == "times" else "divided"
        message = f"this is {left.type}; only numbers can be {done}"
        return ctx.fail(Code.WRONG_KIND, node.left.span, message, *REMEDIES_BY_TYPE.get((left.type.how, "number"), ()))
    left = need_type(ctx, left, "set", node.left.span)
    right = need_type(ctx, ctx.value(node.right, scope, left.type.as_one()), "set", node.right.span)
    if is_bad(left, right) or not same_domain(ctx, left, right, node.span):
        return BAD
    kind = left.type.kind if left.type.kind is right.type.kind or node.operator != "+" else None
    operator = {"+": "or", "-": "without", "within": "and"}[node.operator]
    return c.Binary(operator, left, right, Type("set", left.type.domain or right.type.domain, kind=kind))


def _divided(ctx: Context, node: x.Arithmetic, number: c.Value, by: c.Value) -> c.Value:
    """A number divided by another one; rounded up, it is below 0 what its opposite is rounded down."""
    low, high = bounds_of(by)
    if by.type.how == "error":
        return by
    if high < 1:
        message = "nothing can be divided by this, which is never above 0"
        return ctx.fail(Code.OUT_OF_RANGE, node.right.span, message, "Write a number from 1 on.")
    if low < 1:
        by = c.Within(by, 1, LARGEST_NUMBER, NUMBER, node.right.span)
    if node.operator == "divided-down":
        return c.Binary("//", number, by, NUMBER)
    none = c.Const(0, NUMBER)
    return c.Binary("-", none, c.Binary("//", c.Binary("-", none, number, NUMBER), by, NUMBER), NUMBER)


def number_of(ctx: Context, node: x.NumberOf, scope: Scope) -> c.Value:
    """How many things a set has."""
    of = firsts_of_parts(ctx, node.of, scope) if isinstance(node.of, x.Parts) else some_things(ctx, node.of, scope)
    return c.Count(of, Type("number", low=0, high=of.type.domain.size if of.type.domain else 0))


def fold(ctx: Context, node: x.Fold, scope: Scope) -> c.Value:
    """The sum, most or least of a number of each thing of a set; or all things of what each has."""
    over, inner, var, given = each_of(ctx, node.things, node.variable, scope)
    if node.how != "all":
        return c.Fold(node.how, var, over, substitute(read_number(ctx, node.value, inner), given), NUMBER)
    each = ctx.value(node.value, inner)
    if each.type.how == "number":
        remedy = f'Numbers are added up: "sum of ... for each {node.variable} in ...".'
        return ctx.fail(Code.WRONG_KIND, node.value.span, "this is a number; a set of things belongs here", remedy)
    each = substitute(need_type(ctx, each, "set", node.value.span), given)
    return c.Fold("union", var, over, each, each.type)


def single(ctx: Context, node: x.Single, scope: Scope, expected: Type | None) -> c.Value:
    """The first, last or only thing of a set."""
    of = read_things(ctx, node.things, scope, expected)
    return c.One(node.how, of, of.type.as_one(True))


def next_after(ctx: Context, node: x.NextAfter, scope: Scope) -> c.Value:
    """The thing after another one, or before it."""
    found = ctx.table.kind_of(node.kind)
    if found is None:
        ctx.table.unknown(node.kind, "kind of thing", ctx.table.domains)
        return BAD
    after = one_of(ctx, found[0], node.thing, scope)
    if found[0].circle:
        return c.Following(after, Type("one", found[0]), turned=c.Const(-1 if node.before else 1, NUMBER))
    if found[0].how == "player" and ctx.gone is not None:
        return neighbour_still_in(ctx, after, node.before, node.span)
    return c.Following(after, Type("one", found[0], found[0].how != "player"), node.before or None)


def turned(ctx: Context, node: x.Turned, scope: Scope, expected: Type | None) -> c.Value:
    """The thing a number of steps further round in the circle of one."""
    thing, by = ctx.value(node.thing, scope, expected), read_number(ctx, node.by, scope)
    domain = thing.type.domain
    if is_bad(thing):
        return BAD
    if thing.type.how == "one" and domain is not None and domain.circle:
        return c.Following(sure_thing(thing, node.thing.span), Type("one", domain), turned=by)
    message, remedy = f"this is {thing.type}; only names in a circle can be turned", _remedy_to_turn(thing.type)
    return ctx.fail(Code.WRONG_KIND, node.thing.span, message, remedy)


def _remedy_to_turn(type_: Type) -> str:
    """Return what can be done about something that is in no circle, or not one thing of it."""
    domain = type_.domain
    if domain is not None and domain.circle:
        return f'Turn each: "all of (x turned by 1) for each x in {domain.plural}".'
    if domain is not None and domain.how == "names" and not domain.joins:
        return f'Write "names {domain.name} / {domain.plural} in a circle: ...", or "next {domain.name} after ...".'
    if domain is not None and domain.how == "player":
        return 'Write "next player after ..." or "previous player before ...".'
    return 'Like this: "names side / sides in a circle: north, east, south, west", and "north turned by 1".'


def near(ctx: Context, node: x.Near, scope: Scope) -> c.Value:
    """The spaces of a grid near one or more of them."""
    found = ctx.table.kind_of(node.kind)
    if found is not None and node.how == "beside" and (by_links := neighbours_by_links(ctx, found[0])) is not None:
        return led_to(by_links, things_of(ctx, node.thing, found[0], scope))
    if found is None or not (found[0].grid or found[0].how == "grid"):
        ctx.table.unknown(node.kind, "grid", [d.plural for d in ctx.table.domains.values() if d.how == "grid"])
        return BAD
    near, grid = found[0], ctx.table.domains[found[0].grid or found[0].name]
    if near.shape and node.how in ("above", "below") and near.name != "corner":
        message = f"a hexagon has two {near.plural if near.grid else 'neighbours'} {node.how}"
        left, right = (f"{near.plural} {node.how} {side} of ..." for side in ("left", "right"))
        return ctx.fail(Code.WRONG_KIND, node.span, message, f'Write "{left}" or "{right}", or both with +.')
    to = ctx.value(node.thing, scope, Type("one", grid))
    if to.type.domain is not grid and to.type.how != "error":
        message = f"this is {to.type}; {grid.plural} belong here"
        return ctx.fail(Code.WRONG_KIND, node.thing.span, message, f"Name a {grid.name}, or a set of {grid.plural}.")
    to = sure_thing(to, node.thing.span)
    return c.Nearby(node.how, to, Type("set", grid)) if near is grid else _edges_near(ctx, node, near, to)


def _edges_near(ctx: Context, node: x.Near, edges: Domain, spaces: c.Value) -> c.Value:
    """The sides or corners of one or more spaces in a direction."""
    table = ctx.table.led_by_links.get((edges.grid, f"{edges.plural} {node.how}"))
    if table is None:
        message, remedy = (
            f"no {edges.plural} lie {node.how} a {edges.grid}",
            f'All are "{edges.grid}\'s {edges.plural}".',
        )
        return ctx.fail(Code.WRONG_KIND, node.span, message, remedy)
    return led_to(table, spaces) if spaces.type.how == "set" else c.Lookup(table, (spaces,))


def where(ctx: Context, node: x.Where, scope: Scope, expected: Type | None) -> c.Value:
    """The things of a set for which a condition holds."""
    of = read_things(ctx, node.things, scope, expected)
    inner, var = scope.looking_at(of.type.as_one())
    return c.Filter(var, of, ctx.condition(node.condition, inner), of.type)


def extreme(ctx: Context, node: x.Extreme, scope: Scope, expected: Type | None) -> c.Value:
    """The things of a set with the most or least of a number."""
    of = read_things(ctx, node.things, scope, expected)
    inner, var = scope.looking_at(of.type.as_one())
    return c.Best(node.how, var, of, read_number(ctx, node.value, inner), of.type)
