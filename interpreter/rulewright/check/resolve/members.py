"""What belongs to a thing, and what is looked up: `owner's name`, `name for key at key`."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, Type
from rulewright.check.resolve.calls import call_value
from rulewright.check.resolve.context import BAD, Context, Scope
from rulewright.check.resolve.wanted import (
    contents_of,
    in_range,
    need_type,
    one_of,
    read_number,
    sure_thing,
)
from rulewright.diagnostics import Code
from rulewright.syntax import expressions as x

_LOOK_UP = 'As in "prices for apple", "income for 3", "upkeep for apple at 2".'

Nodes = tuple[x.Expr, ...]


def table(ctx: Context, node: x.Table, scope: Scope) -> c.Value:
    """A figure, fact, place or value that is looked up by keys."""
    keys = node.keys
    if isinstance(node.base, x.Of):
        return member(ctx, node.base, keys, scope)
    if isinstance(node.base, x.Name):
        return _game_table(ctx, node.base, keys, scope)
    remedy = 'Name a table of figures, or a fact that goes "for each" of something.'
    return ctx.fail(Code.NOT_A_TABLE, node.base.span, 'only a name can be looked up with "for"', remedy)


def _game_table(ctx: Context, base: x.Name, keys: Nodes, scope: Scope) -> c.Value:
    symbols, text = ctx.table, base.text
    if text in symbols.figures:
        return _looked_up(ctx, symbols.figures[text], base, (), keys, scope)
    found = symbols.stored.get(("", text)) or symbols.places.get(("", text))
    if found is not None:
        return _looked_up(ctx, found, base, (), keys, scope)
    value = call_value(ctx, ("", text), base.span, None, keys, scope)
    if value is None:
        known = [*symbols.figures, *(n for o, n in [*symbols.stored, *ctx.table.values] if o == "")]
        symbols.unknown(x.Word(base.span, text), "table", known)
    return value or BAD


def member(ctx: Context, node: x.Of, keys: Nodes, scope: Scope) -> c.Value:
    """Return what `owner's name`, with further keys, means."""
    joined = f'What belongs to any of them is "all of (one\'s {node.name.text}) for each one in ...".'
    owner = need_type(ctx, ctx.value(node.owner, scope), "one", node.owner.span, joined)
    return member_of(ctx, node, owner, keys, scope)


def member_of(ctx: Context, node: x.Of, thing_: c.Value, keys: Nodes, scope: Scope) -> c.Value:
    """Return what a name means after an owner that has been resolved."""
    owner = sure_thing(need_type(ctx, thing_, "one", node.owner.span), node.owner.span)
    domain = owner.type.domain
    if owner.type.how == "error":
        return owner
    if domain is None:
        message = "nobody and nothing have no facts"
        return ctx.fail(Code.WRONG_KIND, node.owner.span, message, "Name a person or a thing.")
    for prefix in ctx.table.owners(domain, owner.type.kind):
        found = _member_of(ctx, prefix, node, owner, keys, scope)
        if found is not None:
            return found
    ctx.table.kind_of(node.name)
    built_in = _built_in(ctx, node.name.text, owner)
    return built_in if built_in is not None else _unknown_member(ctx, node, owner)


def _member_of(ctx: Context, prefix: str, node: x.Of, owner: c.Value, keys: Nodes, scope: Scope) -> c.Value | None:
    found = ctx.table.member(prefix, node.name.text)
    if found is not None:
        return _looked_up(ctx, found, node, (owner,), keys, scope)
    return call_value(ctx, (prefix, node.name.text), node.name.span, owner, keys, scope)


def _looked_up(
    ctx: Context, what: c.Stored | c.Place | c.Figure, node: x.Of | x.Name, owner: tuple[c.Value, ...], nodes: Nodes,
    scope: Scope,
) -> c.Value:  # fmt: skip
    ctx.table.use(node.name.span if isinstance(node, x.Of) else node.span, what.span)
    keys = _read_keys(ctx, what.keys, nodes, owner, node, scope)
    if keys is None:
        return BAD
    if isinstance(what, c.Place):
        return contents_of(what, keys)
    return c.Read(what, keys) if isinstance(what, c.Stored) else c.Lookup(what, keys)


def _read_keys(
    ctx: Context, axes: tuple[c.Axis, ...], nodes: Nodes, first: tuple[c.Value, ...], at: x.Expr, scope: Scope
) -> tuple[c.Value, ...] | None:
    wanted = axes[len(first) :]
    if len(wanted) != len(nodes):
        names = " and ".join(a.domain.name if a.domain else f"a number from {a.low}" for a in wanted)
        needs = f'this is looked up with "for": it needs {names}'
        message, remedy = needs, _LOOK_UP
        if not wanted:
            message, remedy = "this takes nothing to look it up by", 'Leave out "for" and what follows it.'
        ctx.fail(Code.WRONG_NUMBER_OF_THINGS, at.span, message, remedy)
        return None
    return (*first, *(_read_key(ctx, axis, node, scope) for axis, node in zip(wanted, nodes, strict=True)))


def _read_key(ctx: Context, axis: c.Axis, node: x.Expr, scope: Scope) -> c.Value:
    if axis.domain is None:
        low, high = axis.start, axis.start + axis.size - 1
        return in_range(ctx, read_number(ctx, node, scope), low, high, node.span)
    return one_of(ctx, axis.domain, node, scope)


def _built_in(ctx: Context, name: str, owner: c.Value) -> c.Value | None:
    """What every piece and every name of a list has without a declaration."""
    domain = owner.type.domain
    if domain is None or domain.how not in ("piece", "names"):
        return None
    if name == "position":
        return c.Where("position", owner, NUMBER)
    if domain.how == "names" or name == "player":
        return None
    return _owner_of_place(ctx, "player" if name == "holder" else name, owner)


def _owner_of_place(ctx: Context, name: str, piece: c.Value) -> c.Value | None:
    """Whose place a piece lies in: the thing of that kind, or nothing."""
    home, kind = ctx.table.domain_of(name) or (None, None)
    if home is None or name not in (home.name, kind.name if kind else ""):
        return None
    places = [p for p in ctx.table.places.values() if p.pieces is piece.type.domain]
    axes = [p.keys[0] for p in places if p.keys and p.keys[0].domain is home]
    shared = kind if all(axis.kind is kind for axis in axes) else None
    return c.Where(home.name, piece, Type("one", home, True, shared)) if axes else None


def _unknown_member(ctx: Context, node: x.Of, owner: c.Value) -> c.Value:
    symbols, domain, kind = ctx.table, owner.type.domain, owner.type.kind
    prefixes = set(symbols.owners(domain, kind)) if domain else set()
    known = [n for o, n in [*symbols.stored, *symbols.places, *symbols.printed, *ctx.table.values] if o in prefixes]
    what = kind.name if kind else domain.name if domain else "thing"
    symbols.unknown(node.name, f"fact of a {what}", known)
    return BAD
