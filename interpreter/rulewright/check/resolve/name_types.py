"""The types of names: of what rules are given, and of what `let`, a choice, chance or a loop names.

The type of a parameter follows from its name where that is a kind of thing, else from what is given to it wherever its
rule is used; that of a name let in a rule from its value. What is given or set elsewhere may widen it: from one thing
to one or nothing, or to a set, since a thing is the set of one. If lines were read with the narrower type, that reading
is `outdated`, and all rules are read again with the wider type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.check import core as c
from rulewright.check.core.things import ERROR, NUMBER, UNKNOWN, Type
from rulewright.check.resolve.context import Context, Known, Scope
from rulewright.check.resolve.unknown import report_hidden
from rulewright.check.resolve.wanted import REMEDIES_BY_TYPE, counted_as, said_elsewhere
from rulewright.diagnostics import Code, Span
from rulewright.syntax import expressions as x


def new_params(ctx: Context, rule: str, words: tuple[x.Word, ...]) -> list[c.Var]:
    """Return the parameters of a rule: the acting player, and the declared ones with the best types known."""
    return [ctx.player_var(), *(_new_param(ctx, rule, word) for word in words)]


def _new_param(ctx: Context, rule: str, word: x.Word) -> c.Var:
    found, type_ = ctx.table.domain_of(word.text), UNKNOWN
    if found is not None and word.text in (found[0].name, found[1].name if found[1] else ""):
        type_ = Type("one", found[0], kind=found[1])
    return _new_name(ctx, f"{rule}:{word.text}", word, type_, rule, type_ is not UNKNOWN)


def _new_name(ctx: Context, key: str, word: x.Word, type_: Type, rule: str, single: bool) -> c.Var:
    """Return the variable of a name, with what an earlier reading found out about its type."""
    if (earlier := ctx.remembered.get(key)) is not None:
        joined = _wider_type(earlier.type, type_)
        type_ = earlier.type if joined == earlier.type else joined
    var = c.Var(word.text, type_)
    ctx.name_keys[var] = key
    if single:
        ctx.single.add(var)
    ctx.table.local(word, rule, var)
    return var


def bind_name(ctx: Context, word: x.Word, type_: Type, scope: Scope, single: bool = True) -> tuple[Scope, c.Var]:
    """Give a thing a name for the lines that follow; it should hide nothing that the name means already.

    A name for one of several things is `single`: it is never set to a set.
    """
    report_hidden(ctx.table, word, scope.names)
    return _bind(ctx, word, type_, scope, single)


def bind_plural(ctx: Context, word: x.Word, type_: Type, scope: Scope) -> tuple[Scope, c.Var]:
    """Give a set of things a name, also their plural, by which all of them are called elsewhere."""
    named = [one.plural for one in (type_.kind, type_.domain) if one is not None]
    if word.text not in named or word.text in scope.names:
        report_hidden(ctx.table, word, scope.names)
    return _bind(ctx, word, type_, scope, False)


def _bind(ctx: Context, word: x.Word, type_: Type, scope: Scope, single: bool) -> tuple[Scope, c.Var]:
    ctx.bound[scope.rule, word.text] = word.span
    if word.text == "player" and type_.how != "error" and (type_.how, type_.domain) != ("one", ctx.table.player.domain):
        message = f'"player" is whoever acts, and this is {type_}'
        ctx.fail(Code.WRONG_KIND, word.span, message, "Give it another name.")
        type_ = ERROR
    var = _new_name(ctx, f"{scope.rule}:{word.span.place}", word, type_, scope.rule, single)
    ctx.let.add(var)
    return scope.with_var(var), var


def read_given(ctx: Context, var: c.Var, node: x.Expr, scope: Scope) -> c.Value:
    """Return what a name is given or set to; its type widens."""
    value = counted_as(ctx.value(node, scope, var.type), var.type.how)
    _widen(ctx, var, value.type, node.span)
    return counted_as(value, var.type.how)


def _widen(ctx: Context, var: c.Var, given: Type, span: Span) -> None:
    known = var.type
    if given.how == "error":
        var.type = given if known is UNKNOWN else known
    elif known.how in ("unknown", "error"):
        _remember(ctx, var, NUMBER if given.how == "number" else given, span)
    elif not goes_with(known, given) or (given.how == "set" and known.how == "one" and var in ctx.single):
        ctx.fail(Code.WRONG_KIND, span, f'this is {given}; "{var.name}" is {known}', *_fix_remedies(ctx, var, given))
    elif (joined := _wider_type(known, given)) != known:
        becomes_set = joined.how != known.how
        if var not in ctx.let or becomes_set:
            _remember(ctx, var, joined, span, becomes_set)
            ctx.widened = True
            ctx.outdated = ctx.outdated or var in ctx.in_use or becomes_set
        else:
            var.type = replace(joined, kind=known.kind if known.domain else given.kind)
            ctx.let_later[ctx.name_keys[var]] = Known(var.type, span)


def _remember(ctx: Context, var: c.Var, type_: Type, span: Span, becomes_set: bool = False) -> None:
    """Change the type of a name, and remember what made it a set, or else what gave it a type first."""
    mixed, var.type = becomes_set and var.type.domain is not None, type_
    if (key := ctx.name_keys.get(var)) is not None and type_.how != "error":
        known = ctx.remembered.get(key)
        ctx.remembered[key] = Known(type_, span, mixed) if known is None or becomes_set else replace(known, type=type_)


def _fix_remedies(ctx: Context, var: c.Var, given: Type) -> Iterator[str]:
    """Yield what to do where a name is given another kind of thing than elsewhere: the first use fixes it."""
    if var in ctx.single and var in ctx.let:
        yield "It is one of several things. Let another name be what you mean."
    elif var in ctx.single:
        yield "It is that by its name: give it another name."
    elif (earlier := ctx.known_of(c.Use(var))) is not None:
        yield f"{said_elsewhere(ctx, earlier)} Give the same kind of thing in both places."
    else:
        yield "Give the other thing another name."
    if given.how != "set" or goes_with(var.type, given):
        yield from REMEDIES_BY_TYPE.get((given.how, var.type.how), ())


def _wider_type(known: Type, given: Type) -> Type:
    """Return the type that covers both, if they go together."""
    if not {known.how, given.how} <= {"one", "set"}:
        return known
    how = known.how if known.how == given.how else "set"
    kind = known.kind if known.kind is given.kind or given.domain is None else None
    kind = given.kind if known.domain is None else kind
    optional = how == "one" and (known.optional or given.optional)
    return replace(known, how=how, domain=known.domain or given.domain, optional=optional, kind=kind)


def goes_with(known: Type, given: Type) -> bool:
    """Return whether both are numbers, yes or no, or things of one domain: a thing goes with a set."""
    if {known.how, given.how} <= {"set", "one"}:
        return known.domain is None or given.domain is None or known.domain is given.domain
    return known.how == given.how
