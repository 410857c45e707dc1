"""What kind of value belongs somewhere: a number, a set, one thing, a player, a number from a range.

Each function resolves a value and returns it as what is wanted, or reports that it is something else. A value of the
error type is returned as it is.
"""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.things import ERROR, NUMBER, Domain, Type
from rulewright.check.resolve.context import BAD, Context, Scope
from rulewright.check.resolve.unknown import report_hidden
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


def need_type(ctx: Context, value: c.Value, how: str, span: Span) -> c.Value:
    """Return a value that must be a number, a set, one thing, or yes or no."""
    if value.type.how in (how, "error"):
        return value
    remedy = REMEDIES_BY_TYPE.get((value.type.how, how), ())
    return ctx.fail(Code.WRONG_KIND, span, f"this is {value.type}; {TYPE_WORDS[how]} belongs here", *remedy)


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
    return as_things(ctx, ctx.value(node, scope, expected), node.span)


def as_things(ctx: Context, value: c.Value, span: Span) -> c.Value:
    """Return a value as a set."""
    return singleton_of(value) if value.type.how == "one" else need_type(ctx, value, "set", span)


def some_things(ctx: Context, node: x.Expr, scope: Scope) -> c.Value:
    """Return a set of things of which it is known what they are."""
    value = read_things(ctx, node, scope)
    if value.type.domain is None and value.type.how != "error":
        message = f"this is {value.type}; things belong here"
        return ctx.fail(Code.WRONG_KIND, node.span, message, *REMEDIES_BY_TYPE["number", "set"])
    return value


def read_thing(ctx: Context, node: x.Expr, scope: Scope, expected: Type | None = None) -> c.Value:
    """Return one thing; a set known to hold exactly one piece counts as that piece."""
    return as_thing(ctx, ctx.value(node, scope, expected), node.span)


def as_thing(ctx: Context, value: c.Value, span: Span) -> c.Value:
    """Return a value as one thing."""
    return need_type(ctx, only_piece(value), "one", span)


def only_piece(value: c.Value) -> c.Value:
    """Return the piece of a set known to hold exactly one; any other value as it is."""
    if isinstance(value, c.Const) and value.type.how == "set" and value.value.bit_count() == 1:
        return c.Const(value.value.bit_length() - 1, value.type.as_one())
    if isinstance(value, c.Contents) and value.place.limit == 1:
        return c.One("first", value, value.type.as_one(True))
    return value


def one_of(ctx: Context, domain: Domain, node: x.Expr, scope: Scope) -> c.Value:
    """Return one thing of a domain, and of no other."""
    value = read_thing(ctx, node, scope, Type("one", domain))
    if value.type.domain is not domain and value.type.how != "error":
        message = f"this is {value.type}; a {domain.name} belongs here"
        return ctx.fail(Code.WRONG_KIND, node.span, message, f"Name a {domain.name}.")
    return sure_thing(value, node.span)


def one_player(ctx: Context, node: x.Expr, scope: Scope) -> c.Value:
    """Return a player."""
    return one_of(ctx, ctx.table.domains["player"], node, scope)


def read_fitting(ctx: Context, node: x.Expr, scope: Scope, type_: Type) -> c.Value:
    """Return a value of the type of what it is stored in: a set where one is wanted counts when it holds one piece."""
    if type_.how == "set":
        value = read_things(ctx, node, scope, type_)
    elif type_.how == "one":
        value = read_thing(ctx, node, scope, type_)
    else:
        value = need_type(ctx, ctx.value(node, scope, type_), type_.how, node.span)
    domain, given = type_.domain, value.type.domain
    if domain is not None and given is not None and domain is not given:
        return ctx.fail(Code.WRONG_KIND, node.span, f"this is {value.type}; {type_} belongs here")
    return value


def sure_thing(value: c.Value, span: Span) -> c.Value:
    """Return one thing where neither nobody nor nothing will do: play stops there if it is."""
    return c.Sure(value, value.type.as_one(), span) if value.type.optional else value


def singleton_of(value: c.Value) -> c.Value:
    """Return the set of one thing."""
    return c.Singleton(value, value.type.as_set())


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


def bind_name(ctx: Context, word: x.Word, type_: Type, scope: Scope) -> tuple[Scope, c.Var]:
    """Give a thing a name for the lines that follow; it should hide nothing that the name means already."""
    report_hidden(ctx.table, word, scope.names)
    ctx.bound[scope.rule, word.text] = word.span
    if word.text == "player" and type_.how != "error" and (type_.how, type_.domain) != ("one", ctx.table.player.domain):
        message = f'"player" is whoever acts, and this is {type_}'
        ctx.fail(Code.WRONG_KIND, word.span, message, "Give it another name.")
        type_ = ERROR
    var = c.Var(word.text, type_)
    ctx.table.local(word, scope.rule, var)
    return scope.with_var(var), var
