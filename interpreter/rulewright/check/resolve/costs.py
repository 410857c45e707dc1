"""Declared costs: a cost becomes a rule that pays it, with the condition under which it can be paid."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Domain, Kind, Type
from rulewright.check.resolve import paying
from rulewright.check.resolve.calls import new_params
from rulewright.check.resolve.context import Context, Scope, is_bad
from rulewright.check.resolve.pieces import counted_thing, pieces
from rulewright.check.resolve.wanted import number, things
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x


def cost_rule(ctx: Context, name: x.Word) -> c.Procedure | None:
    """Return a cost by name: a procedure that pays it, with the value that says whether it can be paid."""
    decl = ctx.look_up(name, "cost", ctx.table.costs)
    if decl is None:
        return None
    ctx.table.use(name.span, decl.name.span)
    if name.text not in ctx.costs:
        full = f"cost.{name.text}"
        params = new_params(ctx, full, decl.params)
        can = c.ValueRule(full, params, TRUTH, [], decl.name.span)
        ctx.costs[name.text] = c.Procedure(full, "cost", params, decl.name.span, can)
        _read_cost(ctx, decl, ctx.costs[name.text], can)
    return ctx.costs[name.text]


def _read_cost(ctx: Context, decl: d.Cost, cost: c.Procedure, can: c.ValueRule) -> None:
    ctx.begun[cost.name] = None
    scope = ctx.base_scope(cost.name, cost.params)
    ctx.note_sources(decl.sources)
    parts = [found for part in decl.parts if (found := _part(ctx, part, scope)) is not None]
    if parts:
        amounts_first = sorted(parts, key=lambda part: part.amount is None)
        can.cases.append((None, paying.all_of([paying.payable(part) for part in amounts_first])))
    units_first = sorted(parts, key=lambda part: part.amount is not None)
    cost.body = [action for part in units_first for action in paying.pay(part)]


def _part(ctx: Context, part: d.CostPart, scope: Scope) -> paying.Part | None:
    """A part of a cost; None if it has a mistake."""
    amount, payer, language = number(ctx, part.amount, scope), ctx.acting(scope), ctx.table.language
    if part.how == "amount":
        paid = counted_thing(ctx, part.what, "paid", "pay")
        if paid is None:
            return None
        return paying.Part(
            "amount", amount, payer, paid, None, None, None, None, None, None, part.span, scope.rule, language
        )
    found = ctx.table.kind_of(part.what)
    if found is None or found[0].how != "names":
        lists = [n for n, k in ctx.table.domains.items() if k.how == "names"]
        ctx.table.unknown(part.what, "list of names", lists)
        return None
    names = found[0]
    full = c.Const(names.everything, Type("set", names))
    within = things(ctx, part.within, scope, full.type) if part.within is not None else full
    assert part.pool is not None
    pool = pieces(ctx, part.pool, scope)
    units = None if is_bad(pool) else _units(ctx, part, pool, names, scope)
    if units is None:
        return None
    return paying.Part(part.how, amount, payer, None, names, within, pool, *units, part.span, scope.rule, language)


Units = tuple[c.Stored | None, paying.Worth | None, c.Stored | None]
"""The fact that counts units on pieces; or what a piece is worth, and what remembers how much is missing."""


def _units(ctx: Context, part: d.CostPart, pool: c.Value, names: Domain, scope: Scope) -> Units | None:
    domain = pool.type.domain
    assert domain is not None
    if part.fact is not None:
        for prefix in ctx.table.owners(domain, pool.type.kind):
            fact = ctx.table.stored.get((prefix, part.fact.text))
            if fact is not None and len(fact.keys) == 2 and fact.keys[1].domain is names:
                ctx.table.use(part.fact.span, fact.span)
                return fact, None, None
        known = [n for (_, n), f in ctx.table.stored.items() if len(f.keys) == 2]
        ctx.table.unknown(part.fact, f"fact counted for each {names.name}", known)
        return None
    kinds = [pool.type.kind] if pool.type.kind else domain.kinds
    decl = _worth(ctx, part, kinds)
    if decl is None:
        return None
    inner, var = scope.looking_at(Type("one", domain, kind=kinds[0]))
    own = inner.with_var(c.Var(kinds[0].name, var.type))
    worth = paying.Worth(var, _own_fact(ctx, decl.units, own), _own_fact(ctx, decl.kind, own))
    missing = ctx.memory(f"{scope.rule}.missing.{part.span.line}", (c.Axis(names, 0, names.size),), NUMBER)
    return None if is_bad(worth.units, worth.kind) else (None, worth, missing)


def _worth(ctx: Context, part: d.CostPart, kinds: list[Kind]) -> d.Worth | None:
    """What the pieces of a pool are worth: one line for all kinds that may lie there."""
    found = [(kind, ctx.table.piece_decls[kind.name].worth) for kind in kinds]
    first, unknown = found[0][1], next((kind for kind, worth in found if worth is None), None)
    other = next((kind for kind, worth in found if worth is None or not _alike(worth, first)), None)
    said = ""
    if part.how == "any":
        said = f"pieces pay for each {part.what.text} or for one of them, not for any"
        remedy = 'Write "of each" or "of one".'
    elif unknown is not None and unknown is other:
        said, remedy = f"what is a {unknown.name} worth?", 'Add a line "worth 1 of …" to it.'
    elif other is not None:
        said = f"a {other.name} is worth something else than a {kinds[0].name}, and both may lie here"
        remedy = "Give them printed facts of one shape, and the same line."
    if said:
        ctx.fail(Code.WORTH_UNKNOWN, part.span, said, remedy)
        return None
    return first


def _own_fact(ctx: Context, node: x.Expr, scope: Scope) -> c.Value:
    """In `worth units of fruit` the words are facts of the piece itself."""
    if isinstance(node, x.Name):
        node = x.Of(node.span, x.It(node.span), x.Word(node.span, node.text))
    return ctx.value(node, scope)


def _alike(worth: d.Worth, other: d.Worth | None) -> bool:
    """Whether both lines say the same."""
    return other is not None and _said(worth.units) == _said(other.units) and _said(worth.kind) == _said(other.kind)


def _said(node: x.Expr) -> object:
    return node.text if isinstance(node, x.Name) else node.value if isinstance(node, x.Number) else type(node)
