"""What is chosen: an option of a question or a menu, with the thing or number that comes with it."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER
from rulewright.check.resolve.context import Context, Scope
from rulewright.check.resolve.name_types import bind_name
from rulewright.check.resolve.texts import text
from rulewright.check.resolve.wanted import LARGEST_NUMBER, in_range, some_things, span_of
from rulewright.diagnostics import Span
from rulewright.syntax import statements as s

MOST_CHOSEN = 9_999
"""The highest number that can be chosen."""


def read_option(ctx: Context, line: s.Option, scope: Scope) -> c.Choice:
    """Return an option with its label, what comes with it, its condition and its body."""
    span = line.name.span
    made, inner = c.Choice(line.name.text, None, None, None, None, None, False, None, [], scope.rule, span), scope
    if line.using is not None:
        made, inner = read_choice(ctx, line.using, scope, span)
        made.name, made.plain = line.name.text, False
    made.label = text(ctx, line.label, inner) if line.label else None
    if line.when is not None:
        made.when = ctx.condition(line.when, inner)
    made.body = ctx.block(line.body, inner)
    return made


def read_choice(
    ctx: Context, line: s.Using, scope: Scope, span: Span, or_nothing: bool = False
) -> tuple[c.Choice, Scope]:
    """Return the choice of a thing or a number, with the scope in which it has been made."""
    name = line.name.text
    if line.high is None:
        among = some_things(ctx, line.things, scope)
        inner, var = bind_name(ctx, line.name, among.type.as_one(or_nothing), scope)
        return c.Choice(name, None, var, among, None, None, or_nothing, None, [], scope.rule, span, True), inner
    low, high = span_of(ctx, line.things, line.high, scope)
    low = in_range(ctx, low, 0, MOST_CHOSEN, line.things.span)
    high = in_range(ctx, high, -LARGEST_NUMBER, MOST_CHOSEN, line.high.span)
    inner, var = bind_name(ctx, line.name, NUMBER, scope)
    return c.Choice(name, None, var, None, low, high, False, None, [], scope.rule, span, True), inner
