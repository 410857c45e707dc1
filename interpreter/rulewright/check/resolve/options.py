"""What is chosen: an option of a question or a menu, with the thing or number that comes with it."""

from __future__ import annotations

from itertools import product
from math import prod

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, Domain, Part
from rulewright.check.resolve.context import BAD, Context, Scope
from rulewright.check.resolve.name_types import bind_name
from rulewright.check.resolve.texts import text
from rulewright.check.resolve.wanted import LARGEST_NUMBER, in_range, some_things, span_of
from rulewright.diagnostics import NOWHERE, Code, Span
from rulewright.syntax import statements as s

MOST_COMBINATIONS = 65_534
"""As many as have a number in the code of a choice."""
KNOWN_BEHIND = "It comes with an option: what stands behind it there, and the lines below, know it."
MOST_CHOSEN = 9_999
"""The highest number that can be chosen."""


def read_option(ctx: Context, line: s.Option, scope: Scope) -> c.Choice:
    """Return an option with its label, what comes with it, its condition and its body."""
    span = line.name.span
    made, inner = c.Choice(line.name.text, None, None, None, None, None, False, None, [], scope.rule, span), scope
    if line.using:
        made, inner = _read_using(ctx, line.using, scope, span)
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


def _read_using(ctx: Context, using: tuple[s.Using, ...], scope: Scope, span: Span) -> tuple[c.Choice, Scope]:
    """Return the choice of what comes with an option: of one thing, or of a combination of several."""
    inner, found, parts = scope, list[c.Choice](), list[Part | None]()
    ctx.table.elsewhere.update((line.name.text, KNOWN_BEHIND) for line in using[1:])
    for line in using:
        one, inner = read_choice(ctx, line, inner, span)
        found.append(one)
        parts.append(_part_of(ctx, line, one) if len(using) > 1 else None)
    known = [part for part in parts if part is not None]
    if len(known) < len(using) or not _report_number(ctx, using[-1], known):
        return found[-1], inner
    of = _combinations(ctx, known)
    names = tuple(one.var for one in found if one.var is not None)
    sets = tuple(one.things or _numbers(ctx, part) for one, part in zip(found, known, strict=True))
    things = c.Combined(names, sets, c.Type("set", of))
    var = c.Var(of.name, c.Type("one", of))
    return c.Choice(found[-1].name, None, var, things, None, None, False, None, [], scope.rule, span), inner


def _part_of(ctx: Context, line: s.Using, one: c.Choice) -> Part | None:
    """Return of what a part of a combination is one; None where that has a mistake."""
    if one.var is None or one.var.type.how == "error":
        return None
    if one.things is not None:
        domain, kind = one.things.type.domain, one.things.type.kind
        return None if domain is None else Part(domain, *((kind.start, kind.size) if kind else (0, domain.size)))
    if isinstance(one.low, c.Const) and isinstance(one.high, c.Const):
        one.var.type = c.Type("number", low=one.low.value, high=one.high.value)
        return Part(None, one.low.value, one.high.value - one.low.value + 1)
    if one.low is not BAD:
        message = "beside another thing a number goes from one written number to another"
        remedy = f'Write both numbers and the limit after "when", or ask for "{line.name}" in a line of its own.'
        ctx.fail(Code.WRONG_KIND, line.span, message, remedy)
    return None


def _report_number(ctx: Context, line: s.Using, parts: list[Part]) -> bool:
    """Return whether there are not too many combinations; if there are, report it."""
    number = prod(part.size for part in parts)
    if number <= MOST_COMBINATIONS:
        return True
    message = f"these are {number:,} combinations, and at most {MOST_COMBINATIONS:,} can be told apart"
    remedy = f'Ask for "{line.name}" afterwards: "choose {line.name} from ..." in a line of its own.'
    ctx.fail(Code.OUT_OF_RANGE, line.span, message, remedy)
    return False


def _combinations(ctx: Context, parts: list[Part]) -> Domain:
    """Return the list of all combinations."""
    lists = [_numbers_of(ctx, part) if part.domain is None else part.domain for part in parts]
    each = [range(part.low, part.low + part.size) if part.domain else range(part.size) for part in parts]
    names = [_name_of(part) for part in parts]
    name = " and ".join(names)
    if name not in ctx.combined:
        members, labels = (
            [
                joint.join(words)
                for words in product(*([texts[at] for at in here] for texts, here in zip(of, each, strict=True)))
            ]
            for joint, of in ((" ", [one.members for one in lists]), (", ", [one.labels for one in lists]))
        )
        ctx.combined[name] = Domain(name, name, "combined", members, labels, NOWHERE, made_of=tuple(parts))
    return ctx.combined[name]


def _name_of(part: Part) -> str:
    if part.domain is None:
        return f"{part.low} to {part.low + part.size - 1}"
    return next((kind.name for kind in part.domain.kinds if (kind.start, kind.size) == part[1:]), part.domain.name)


def _numbers_of(ctx: Context, part: Part) -> Domain:
    """Return numbers as a list of things."""
    name, texts = _name_of(part), [str(part.low + at) for at in range(part.size)]
    return ctx.combined.setdefault(name, Domain(name, name, "combined", texts, texts, NOWHERE))


def _numbers(ctx: Context, part: Part) -> c.Value:
    domain = _numbers_of(ctx, part)
    return c.Const(domain.everything, c.Type("set", domain))
