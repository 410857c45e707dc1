"""What kind of value belongs somewhere: a number, a set, one thing, a player, a number from a range.

Each function resolves a value and returns it as what is wanted, or reports that it is something else. A value of the
error type is returned as it is.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.cascading import words_at
from rulewright.check.core.things import NUMBER, Domain, Type
from rulewright.check.resolve.context import BAD, Context, Known, Scope
from rulewright.diagnostics import Code, Span
from rulewright.syntax import expressions as x

LARGEST_NUMBER = 10**18

REMEDIES_BY_TYPE = {
    ("set", "number"): ('How many there are is "number of ...".',),
    ("set", "one"): ('One of them is "first of ..." or "only one of ...", or the one that somebody chooses.',),
    ("number", "set"): ("Name a place, or several things of a kind.",),
    ("one", "number"): ('Name a number that it has: "card\'s worth".',),
}
"""Remedies where a value has the wrong type."""

REVERSED_REMEDY = 'Write a number from 0 on: the other way round it is "pay" for "take", and "lower" for "raise".'
"""The remedy where less than nothing is taken, paid or added."""

TYPE_WORDS = {"number": "a number", "set": "a set of things", "one": "one thing", "truth": "yes or no"}


def need_type(ctx: Context, value: c.Value, how: str, span: Span, if_set: str = "") -> c.Value:
    """Return a value that must be a number, a set, one thing, or yes or no; `if_set` is one more remedy for a set."""
    value = counted_as(value, how)
    if value.type.how in (how, "error"):
        return value
    remedy = REMEDIES_BY_TYPE.get((value.type.how, how), ())
    if if_set and value.type.how == "set":
        remedy = (*remedy, if_set)
    if (known := ctx.known_of(value)) is not None:
        remedy = (said_elsewhere(ctx, known), *remedy)
    return ctx.fail(Code.WRONG_KIND, span, f"this is {value.type}; {TYPE_WORDS[how]} belongs here", *remedy)


def said_elsewhere(ctx: Context, known: Known) -> str:
    """Return where a name got its type."""
    return f'It is that by "{words_at(ctx.rules, known.origin)}" in {known.origin.file}:{known.origin.line}.'


def counted_as(value: c.Value, how: str, type_: Type | None = None) -> c.Value:
    """Return a thing as the set of one (of nothing, if it is nothing), where a set is wanted: one that has a type.

    Where one thing is wanted, a set known to hold exactly one piece is that piece.
    """
    if how == "set" and value.type.how == "one":
        return c.Singleton(value, type_ or value.type.as_set())
    if how != "one" or value.type.how != "set":
        return value
    if isinstance(value, c.Const) and value.value.bit_count() == 1:
        return c.Const(value.value.bit_length() - 1, value.type.as_one())
    if isinstance(value, c.Contents) and value.place.limit == 1:
        return c.One("first", value, value.type.as_one(True))
    return value


def read_number(ctx: Context, node: x.Expr, scope: Scope) -> c.Value:
    """Return a number."""
    return need_type(ctx, ctx.value(node, scope, NUMBER), "number", node.span)


def read_amount(ctx: Context, node: x.Expr, scope: Scope, what: str) -> c.Value:
    """Return a number that is taken, paid, drawn or added, as `what` says: it is at least 0, else play stops there."""
    value = read_number(ctx, node, scope)
    low, high = bounds_of(value)
    if value.type.how == "error" or low >= 0:
        return value
    if high < 0:
        message = f"this is below 0, and {what} is at least 0"
        return ctx.fail(Code.OUT_OF_RANGE, node.span, message, REVERSED_REMEDY)
    return c.Within(value, 0, LARGEST_NUMBER, NUMBER, node.span)


def bounds_of(value: c.Value, calls: int = 3) -> tuple[int, int]:  # noqa: PLR0911 - one case for each kind of value
    """Return the least and the greatest number that a value can be, by the way it is written.

    It holds for every number of players. Declared values are looked into up to `calls` deep.
    """
    match value:
        case c.Const():
            return value.value, value.value
        case c.Count():
            domain = value.things.type.domain
            return 0, LARGEST_NUMBER if domain is None or domain.how == "player" else domain.size
        case c.Read() | c.Lookup() | c.Use() if value.type.how == "number":
            # A name that rules give has the type NUMBER where nothing is known of it.
            known = not isinstance(value, c.Use) or value.type != NUMBER
            return (value.type.low, value.type.high) if known else (-LARGEST_NUMBER, LARGEST_NUMBER)
        case c.Binary():
            (a, b), (x_, y) = bounds_of(value.left, calls), bounds_of(value.right, calls)
            if value.operator == "*":
                ends = a * x_, a * y, b * x_, b * y
                return min(ends), max(ends)
            if value.operator == "//":
                ends = a // max(x_, 1), a // max(y, 1), b // max(x_, 1), b // max(y, 1)
                return min(ends), max(ends)
            return (a + x_, b + y) if value.operator == "+" else (a - y, b - x_)
        case c.Choice2():
            chosen = min if value.how == "lesser" else max
            (a, b), (x_, y) = bounds_of(value.left, calls), bounds_of(value.right, calls)
            return chosen(a, x_), chosen(b, y)
        case c.Fold():
            low, _ = bounds_of(value.value, calls)
            return (0 if low >= 0 else -LARGEST_NUMBER), LARGEST_NUMBER
        case c.Call() if value.value.cases and calls:
            cases = [bounds_of(given, calls - 1) for _, given in value.value.cases]
            return min(low for low, _ in cases), max(high for _, high in cases)
        case c.Within():
            return value.low, value.high
        case _:
            return -LARGEST_NUMBER, LARGEST_NUMBER


def read_things(ctx: Context, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:
    """Return a set; a single thing counts as a set of one."""
    return need_type(ctx, ctx.value(node, scope, expected), "set", node.span)


def some_things(ctx: Context, node: x.Expr, scope: Scope) -> c.Value:
    """Return a set of things of which it is known what they are."""
    value = read_things(ctx, node, scope)
    if value.type.domain is None and value.type.how != "error":
        message = f"this is {value.type}; things belong here"
        return ctx.fail(Code.WRONG_KIND, node.span, message, *REMEDIES_BY_TYPE["number", "set"])
    return value


def read_thing(ctx: Context, node: x.Expr, scope: Scope, expected: Type | None = None, if_set: str = "") -> c.Value:
    """Return one thing; a set known to hold exactly one piece counts as that piece."""
    return need_type(ctx, ctx.value(node, scope, expected), "one", node.span, if_set)


def one_of(ctx: Context, domain: Domain, node: x.Expr, scope: Scope, if_set: str = "") -> c.Value:
    """Return one thing of a domain, and of no other."""
    value = read_thing(ctx, node, scope, Type("one", domain), if_set)
    if value.type.domain is not domain and value.type.how != "error":
        message = f"this is {value.type}; a {domain.name} belongs here"
        return ctx.fail(Code.WRONG_KIND, node.span, message, f"Name a {domain.name}.")
    return sure_thing(value, node.span)


def one_player(ctx: Context, node: x.Expr, scope: Scope, if_set: str = "") -> c.Value:
    """Return a player."""
    return one_of(ctx, ctx.table.domains["player"], node, scope, if_set)


def read_fitting(ctx: Context, node: x.Expr, scope: Scope, type_: Type) -> c.Value:
    """Return a value of the type of what it is stored in: a set where one is wanted counts when it holds one piece."""
    value = need_type(ctx, ctx.value(node, scope, type_), type_.how, node.span)
    domain, given = type_.domain, value.type.domain
    if domain is not None and given is not None and domain is not given:
        return ctx.fail(Code.WRONG_KIND, node.span, f"this is {value.type}; {type_} belongs here")
    return value


def sure_thing(value: c.Value, span: Span) -> c.Value:
    """Return one thing where neither nobody nor nothing will do: play stops there if it is."""
    return c.Sure(value, value.type.as_one(), span) if value.type.optional else value


def contents_of(place: c.Place, keys: tuple[c.Value, ...]) -> c.Value:
    """Return the set of the pieces in a place."""
    return c.Contents(place, keys, Type("set", place.pieces, kind=place.kind))


def same_domain(ctx: Context, left: c.Value, right: c.Value, span: Span, outer: tuple[c.Var, ...] = ()) -> bool:
    """Whether two values can be things of one domain; if not, this is reported.

    `outer` is what `it` means outside of the innermost `where`: `it` may have been meant for one of these.
    """
    a, b = left.type.domain, right.type.domain
    if a is None or b is None or a is b:
        return True
    asks_it = any(isinstance(value, c.Use) and value.var.name == "it" for value in (left, right))
    remedy = [
        f'"it" is the thing of the inner "where"; that of the outer one is "that {domain.name}".'
        for domain in (a, b)
        if asks_it and any(var.type.domain is domain for var in outer)
    ]
    ctx.fail(Code.WRONG_KIND, span, f"{left.type} and {right.type} do not go together", *remedy)
    return False


def in_range(ctx: Context, value: c.Value, low: int, high: int, span: Span) -> c.Value:
    """Return a number that must lie in a range: what is known beforehand is reported, else play stops there."""
    if value.type.how == "error":
        return value
    if isinstance(value, c.Const) and not low <= value.value <= high:
        goes = f"this goes from {low:,} to {high:,}" if low > -LARGEST_NUMBER else f"this is at most {high:,}"
        return ctx.fail(Code.OUT_OF_RANGE, span, goes, "Write a number from that range.")
    known = isinstance(value, c.Const | c.Read | c.Lookup)
    if known and low <= value.type.low and value.type.high <= high:
        return value
    return c.Within(value, low, high, NUMBER, span)


def span_of(ctx: Context, first: x.Expr, last: x.Expr, scope: Scope) -> tuple[c.Value, c.Value]:
    """Return a lowest and a highest number; where both are written out they are the right way round."""
    low, high = read_number(ctx, first, scope), read_number(ctx, last, scope)
    if isinstance(low, c.Const) and isinstance(high, c.Const) and low.value > high.value:
        message = f"{low.value} to {high.value} is the wrong way round"
        ctx.fail(Code.OUT_OF_RANGE, last.span, message, f"Write {high.value} to {low.value}.")
        return BAD, BAD
    return low, high
