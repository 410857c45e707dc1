"""What is joined: things reached from others, how far they are, and the parts that a set falls into."""

from __future__ import annotations

from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.things import Domain, Type
from rulewright.check.resolve.context import BAD, Context, Scope, is_bad
from rulewright.check.resolve.wanted import bind_name, need_type, read_number, singleton_of, some_things
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x

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
    return replace(firsts, how="reached", things=singleton_of(c.Use(first)), through=firsts.things)


def parts_alone(ctx: Context, node: x.Parts, scope: Scope) -> c.Value:
    """Report parts that are not gone through, or counted."""
    message = "the parts of a set are several sets, and stand only where each is looked at"
    return ctx.fail(Code.WRONG_KIND, node.span, message, _EACH_PART)


def things_of(ctx: Context, node: x.Expr, domain: Domain, scope: Scope) -> c.Value:
    """Return one or more things of a domain, as a set."""
    value = ctx.value(node, scope, Type("one", domain))
    if value.type.domain is not domain and value.type.how in ("set", "one") and value.type.domain is not None:
        message = f"this is {value.type}; {domain.plural} belong here"
        return ctx.fail(Code.WRONG_KIND, node.span, message, f"Name a {domain.name}, or a set of {domain.plural}.")
    return singleton_of(value) if value.type.how == "one" else need_type(ctx, value, "set", node.span)


def ways(
    ctx: Context, node: x.Ways, domain: Domain, whole: x.Expr, scope: Scope
) -> tuple[c.Value | None, c.Var, c.Value]:  # fmt: skip
    """Return the things that all lie on the way, one of them as a name, and those to which one goes on from it."""
    through = None if node.through is None else things_of(ctx, node.through, domain, scope)
    inner, var = scope.looking_at(Type("one", domain))
    if node.going is not None:
        return through, var, things_of(ctx, node.going, domain, inner)
    if domain.how == "grid":
        return through, var, c.Nearby("beside", c.Use(var), Type("set", domain))
    return (
        through,
        var,
        ctx.fail(Code.WRONG_KIND, whole.span, f"{domain.plural} have no neighbours by themselves", _WAYS),
    )
