"""What rules are given, and calls of declared values."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.check import core as c
from rulewright.check.core.things import ERROR, NUMBER, TRUTH, UNKNOWN, Type
from rulewright.check.resolve.context import BAD, DEEPEST_VALUE, TOO_DEEP_MESSAGE, Context, Scope, is_bad
from rulewright.check.resolve.name_types import goes_with, new_params, read_given
from rulewright.check.resolve.wanted import counted_as
from rulewright.diagnostics import Code, Findings, Span
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x
from rulewright.syntax.parser import explain_meaning

Case = tuple[c.Value | None, c.Value]
"""A case of a declared value: its condition, or None for always, and what it gives."""


def read_arguments(
    ctx: Context, name: x.Word, params: list[c.Var], nodes: tuple[x.Expr, ...], scope: Scope, value: bool = False
) -> tuple[c.Value, ...]:
    """Return the values given to a rule: the acting player, then one for each declared parameter."""
    declared = params[1:]
    if len(nodes) != len(declared):
        _report_number(ctx, name, declared, len(nodes), value)
        for param in declared:
            param.type = ERROR if param.type is UNKNOWN else param.type
    given = [read_given(ctx, p, node, scope) for p, node in zip(declared, nodes, strict=False)]
    return (ctx.acting(scope), *given)


def _report_number(ctx: Context, name: x.Word, declared: list[c.Var], given: int, value: bool) -> None:
    listed = ", ".join(p.name for p in declared) or "nothing"
    takes = f'"{name.text}" takes {len(declared)} thing{"" if len(declared) == 1 else "s"} ({listed})'
    remedy = f'They stand after "with", parted by commas: "with {listed}".'
    if value:
        remedy = f'A value is asked with "for" and "at": "{name.text} for {listed.replace(", ", " at ")}".'
    if not declared:
        remedy = f'Leave out "{"for" if value else "with"}" and what follows.'
    ctx.fail(Code.WRONG_NUMBER_OF_THINGS, name.span, f"{takes}, and {given} are given", remedy)


# -- declared values


def call_value(
    ctx: Context, key: tuple[str, str], span: Span, owner: c.Value | None, nodes: tuple[x.Expr, ...], scope: Scope
) -> c.Value | None:
    """Return what a declared value gives for these things; None if there is no value of this owner and name."""
    decl = ctx.table.values.get(key)
    if decl is None:
        return None
    ctx.table.use(span, decl.name.span)
    rule = _value_rule(ctx, key, decl)
    extra = rule.params[len(rule.params) - len(decl.params) :]
    actor, *given = read_arguments(
        ctx, x.Word(span, decl.name.text), [rule.params[0], *extra], nodes, scope, value=True
    )
    if not rule.cases and not _read_value(ctx, key, decl, rule):
        return BAD
    first = (actor,) if decl.of is None or owner is None else (owner,) if key[0] == "player" else (actor, owner)
    return c.Call(rule, (*first, *given), decl.name.span)


def read_shown_values(ctx: Context) -> None:
    """Read the declared values that only the table shows; types of their parameters follow from the names alone."""
    for _, hints in ctx.rules.hints:
        for word in hints.names("show"):
            owner, _, name = word.text.partition(".")
            key = ("" if owner == "game" else owner, name)
            decl = ctx.table.values.get(key)
            if decl is not None and key not in ctx.values:
                _read_value(ctx, key, decl, _value_rule(ctx, key, decl))


def _value_rule(ctx: Context, key: tuple[str, str], decl: d.Value) -> c.ValueRule:
    if key not in ctx.values:
        full = f"value.{key[0]}.{key[1]}" if key[0] else f"value.{key[1]}"
        of = (decl.of,) if decl.of is not None and decl.of.text != "player" else ()
        params = new_params(ctx, full, (*of, *decl.params))
        ctx.values[key] = c.ValueRule(full, params, UNKNOWN, [], decl.name.span)
    return ctx.values[key]


def _read_value(ctx: Context, key: tuple[str, str], decl: d.Value, rule: c.ValueRule) -> bool:
    """Read the cases of a value at its first use, which needs its type; return whether it ends."""
    if key in ctx.being_read:
        message = "this value is explained by itself"
        ctx.fail(Code.VALUE_CIRCLE, decl.name.span, message, "Explain it by other things.")
        return False
    if len(ctx.being_read) >= DEEPEST_VALUE:
        ctx.fail(Code.TOO_DEEP, decl.name.span, *TOO_DEEP_MESSAGE)
        return False
    ctx.being_read.append(key)
    scope = ctx.base_scope(rule.name, rule.params)
    ctx.note_sources(decl.sources)
    done: list[c.Action] = []
    for line in decl.lets:
        scope = ctx.sentence(line, scope, done) or scope
    lets = [(action.var, action.value) for action in done if isinstance(action, c.Let)]
    cases = [_read_case(ctx, case, scope) for case in decl.cases]
    ctx.being_read.pop()
    type_, cases = _cases_of_one_type(ctx, decl, cases)
    rule.lets += lets
    rule.cases += cases
    rule.type = type_
    if rule.cases[-1][0] is not None and not rule.type.optional and rule.type.how != "error":
        last = decl.cases[-1].span
        ctx.findings.add(Code.VALUE_UNFINISHED, last, "what is it otherwise?", 'Add a last line without "if".')
    return True


def _read_case(ctx: Context, case: d.ValueCase, scope: Scope) -> tuple[c.Value | None, c.Value]:
    condition = ctx.condition(case.condition, scope) if case.condition is not None else None
    if (node := case.value) is not None:
        return condition, explained(ctx, case.condition or node, lambda: ctx.value(node, scope))
    assert condition is not None
    return None, condition


def explained(ctx: Context, node: x.Node, read: Callable[[], c.Value]) -> c.Value:
    """Read a part that the grammar allows, though it may be a near miss: if it is wrong, what was meant is said."""
    outer, ctx.table.findings = ctx.table.findings, Findings()
    value = read()
    own, ctx.table.findings = ctx.table.findings, outer
    text, verb = ctx.rules.files.get(node.span.file, ""), isinstance(node, x.Word)
    if is_bad(value) and explain_meaning(text, node.span, outer, verb):
        ctx.table.lost.update(part.text for part in x.nodes_in(node) if isinstance(part, x.Name))
    else:
        outer.take(own)
    return value


def _cases_of_one_type(ctx: Context, decl: d.Value, cases: list[Case]) -> tuple[Type, list[Case]]:
    """Return what all cases of a value give, and the cases such that they do: beside a set a thing is a set of one."""
    values = [value for _, value in cases]
    if any(value.type.how == "error" for value in values):
        return ERROR, cases
    # `nothing` alone does not say of what kind a value is, and a set says more than one thing does.
    first = max(
        values, key=lambda value: (value.type.domain is not None or value.type.how != "one", value.type.how == "set")
    )
    for case, value in zip(decl.cases, values, strict=True):
        if not goes_with(first.type, value.type):
            span = case.value.span if case.value is not None else case.span
            message = f"this is {value.type}; {first.type} is given in another line of this value"
            ctx.fail(Code.WRONG_KIND, span, message, "Let all its lines give the same kind of thing.")
            return ERROR, cases
    how, domain, kinds = first.type.how, first.type.domain, {v.type.kind for v in values if v.type.domain is not None}
    if how in ("number", "truth"):
        return (NUMBER if how == "number" else TRUTH), cases
    kind = kinds.pop() if len(kinds) == 1 else None
    if how != "set":
        return Type(how, domain, any(value.type.optional for value in values), kind), cases
    joined = Type("set", domain, False, kind)
    return joined, [(test, counted_as(value, "set", joined)) for test, value in cases]
