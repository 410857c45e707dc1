"""Names: what is let in the rule, what is expected, what the game has, all things of a kind, a thing of any list."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import TRUTH, Type
from rulewright.check.resolve.calls import call_value
from rulewright.check.resolve.context import BAD, YES_OR_NO, Context, Scope
from rulewright.check.resolve.leaving import everyone
from rulewright.check.resolve.unknown import unknown_name
from rulewright.check.resolve.wanted import contents_of, counted_as
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x


def name(ctx: Context, node: x.Name, scope: Scope, expected: Type | None) -> c.Value:
    """Return what a name means: the first of its meanings that there is, from the nearest to the farthest."""
    if node.text in scope.names:
        var = scope.names[node.text]
        ctx.table.use(node.span, var)
        return c.Use(var)
    if expected is not None and expected.how == "truth" and node.text in YES_OR_NO:
        return c.Const(YES_OR_NO[node.text], TRUTH)
    if expected is not None and expected.domain is not None:
        found = ctx.table.thing_named(node.text, expected.domain)
        if found is not None:
            ctx.table.use_thing(node, expected.domain)
            return found
    meaning = _of_game(ctx, node, scope) or _all_of_kind(ctx, node, scope) or _thing_anywhere(ctx, node)
    if meaning is None and expected is None and node.text in YES_OR_NO:
        return c.Const(YES_OR_NO[node.text], TRUTH)
    if meaning is None:
        unknown_name(ctx.table, node, scope.names, ctx.bound.get((scope.rule, node.text)))
    return meaning or BAD


def _of_game(ctx: Context, node: x.Name, scope: Scope) -> c.Value | None:
    """What the game has under a name, if it is looked up by nothing."""
    table, text = ctx.table, node.text
    stored, place, figure = table.stored.get(("", text)), table.places.get(("", text)), table.figures.get(text)
    if stored is not None and not stored.keys:
        table.use(node.span, stored.span)
        return c.Read(stored, ())
    if place is not None and not place.keys:
        table.use(node.span, place.span)
        return contents_of(place, ())
    if figure is not None and not figure.keys:
        table.use(node.span, figure.span)
        return c.Lookup(figure, ())
    return call_value(ctx, ("", text), node.span, None, (), scope)


def _all_of_kind(ctx: Context, node: x.Name, scope: Scope) -> c.Value | None:
    """All things of a kind by its plural name; the other players."""
    table, player = ctx.table, ctx.table.domains["player"]
    if node.text == "others":
        return c.Binary("without", everyone(ctx), counted_as(ctx.acting(scope), "set"), Type("set", player))
    found = table.domain_of(node.text)
    if found is None or node.text not in (found[0].plural, found[1].plural if found[1] else ""):
        return None
    domain, kind = found
    table.use(node.span, (kind or domain).span)
    if domain is player:
        return everyone(ctx)
    return c.Const(kind.everything if kind else domain.everything, Type("set", domain, kind=kind))


def _thing_anywhere(ctx: Context, node: x.Name) -> c.Value | None:
    """A thing of whichever list has one of this name."""
    found = [(one, domain) for domain in ctx.table.lists if (one := ctx.table.thing_named(node.text, domain))]
    if len(found) > 1:
        owners = ", ".join(sorted(domain.name for _, domain in found))
        message = f'"{node.text}" is a name in several lists: {owners}'
        return ctx.fail(Code.AMBIGUOUS_NAME, node.span, message, "Rename one of them.")
    for one, domain in found:
        ctx.table.use_thing(node, domain)
        return one
    return None


def it(ctx: Context, node: x.It, scope: Scope) -> c.Value:
    """Return what `where` looks at."""
    if scope.it is None:
        return ctx.fail(
            Code.IT_UNKNOWN, node.span, '"it" has a meaning only after "where"', "Name the thing that is meant."
        )
    return c.Use(scope.it)


def that(ctx: Context, node: x.That, scope: Scope) -> c.Value:
    """Return the thing of a kind that the nearest `where` around the innermost one looks at."""
    found = ctx.table.kind_of(node.kind)
    if found is None:
        ctx.table.unknown(node.kind, "kind of thing", ctx.table.domains)
        return BAD
    domain, kind = found
    for var in scope.outer:
        if var.type.domain is domain and (kind is None or var.type.kind is kind):
            return c.Use(var)
    message = f'"that {node.kind}" is what a "where" around this one looks at, and none looks at {domain.plural}'
    here = scope.it is not None and scope.it.type.domain is domain
    remedy = 'Write "it".' if here else "Name the thing that is meant."
    return ctx.fail(Code.IT_UNKNOWN, node.span, message, remedy)


def this(ctx: Context, node: x.This, scope: Scope) -> c.Value:
    """Return the piece whose rule is read."""
    if scope.this is None:
        message = '"this" has a meaning only inside the rule of a piece'
        return ctx.fail(Code.THIS_UNKNOWN, node.span, message, "Name the piece.")
    ctx.table.kind_of(node.kind)
    return c.Use(scope.this)
