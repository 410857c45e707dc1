"""Declared costs: a cost becomes a rule that pays it, with the condition under which it can be paid."""

from __future__ import annotations

from functools import partial

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Domain, Kind, Type
from rulewright.check.resolve import paying
from rulewright.check.resolve.context import Context, Scope, is_bad
from rulewright.check.resolve.money import Money
from rulewright.check.resolve.name_types import new_params
from rulewright.check.resolve.pieces import counted_thing, pieces
from rulewright.check.resolve.wanted import counted_as, one_of, read_things
from rulewright.check.resolve.wanted import read_amount as amount_of
from rulewright.diagnostics import Code
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

Part = paying.AmountPaid | paying.OnPieces | paying.FromStock | Money
"""A part of a cost."""


def cost_rule(ctx: Context, name: x.Word) -> c.Procedure | None:
    """Return a cost by name, to be read after what pays it: a procedure that pays it, with whether it can be paid."""
    decl = ctx.look_up(name, "cost", ctx.table.costs)
    if decl is None:
        return None
    ctx.table.use(name.span, decl.name.span)
    if name.text not in ctx.costs:
        full = f"cost.{name.text}"
        params = new_params(ctx, full, decl.params)
        can = c.ValueRule(full, params, TRUTH, [], decl.name.span)
        cost = ctx.costs[name.text] = c.Procedure(full, "cost", params, decl.name.span, can=can)
        ctx.waiting.append(partial(_read_cost, ctx, decl, cost, can))
    return ctx.costs[name.text]


def _read_cost(ctx: Context, decl: d.Cost, cost: c.Procedure, can: c.ValueRule) -> None:
    scope = ctx.base_scope(cost.name, cost.params)
    ctx.note_sources(decl.sources)
    parts = [found for part in decl.parts if (found := _read_part(ctx, part, scope)) is not None]
    amounts = [part for part in parts if isinstance(part, paying.AmountPaid)]
    units = [part for part in parts if not isinstance(part, paying.AmountPaid)]
    if parts:
        can.cases.append((None, paying.all_of(*(part.payable_condition() for part in (*amounts, *units)))))
    cost.body = [action for part in (*units, *amounts) for action in part.paying_actions()]


def _read_part(ctx: Context, part: d.CostPart, scope: Scope) -> Part | None:
    """A part of a cost; None if it has a mistake."""
    stock = _stock_named(ctx, part)
    if stock is not None:
        return _read_stock(ctx, part, stock, scope)
    amount, payer = amount_of(ctx, part.amount, scope, "what is paid"), ctx.acting(scope)
    if part.how == "amount":
        paid = counted_thing(ctx, part.what, "paid", "pay")
        return paying.AmountPaid(paid, amount, payer, part.span) if paid is not None else None
    found = ctx.table.kind_of(part.what)
    if found is None or found[0].how != "names":
        lists = [n for n, k in ctx.table.domains.items() if k.how == "names"]
        ctx.table.unknown(part.what, "list of names", lists)
        return None
    names = found[0]
    full = c.Const(names.everything, Type("set", names))
    within = read_things(ctx, part.within, scope, full.type) if part.within is not None else full
    assert part.pool is not None
    pool = counted_as(pieces(ctx, part.pool, scope), "set")
    if is_bad(pool):
        return None
    units = part.how, amount, payer, names, within, pool, part.span, scope.rule, ctx.table.language
    if part.fact is not None:
        fact = _counting_fact(ctx, part.fact, pool.type, names)
        return paying.OnPieces(*units, fact) if fact is not None else None
    money = _read_money(ctx, part, pool.type, scope)
    missing = ctx.memory(f"{scope.rule}.missing.{part.span.line}", (c.Axis(names, 0, names.size),), NUMBER)
    return Money(*units, *money, missing) if money is not None else None


def _stock_named(ctx: Context, part: d.CostPart) -> c.Stored | None:
    """Return the number for each name from which a part is paid; None if it is paid with pieces."""
    owned, names = isinstance(part.pool, x.Of), ctx.table.domain_of(part.what.text)
    if names is None or part.fact is not None or not isinstance(part.pool, x.Of | x.Name):
        return None
    called = part.pool.name.text if isinstance(part.pool, x.Of) else part.pool.text
    found = (fact for (_, name), fact in ctx.table.stored.items() if name == called and fact.type.how == "number")
    return next((fact for fact in found if [key.domain for key in fact.keys[owned:]] == [names[0]]), None)


def _read_stock(ctx: Context, part: d.CostPart, stock: c.Stored, scope: Scope) -> paying.FromStock:
    names = stock.keys[-1].domain
    assert names is not None and part.pool is not None
    ctx.table.kind_of(part.what)
    every = c.Const(names.everything, Type("set", names))
    within = read_things(ctx, part.within, scope, every.type) if part.within is not None else every
    inner, it = scope.looking_at(Type("one", names))
    owner: tuple[c.Value, ...] = ()
    if isinstance(part.pool, x.Of):
        assert stock.keys[0].domain is not None
        owner = (one_of(ctx, stock.keys[0].domain, part.pool.owner, scope),)
    ctx.table.use(part.pool.name.span if isinstance(part.pool, x.Of) else part.pool.span, stock.span)
    if part.how != "each":
        message = f"{stock.name} is a number for each {names.name}, and each is paid for itself"
        ctx.fail(Code.WRONG_KIND, part.span, message, 'Write "of each". What is "one" or "any" is paid with pieces.')
    number = amount_of(ctx, part.amount, inner, "what is paid")
    return paying.FromStock(stock, owner, number, it, within, part.span)


def _counting_fact(ctx: Context, word: x.Word, pool: Type, names: Domain) -> c.Stored | None:
    """The fact that counts units of names on the pieces of a pool."""
    assert pool.domain is not None
    for owner in ctx.table.owners(pool.domain, pool.kind):
        fact = ctx.table.stored.get((owner, word.text))
        if fact is not None and len(fact.keys) == 2 and fact.keys[1].domain is names:
            ctx.table.use(word.span, fact.span)
            return fact
    known = [n for (_, n), f in ctx.table.stored.items() if len(f.keys) == 2]
    ctx.table.unknown(word, f"fact counted for each {names.name}", known)
    return None


def _read_money(ctx: Context, part: d.CostPart, pool: Type, scope: Scope) -> tuple[c.Var, c.Value, c.Value] | None:
    """A variable for a piece of a pool, and how many units of which name it is worth."""
    assert pool.domain is not None
    kinds = [pool.kind] if pool.kind else pool.domain.kinds
    decl = _common_worth(ctx, part, kinds)
    if decl is None:
        return None
    inner, var = scope.looking_at(Type("one", pool.domain, kind=kinds[0]))
    own = inner.with_var(c.Var(kinds[0].name, var.type))
    units, kind = _own_fact(ctx, decl.units, own), _own_fact(ctx, decl.kind, own)
    return None if is_bad(units, kind) else (var, units, kind)


def _common_worth(ctx: Context, part: d.CostPart, kinds: list[Kind]) -> d.Worth | None:
    """What the pieces of a pool are worth: one line for all kinds that may lie there."""
    found = [(kind, ctx.table.piece_decls[kind.name].worth) for kind in kinds]
    first, unknown = found[0][1], next((kind for kind, worth in found if worth is None), None)
    other = next((kind for kind, worth in found if worth is None or not _same_worth(worth, first)), None)
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


def _same_worth(worth: d.Worth, other: d.Worth | None) -> bool:
    """Whether both lines say the same."""
    return (
        other is not None
        and _literal_of(worth.units) == _literal_of(other.units)
        and _literal_of(worth.kind) == _literal_of(other.kind)
    )


def _literal_of(node: x.Expr) -> object:
    return node.text if isinstance(node, x.Name) else node.value if isinstance(node, x.Number) else type(node)
