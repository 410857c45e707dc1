"""Conditions: comparisons, membership, facts that are so or not, rows on a grid, what can be paid or done."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Domain, Type
from rulewright.check.core.walk import free_names, substitute
from rulewright.check.resolve.calls import explained, read_arguments
from rulewright.check.resolve.context import BAD, Context, Scope, is_bad
from rulewright.check.resolve.costs import cost_rule
from rulewright.check.resolve.joined import each_of
from rulewright.check.resolve.members import member_of
from rulewright.check.resolve.steps import step_rule
from rulewright.check.resolve.wanted import (
    counted_as,
    in_range,
    need_type,
    read_number,
    read_thing,
    read_things,
    same_domain,
    some_things,
)
from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.syntax import expressions as x

ORDER = {"is": "==", "is-not": "!=", "at-least": ">=", "at-most": "<=", "above": ">", "below": "<"}


CONDITIONS = {
    "number": 'Compare it with a number: "... is at least 1".',
    "set": 'Write "there is ..." or "... is empty".',
    "one": 'Say what is asked about it: "... is ready", "... is in ...".',
    "optional": 'Write "... is not nothing".',
}
"""What makes a condition of a value of each type."""


def opposite(condition: c.Value) -> c.Value:
    """Return a condition that holds where another does not."""
    return c.Logic("not", (condition,), TRUTH)


def empty(ctx: Context, node: x.Empty, scope: Scope) -> c.Value:
    """Whether a set has any members."""
    test = c.NonEmpty(read_things(ctx, node.things, scope), TRUTH, node.span)
    return opposite(test) if node.empty else test


def in_row(ctx: Context, node: x.InRow, scope: Scope) -> c.Value:
    """Return whether a number of spaces lie in a row."""
    spaces = some_things(ctx, node.things, scope)
    grid = spaces.type.domain
    if grid is None:
        return BAD
    if grid.how != "grid":
        message = f"this is {spaces.type}; spaces of a grid belong here"
        return ctx.fail(Code.WRONG_KIND, node.things.span, message, "Only spaces lie in rows.")
    return c.InRow(_row_length(ctx, node.length, grid, scope), spaces, TRUTH, node.span)


def _row_length(ctx: Context, node: x.Expr, grid: Domain, scope: Scope) -> int:
    """Return the length of a row, which must be a number or a figure."""
    length = read_number(ctx, node, scope)
    if isinstance(length, c.Lookup) and not length.figure.keys:
        length = c.Const(length.figure.values[0], length.type)
    if not isinstance(length, c.Const):
        if not is_bad(length):
            ctx.fail(Code.WRONG_KIND, node.span, "how long a row is never changes", "Write a number, or a figure.")
        return 0
    in_range(ctx, length, 2, max(grid.width, grid.height), node.span)
    return length.value


def quantified(ctx: Context, node: x.Quantified, scope: Scope) -> c.Value:
    """Whether a condition holds for every thing, or for some thing of a set."""
    over, inner, var, given = each_of(ctx, node.things, node.variable, scope)
    condition = substitute(ctx.condition(node.condition, inner), given)
    return c.Quantified(node.every, var, over, condition, TRUTH, node.span)


def compare(ctx: Context, node: x.Compare, scope: Scope) -> c.Value:
    """Compare two values."""
    match node.operator:
        case "in" | "not-in":
            return _is_in(ctx, node, scope)
        case "like" | "not-like":
            return _is_like(ctx, node, scope)
        case "is" | "is-not":
            return _compare_is(ctx, node, scope)
        case operator:
            left, right = read_number(ctx, node.left, scope), read_number(ctx, node.right, scope)
            return c.Test(ORDER[operator], left, right, TRUTH, node.span)


def _is_in(ctx: Context, node: x.Compare, scope: Scope) -> c.Value:
    left = read_thing(ctx, node.left, scope)
    right = read_things(ctx, node.right, scope, left.type)
    same_domain(ctx, left, right, node.span)
    test = c.Member(left, right, TRUTH, node.span)
    return test if node.operator == "in" else opposite(test)


def _is_like(ctx: Context, node: x.Compare, scope: Scope) -> c.Value:
    """Whether a piece is one of several that are the same on the table, or like any of a set."""
    left = read_thing(ctx, node.left, scope)
    right = ctx.value(node.right, scope, left.type)
    others = need_type(ctx, right, "set", node.right.span)
    if is_bad(left, others) or not same_domain(ctx, left, others, node.span):
        return BAD
    domain = left.type.domain or others.type.domain
    if domain is None or domain.how != "piece":
        message, remedy = f"this is {left.type}; only pieces are like one another", 'Write "is" for the same one.'
        return ctx.fail(Code.WRONG_KIND, node.left.span, message, remedy)
    alike, other = ctx.table.alike(domain), c.Var("other", Type("one", domain))
    if right.type.how == "one" and not right.type.optional:
        test: c.Value = c.Member(left, c.Lookup(alike, (right,)), TRUTH, node.span)
    elif left.type.optional:
        union = c.Fold("union", other, others, c.Lookup(alike, (c.Use(other),)), alike.type)
        test = c.Member(left, union, TRUTH, node.span)
    else:  # whatever X is like is like X, so that one lookup is enough
        test = c.NonEmpty(c.Binary("and", c.Lookup(alike, (left,)), others, others.type), TRUTH, node.span)
    return test if node.operator == "like" else opposite(test)


def _compare_is(ctx: Context, node: x.Compare, scope: Scope) -> c.Value:
    left = ctx.value(node.left, scope)
    name, keys = (node.right.base, node.right.keys) if isinstance(node.right, x.Table) else (node.right, ())
    if isinstance(name, x.Name) and name.text not in scope.names:
        if is_bad(left):
            ctx.read_loosely([name, *keys], scope)
            return BAD
        word = x.Word(name.span, name.text)
        truth = _truth_member(ctx, left, x.Of(node.span, node.left, word), keys, scope)
        if truth is not None:
            return opposite(truth) if node.operator == "is-not" else truth
    return _compare_equal(ctx, node, left, ctx.value(node.right, scope, left.type), scope.outer)


def holds(ctx: Context, node: x.Holds, scope: Scope) -> c.Value:
    """`tile fits cell`: whether a yes-or-no fact or value of a thing holds for others."""
    return explained(ctx, node.name, lambda: _holds(ctx, node, scope))


def _holds(ctx: Context, node: x.Holds, scope: Scope) -> c.Value:
    left = ctx.value(node.thing, scope)
    if is_bad(left):
        ctx.read_loosely(node.keys, scope)
        return BAD
    found = _truth_member(ctx, left, x.Of(node.span, node.thing, node.name), node.keys, scope)
    return found or _unknown_verb(ctx, node, left)


def _unknown_verb(ctx: Context, node: x.Holds, left: c.Value) -> c.Value:
    """Report a word between two things that is no yes-or-no fact or value of the first one."""
    given = {name for (_, name), decl in ctx.table.values.items() if decl.params}
    if node.name.text in given:
        message = f'"{node.name}" is not yes or no'
        remedy = f'Say in one line under "value {node.name}" what must be so; or compare "...\'s {node.name} for ...".'
        return ctx.fail(Code.WRONG_KIND, node.name.span, message, remedy)
    message = f'nothing that is so or not of {left.type} is called "{node.name}"'
    near = did_you_mean(node.name.text, given)
    declared = f'Compare them ("is", "is at least", "is in"), or declare "value {node.name} of ...".'
    return ctx.fail(Code.UNKNOWN_NAME, node.name.span, message, *(near or (declared,)))


def truth(ctx: Context, node: x.Expr, scope: Scope) -> c.Value:
    """A value as a condition: one that is yes or no."""
    return explained(ctx, node, lambda: _truth_of(ctx, node, ctx.value(node, scope, TRUTH)))


def _truth_of(ctx: Context, node: x.Expr, value: c.Value) -> c.Value:
    if value.type.how == "truth":
        return c.Test("!=", value, c.Const(0, TRUTH), TRUTH, node.span)
    if is_bad(value):
        return BAD
    how = "optional" if value.type.optional else value.type.how
    return ctx.fail(Code.WRONG_KIND, node.span, f"this is {value.type}; a condition belongs here", CONDITIONS[how])


def _truth_member(ctx: Context, left: c.Value, of: x.Of, keys: tuple[x.Expr, ...], scope: Scope) -> c.Value | None:
    """`tile is used`, `column is open`, `tile fits cell`: a yes-or-no fact or value of the thing on the left."""
    domain, name = left.type.domain, of.name.text
    for prefix in ctx.table.owners(domain, left.type.kind) if domain is not None else ():
        fact = ctx.table.stored.get((prefix, name)) or ctx.table.printed.get((prefix, name))
        if (fact is not None and fact.type.how == "truth") or (prefix, name) in ctx.table.values:
            value = member_of(ctx, of, left, keys, scope)
            if is_bad(value):
                return BAD
            if value.type.how == "truth":
                return c.Test("!=", value, c.Const(0, TRUTH), TRUTH, of.span)
    return None


def _compare_equal(ctx: Context, node: x.Compare, left: c.Value, right: c.Value, outer: tuple[c.Var, ...]) -> c.Value:
    operator = ORDER[node.operator]
    if left.type.how == right.type.how == "number":
        return c.Test(operator, left, right, TRUTH, node.span)
    if isinstance(left, c.Contents):
        left = counted_as(left, "one")
    if is_bad(left, right):
        return BAD
    if left.type.how == "set":
        known = ctx.known_of(left) if right.type.how == "set" else None
        if known is not None and known.mixed:
            said = "one thing in some places and a set in others: is it in this set, or the same?"
            remedies = '"... - ... is empty" if all of it must be in the set.', "To compare two sets, use two names."
            return ctx.fail(Code.WRONG_KIND, node.span, f"this is {said}", *remedies)
        right = counted_as(right, "set")
    if left.type.how == "one" and right.type.how == "set":
        same_domain(ctx, left, right, node.span, outer)
        test = c.Member(left, right, TRUTH, node.span)
        return test if operator == "==" else opposite(test)
    if left.type.how != right.type.how:
        remedy = "Compare things of one kind."
        if "truth" in (left.type.how, right.type.how):
            remedy = 'What is yes or no is a condition by itself: "if ready:", "if not ready:".'
        if left.type.how == "number" and right.type.how == "one" and right.type.domain is None:
            remedy = f'Write "{"is" if node.operator == "is" else "is not"} 0": a number is 0 where there is nothing.'
        if left.type.how == "set" and right.type.how == "number":
            remedy = 'How many there are is "number of ...".'
        return ctx.fail(Code.WRONG_KIND, node.span, f"{left.type} is never {right.type}", remedy)
    same_domain(ctx, left, right, node.span, outer)
    return c.Test(operator, left, right, TRUTH, node.span)


def can_pay(ctx: Context, node: x.CanPay, scope: Scope) -> c.Value:
    """Whether a declared cost can be paid."""
    cost = cost_rule(ctx, node.cost)
    if cost is None or cost.can is None:
        ctx.read_loosely(node.arguments, scope)
        return BAD
    return c.Call(cost.can, read_arguments(ctx, node.cost, cost.params, node.arguments, scope), node.span)


def can_do(ctx: Context, node: x.CanDo, scope: Scope) -> c.Value:
    """Whether a step can be carried out up to its first effect."""
    step = step_rule(ctx, node.step)
    if step is None:
        ctx.read_loosely(node.arguments, scope)
        return BAD
    return c.Doable(step, read_arguments(ctx, node.step, step.params, node.arguments, scope), TRUTH, node.span)


def would_be(ctx: Context, node: x.WouldBe, scope: Scope) -> c.Value:
    """Whether a condition would hold after a step; names from around it mean what they do before the step."""
    step = step_rule(ctx, node.step)
    condition = ctx.condition(node.condition, scope)
    if step is None:
        ctx.read_loosely(node.arguments, scope)
        return BAD
    arguments = read_arguments(ctx, node.step, step.params, node.arguments, scope)
    given = free_names(condition)
    own = tuple(c.Var(use.var.name, use.type) for use in given)
    inside = substitute(condition, {id(use.var): c.Use(var) for use, var in zip(given, own, strict=True)})
    return c.WouldBe(step, arguments, own, given, inside, TRUTH, node.span)


def been_here(ctx: Context, node: x.BeenHere, scope: Scope) -> c.Value:
    """Whether a position was remembered at least so often before."""
    times = c.Const(1, NUMBER) if node.times is None else read_number(ctx, node.times, scope)
    history = ctx.history(node.memory)
    return BAD if history is None else c.BeenHere(history, times, TRUTH, node.span)
