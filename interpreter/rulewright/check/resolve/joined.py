"""What is joined: things reached from others, how far they are, and the parts that a set falls into."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, Domain, Type
from rulewright.check.declare.table import Links
from rulewright.check.resolve.context import BAD, Context, Scope, is_bad
from rulewright.check.resolve.name_types import bind_name
from rulewright.check.resolve.wanted import counted_as, need_type, read_number, some_things
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x

MOST_LINKS = 300
"""Of how many links there can be a longest path: so deep may calls nest in Python."""
OPPOSITES = {
    "": (("below", "above"), ("right of", "left of")),
    "hexagons": (("below right of", "above left of"), ("below left of", "above right of"), ("right of", "left of")),
}
"""By shape of the spaces, the directions that lead across their sides, and back."""
_EACH_PART = (
    'Write "for each part in parts of ...:", "number of parts of ..." or "most of ... for each part in parts of ...".'
)
_WAYS = 'Say where one goes on to from each of them, which is "it": "... going to its friends".'


def reached(ctx: Context, node: x.Reached, scope: Scope) -> c.Value:
    """The things that can be reached from one or more."""
    found = ctx.table.kind_of(node.kind)
    if found is None:
        ctx.table.unknown(node.kind, "kind of thing", [domain.plural for domain in ctx.table.domains.values()])
        return BAD
    domain = found[0]
    start = things_of(ctx, node.start, domain, scope)
    limit = None if node.most is None else read_number(ctx, node.most, scope)
    through, var, onward = ways(ctx, node.ways, domain, node, scope)
    return c.Spread("reached", start, var, onward, Type("set", domain), through, limit, span=node.span)


def distance(ctx: Context, node: x.Distance, scope: Scope) -> c.Value:
    """The number of steps from one or more things to the first of others; play stops there if none is reached."""
    start = some_things(ctx, node.start, scope)
    domain = start.type.domain
    if domain is None:
        return start
    goal = things_of(ctx, node.goal, domain, scope)
    through, var, onward = ways(ctx, node.ways, domain, node, scope)
    type_ = Type("number", low=0, high=domain.size)
    return c.Spread("distance", start, var, onward, type_, through, goal=goal, span=node.span)


def firsts_of_parts(ctx: Context, node: x.Parts, scope: Scope) -> c.Value:
    """The parts of a set, each as its first thing."""
    things = some_things(ctx, node.things, scope)
    domain = things.type.domain
    if domain is None:
        return BAD
    through, var, onward = ways(ctx, node.ways, domain, node, scope)
    if is_bad(things, onward):
        return BAD
    if through is not None:
        things = c.Binary("and", things, through, things.type)
    return c.Spread("parts", things, var, onward, things.type, span=node.span)


def each_of(
    ctx: Context, node: x.Expr, name: x.Word, scope: Scope, done: list[c.Action] | None = None
) -> tuple[c.Value, Scope, c.Var, dict[int, c.Value]]:
    """Return a set whose things are looked at one by one, the scope of what is said of each, and its variable.

    Where these are the parts of a set, the variable is the first thing of a part, and the last result is what to put in
    the place of the name: everything that is reached from it. The lines of a loop may change the set that falls into
    parts, so a line in `done` keeps it as it was before.
    """
    if not isinstance(node, x.Parts):
        over = some_things(ctx, node, scope)
        inner, var = bind_name(ctx, name, over.type.as_one(), scope)
        return over, inner, var, {}
    firsts = firsts_of_parts(ctx, node, scope)
    inner, part = bind_name(ctx, name, firsts.type, scope)
    first = c.Var(f"first of {name.text}", firsts.type.as_one())
    if not isinstance(firsts, c.Spread):
        return firsts, inner, first, {}
    if done is not None:
        whole = c.Var(f"parts by {name.text}", firsts.type)
        done.append(c.Let(whole, firsts.things, node.span))
        firsts = replace(firsts, things=c.Use(whole))
    return firsts, inner, first, {id(part): part_of(firsts, first)}


def part_of(firsts: c.Spread, first: c.Var) -> c.Spread:
    """Return the part of a set that a thing belongs to."""
    return replace(firsts, how="reached", things=counted_as(c.Use(first), "set"), through=firsts.things)


def parts_alone(ctx: Context, node: x.Parts, scope: Scope) -> c.Value:
    """Report parts that are not gone through, or counted."""
    message = "the parts of a set are several sets, and stand only where each is looked at"
    return ctx.fail(Code.WRONG_KIND, node.span, message, _EACH_PART)


def neighbours_by_links(ctx: Context, domain: Domain) -> c.Figure | None:
    """Return the table of the things at the other ends of the links of each thing; None if nothing joins them."""
    tables = [one.beside for one in ctx.table.links if one.places is domain and one.things.grid != domain.name]
    if len(tables) < 2:
        return tables[0] if tables else None
    united = [reduce(or_, sets) for sets in zip(*(table.values for table in tables), strict=True)]
    return replace(tables[0], name=f"{domain.name}.beside", values=united)


def led_to(table: c.Figure, things: c.Value) -> c.Value:
    """Return the union of the entries of a table for some things."""
    each = c.Var("each", things.type.as_one())
    return c.Fold("union", each, things, c.Lookup(table, (c.Use(each),)), table.type)


def _along(ctx: Context, node: x.Ways, along: x.Expr, domain: Domain, var: c.Var, scope: Scope) -> c.Value:
    """Return the ends of those links of a thing along which one may go."""
    if node.going is not None:
        message = 'one goes "along" links or "going to" some things'
        return ctx.fail(Code.WRONG_KIND, node.going.span, message, "Leave one of them out.")
    allowed = some_things(ctx, along, scope)
    links = next((one for one in _links_in(ctx, allowed) if one.places is domain), None)
    if is_bad(allowed):
        return allowed
    if links is None:
        return _no_links(ctx, allowed, along, domain)
    if domain.how == "grid" and domain.size == domain.width * domain.height and links.things.grid == domain.name:
        return _across_sides(ctx, links, allowed, counted_as(c.Use(var), "set"))
    own = c.Binary("and", c.Lookup(links.of_thing, (c.Use(var),)), allowed, allowed.type)
    return led_to(links.ends, own)


def _across_sides(ctx: Context, links: Links, allowed: c.Value, near: c.Value) -> c.Value:
    """Return the spaces of a whole grid beyond the sides that one may cross: by direction, so that sets are shifted."""
    grid, sides, found = links.places, links.things, list[c.Value]()
    for how, back in OPPOSITES[grid.shape]:
        owners, inner, begin = [0] * sides.size, 0, 0
        for space, side in enumerate(ctx.table.led_by_links[grid.name, f"{sides.plural} {how}"].values):
            if links.ends.values[side.bit_length() - 1].bit_count() == 2:
                owners[side.bit_length() - 1], inner, begin = 1 << space, inner | side, begin | 1 << space
        owner = replace(links.ends, name=f"{sides.name} {how}", values=owners)
        closed = led_to(owner, c.Binary("without", c.Const(inner, allowed.type), allowed, allowed.type))
        opened = c.Binary("without", c.Const(begin, near.type), closed, near.type)
        found.append(c.Nearby(how, c.Binary("and", near, opened, near.type), near.type))
        found.append(c.Binary("and", c.Nearby(back, near, near.type), opened, near.type))
    return reduce(lambda left, right: c.Binary("or", left, right, near.type), found)


def _links_in(ctx: Context, things: c.Value) -> list[Links]:
    """Return what the things of a set join; nothing if they are no links. Sides join corners, and spaces."""
    return [one for one in ctx.table.links if one.things is things.type.domain]


def _no_links(ctx: Context, things: c.Value, node: x.Expr, domain: Domain | None) -> c.Value:
    between = f"links between {domain.plural}" if domain else "links"
    known = dict.fromkeys(f'"{one.things.plural}"' for one in ctx.table.links if domain in (None, one.places))
    remedy = f"There are {' and '.join(known)}." if known else f'Declare them: "names ...: {between}".'
    return ctx.fail(Code.WRONG_KIND, node.span, f"this is {things.type}; {between} belong here", remedy)


def longest_path(ctx: Context, node: x.LongestPath, scope: Scope) -> c.Value:
    """The length of the longest path along links."""
    things = some_things(ctx, node.along, scope)
    known = _links_in(ctx, things)
    if is_bad(things):
        return things
    if not known:
        return _no_links(ctx, things, node.along, None)
    passed = ctx.value(node.through, scope).type.domain if node.through is not None and len(known) > 1 else None
    links = next((one for one in known if one.places is passed), known[0])
    if links.ends.keys[0].size > MOST_LINKS:
        message = f"the longest path is looked for along at most {MOST_LINKS} links"
        return ctx.fail(Code.OUT_OF_RANGE, node.along.span, message, "Declare fewer links, or several lists of them.")
    through = None if node.through is None else things_of(ctx, node.through, links.places, scope)
    joining = sum(1 << link for link, ends in enumerate(links.ends.values) if ends.bit_count() == 2)
    if joining != links.things.everything:  # a side at the rim leads to no other space
        things = c.Binary("and", things, c.Const(joining, things.type), things.type)
    inner, var = scope.looking_at(things.type.as_one())
    worth = c.Const(1, NUMBER) if node.counting is None else read_number(ctx, node.counting, inner)
    return c.LongestPath(things, links.ends, links.of_thing, var, worth, through, NUMBER, node.span)


def things_of(ctx: Context, node: x.Expr, domain: Domain, scope: Scope) -> c.Value:
    """Return one or more things of a domain, as a set."""
    value = ctx.value(node, scope, Type("one", domain))
    if value.type.domain is not domain and value.type.how in ("set", "one") and value.type.domain is not None:
        message = f"this is {value.type}; {domain.plural} belong here"
        return ctx.fail(Code.WRONG_KIND, node.span, message, f"Name a {domain.name}, or a set of {domain.plural}.")
    return need_type(ctx, value, "set", node.span)


def ways(
    ctx: Context, node: x.Ways, domain: Domain, whole: x.Expr, scope: Scope
) -> tuple[c.Value | None, c.Var, c.Value]:
    """Return the things that all lie on the way, one of them as a name, and those to which one goes on from it."""
    through = None if node.through is None else things_of(ctx, node.through, domain, scope)
    inner, var = scope.looking_at(Type("one", domain))
    if node.along is not None:
        return through, var, _along(ctx, node, node.along, domain, var, scope)
    if node.going is not None:
        return through, var, things_of(ctx, node.going, domain, inner)
    if domain.how == "grid":
        return through, var, c.Nearby("beside", c.Use(var), Type("set", domain))
    if (by_links := neighbours_by_links(ctx, domain)) is not None:
        return through, var, c.Lookup(by_links, (c.Use(var),))
    unknown = ctx.fail(Code.WRONG_KIND, whole.span, f"{domain.plural} have no neighbours by themselves", _WAYS)
    return through, var, unknown
