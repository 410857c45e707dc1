"""What a declared cost means: when it can be paid (arithmetic), and how it is paid (asking where there is a choice)."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.check import core as c
from rulewright.check.core.things import NUMBER, TRUTH, Domain, Type
from rulewright.check.core.walk import substitute
from rulewright.check.resolve.texts import own_text
from rulewright.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Worth:
    """What a piece of a kind pays as: so many units of a name; of any when the name is nothing."""

    var: c.Var
    units: c.Value
    kind: c.Value


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a cost. how: amount, each, one or any; units lie on pieces of a pool (`fact`) or are pieces (`worth`).

    `missing` remembers, for a pool of pieces, how much of each name is still to be paid.
    """

    how: str
    number: c.Value
    payer: c.Value
    amount: c.Stored | None
    names: Domain | None
    within: c.Value | None
    pool: c.Value | None
    fact: c.Stored | None
    worth: Worth | None
    missing: c.Stored | None
    span: Span
    rule: str
    language: str


def number(value: int) -> c.Const:
    """Return a constant number."""
    return c.Const(value, NUMBER)


def all_of(parts: list[c.Value]) -> c.Value:
    """Join conditions by and."""
    return parts[0] if len(parts) == 1 else c.Logic("and", tuple(parts), TRUTH)


def use(name: str, type_: Type) -> tuple[c.Var, c.Use]:
    """Return a new variable and a value that reads it."""
    var = c.Var(name, type_)
    return var, c.Use(var)


def payable(part: Part) -> c.Value:
    """Return the condition under which a part can be paid."""
    if part.amount is not None:
        have = c.Read(part.amount, (part.payer,))
        return c.Test(">=", have, part.number, TRUTH, part.span)
    assert part.names is not None and part.within is not None
    kind, it = use(part.names.name, Type("one", part.names))
    if part.worth is not None and part.how == "one":
        return c.Quantified(False, kind, part.within, _one_payable(part, it), TRUTH, part.span)
    if part.worth is not None:
        deficit = _deficits(part, part.within, lambda _: part.number, None)
        return c.Test(">=", _wild(part, None), deficit, TRUTH, part.span)
    if part.how == "each":
        enough = c.Test(">=", _total(part, it), part.number, TRUTH, part.span)
        return c.Quantified(True, kind, part.within, enough, TRUTH, part.span)
    if part.how == "one":
        enough = c.Test(">=", _total(part, it), part.number, TRUTH, part.span)
        return c.Quantified(False, kind, part.within, enough, TRUTH, part.span)
    everything = c.Fold("sum", kind, part.within, _total(part, it), NUMBER)
    return c.Test(">=", everything, part.number, TRUTH, part.span)


def _one_payable(part: Part, kind: c.Value) -> c.Value:
    """Whether the pool can pay the whole number in one name."""
    deficit = _deficits(part, c.Singleton(kind, Type("set", part.names)), lambda _: part.number, None)
    return c.Test(">=", _wild(part, None), deficit, TRUTH, part.span)


def _total(part: Part, kind: c.Value) -> c.Value:
    """How many units of one name the pool holds."""
    assert part.pool is not None and part.fact is not None
    piece, it = use("piece", part.pool.type.as_one())
    return c.Fold("sum", piece, part.pool, c.Read(part.fact, (it, kind)), NUMBER)


def pay(part: Part) -> list[c.Action]:
    """Return what is done to pay a part."""
    if part.amount is not None:
        return [c.Gain(part.amount, part.payer, part.number, -1, part.span)]
    assert part.names is not None and part.within is not None
    if part.worth is not None:
        return _pay_pieces(part)
    kind, it = use(part.names.name, Type("one", part.names))
    once, _ = use("unit", NUMBER)
    if part.how == "each":
        inner: list[c.Action] = [c.Count_(once, number(1), part.number, _pay_unit(part, it), part.span)]
        return [c.Loop(kind, part.within, "", None, None, False, None, inner, part.span)]
    if part.how == "one":
        enough = c.Filter(kind, part.within, _enough(part, it), part.within.type)
        chosen, value = use(part.names.name, Type("one", part.names))
        loop = c.Count_(once, number(1), part.number, _pay_unit(part, value), part.span)
        return [_choose(part, chosen, enough, [loop])]
    return [c.Count_(once, number(1), part.number, _pay_any(part), part.span)]


def _enough(part: Part, kind: c.Value) -> c.Value:
    return c.Test(">=", _total(part, kind), part.number, TRUTH, part.span)


def _choose(part: Part, var: c.Var, things: c.Value, body: list[c.Action]) -> c.Question:
    name = var.name
    choice = c.Choice(name, None, var, things, None, None, False, None, body, part.rule, part.span, True)
    which = "pay-which" if var.type.how == "one" and part.worth is None else "pay-what"
    prompt = own_text(part.language, which, thing=name)
    return c.Question(part.payer, prompt, [choice], None, (), (), (), False, None, None, False, part.span, part.rule)


def _pay_unit(part: Part, kind: c.Value) -> list[c.Action]:
    """One unit of a known name: from whichever piece holds one."""
    assert part.pool is not None and part.fact is not None
    piece, it = use(_noun(part), part.pool.type.as_one())
    holds = c.Test(">=", c.Read(part.fact, (it, kind)), number(1), TRUTH, part.span)
    having = c.Filter(piece, part.pool, holds, part.pool.type)
    chosen, value = use(_noun(part), part.pool.type.as_one())
    take = c.Assign(c.Read(part.fact, (value, kind)), "-", number(1), part.span)
    return [_choose(part, chosen, having, [take])]


def _noun(part: Part) -> str:
    assert part.pool is not None
    type_ = part.pool.type
    return type_.kind.name if type_.kind else type_.domain.name if type_.domain else "piece"


def _pay_any(part: Part) -> list[c.Action]:
    """One unit of any name: first which name, then from which piece."""
    assert part.names is not None and part.within is not None
    kind, it = use(part.names.name, Type("one", part.names))
    some = c.Test(">=", _total(part, it), number(1), TRUTH, part.span)
    having = c.Filter(kind, part.within, some, part.within.type)
    chosen, value = use(part.names.name, Type("one", part.names))
    return [_choose(part, chosen, having, _pay_unit(part, value))]


# ---- pools whose pieces are themselves the money


def _worth_of(part: Part, piece: c.Value) -> tuple[c.Value, c.Value]:
    """Units and name of a piece, by putting it in the place of the worth's own variable."""
    assert part.worth is not None
    given = {id(part.worth.var): piece}
    return substitute(part.worth.units, given), substitute(part.worth.kind, given)


def _pool(part: Part, without: c.Value | None) -> c.Value:
    assert part.pool is not None
    if without is None:
        return part.pool
    return c.Binary("without", part.pool, c.Singleton(without, part.pool.type), part.pool.type)


def _wild(part: Part, without: c.Value | None) -> c.Value:
    """How many pieces of the pool pay as anything."""
    pool = _pool(part, without)
    piece, it = use("piece", pool.type.as_one())
    _, kind = _worth_of(part, it)
    wild = c.Test("==", kind, c.Const(-1, kind.type), TRUTH)
    return c.Count(c.Filter(piece, pool, wild, pool.type), NUMBER)


def _deficits(part: Part, names: c.Value, needed: object, without: c.Value | None) -> c.Value:
    """What is missing over all names when everything but wild pieces has been counted."""
    assert part.names is not None and callable(needed)
    kind, name = use(part.names.name, Type("one", part.names))
    pool = _pool(part, without)
    piece, it = use("piece", pool.type.as_one())
    units, of = _worth_of(part, it)
    same = c.Test("==", of, name, TRUTH)
    have = c.Fold("sum", piece, c.Filter(piece, pool, same, pool.type), units, NUMBER)
    short = c.Binary("-", needed(name), have, NUMBER)
    return c.Fold("sum", kind, names, c.Choice2("greater", number(0), short, NUMBER), NUMBER)


def _pay_pieces(part: Part) -> list[c.Action]:
    """Piece by piece: only what lessens what is missing, and only if the rest can still be paid.

    What nothing else can make up for is paid first: nobody is asked in which order pieces go that must all go.
    """
    assert part.names is not None and part.within is not None and part.missing is not None and part.pool is not None
    kind, name = use(part.names.name, Type("one", part.names))
    full = c.Const(part.names.everything, Type("set", part.names))
    note = c.Assign(c.Read(part.missing, (name,)), "=", part.number, part.span)
    start: list[c.Action] = [c.Loop(kind, part.within, "", None, None, False, None, [note], part.span)]
    if part.how == "one":
        some, which = use(part.names.name, Type("one", part.names))
        fitting = c.Filter(some, part.within, _one_payable(part, which), part.within.type)
        start = [_choose(part, kind, fitting, [note])]
    left_kind, left = use(part.names.name, Type("one", part.names))
    total = c.Fold("sum", left_kind, full, c.Read(part.missing, (left,)), NUMBER)
    done = c.Test("==", total, number(0), TRUTH, part.span)
    piece, it = use(_noun(part), part.pool.type.as_one())
    useful = c.Filter(piece, part.pool, _useful(part, it, full), part.pool.type)
    offered = _one_if_any(_indispensable(part, full), useful)
    chosen, value = use(_noun(part), part.pool.type.as_one())
    units, of = _worth_of(part, value)
    wild = c.Test("==", of, c.Const(-1, of.type), TRUTH, part.span)
    body: list[c.Action] = [
        c.Branch([(wild, [_pay_wild(part, value, full)])], [_lessen(part, of, units)], part.span),
        c.MoveTo(value, None, (), part.span),
    ]
    ask = _choose(part, chosen, offered, body)
    ask.loop, ask.until = True, done
    return [*start, ask]


def _one_if_any(first: c.Value, otherwise: c.Value) -> c.Value:
    """The first thing of a set alone, or another set if there is none in it."""
    one = c.One("first", first, first.type.as_one())
    return c.Either(c.NonEmpty(first, TRUTH), c.Singleton(one, first.type), otherwise, first.type)


def _indispensable(part: Part, full: c.Value) -> c.Value:
    """The pieces without which the rest could not be paid; wild ones once nothing else is left to pay with."""
    assert part.missing is not None and part.pool is not None
    missing = part.missing
    piece, it = use("piece", part.pool.type.as_one())
    _, of = _worth_of(part, it)
    wild = c.Test("==", of, c.Const(-1, of.type), TRUTH)
    left_alone = c.Logic("and", (wild, c.Logic("not", (_any_wanted(part),), TRUTH)), TRUTH)
    lacking = c.Test("<", _wild(part, it), _deficits(part, full, lambda name: c.Read(missing, (name,)), it), TRUTH)
    paying = c.Logic("or", (_wanted(part, it), left_alone), TRUTH)
    return c.Filter(piece, part.pool, c.Logic("and", (paying, lacking), TRUTH), part.pool.type)


def _any_wanted(part: Part) -> c.Value:
    """Whether a piece that is not wild can still pay something."""
    assert part.pool is not None
    piece, it = use("piece", part.pool.type.as_one())
    return c.NonEmpty(c.Filter(piece, part.pool, _wanted(part, it), part.pool.type), TRUTH)


def _wanted(part: Part, piece: c.Value) -> c.Value:
    """A piece that is not wild, of a name of which something is missing."""
    assert part.missing is not None
    _, of = _worth_of(part, piece)
    some = c.Test(">", c.Read(part.missing, (of,)), number(0), TRUTH)
    return c.Logic("and", (c.Test("!=", of, c.Const(-1, of.type), TRUTH), some), TRUTH)


def _useful(part: Part, piece: c.Value, full: c.Value) -> c.Value:
    """A wild piece is always of use while something is missing; another one if the rest can still be paid."""
    assert part.missing is not None and part.names is not None
    units, of = _worth_of(part, piece)
    wild = c.Test("==", of, c.Const(-1, of.type), TRUTH)

    def after(name: c.Value) -> c.Value:
        rest = c.Binary("-", c.Read(missing, (name,)), units, NUMBER)
        less = c.Choice2("greater", number(0), rest, NUMBER)
        return c.Choice2("lesser", c.Read(missing, (name,)), _if(name, of, less, missing), NUMBER)

    missing = part.missing
    rest_ok = c.Test(">=", _wild(part, piece), _deficits(part, full, after, piece), TRUTH)
    other = c.Logic("and", (_wanted(part, piece), rest_ok), TRUTH)
    return c.Logic("or", (wild, other), TRUTH)


def _if(name: c.Value, of: c.Value, less: c.Value, missing: c.Stored) -> c.Value:
    """`less` for the piece's own name, what is missing for every other."""
    same = c.Test("==", name, of, TRUTH)
    return c.Either(same, less, c.Read(missing, (name,)), NUMBER)


def _lessen(part: Part, of: c.Value, units: c.Value) -> c.Action:
    assert part.missing is not None
    left = c.Read(part.missing, (of,))
    less = c.Choice2("greater", number(0), c.Binary("-", left, units, NUMBER), NUMBER)
    return c.Assign(left, "=", less, part.span)


def _pay_wild(part: Part, piece: c.Value, full: c.Value) -> c.Action:
    """A wild piece stands for a name that is missing, such that the rest can still be paid.

    Which one is only asked while pieces that are not wild may pay for another.
    """
    assert part.missing is not None and part.names is not None
    missing = part.missing
    kind, it = use(part.names.name, Type("one", part.names))

    def after(name: c.Value) -> c.Value:
        one_less = c.Binary("-", c.Read(missing, (name,)), number(1), NUMBER)
        return c.Either(c.Test("==", name, it, TRUTH), one_less, c.Read(missing, (name,)), NUMBER)

    wanted = c.Test(">", c.Read(missing, (it,)), number(0), TRUTH)
    rest_ok = c.Test(">=", _wild(part, piece), _deficits(part, full, after, piece), TRUTH)
    fitting = c.Filter(kind, full, c.Logic("and", (wanted, rest_ok), TRUTH), full.type)
    chosen, value = use(part.names.name, Type("one", part.names))
    take = c.Assign(c.Read(missing, (value,)), "-", number(1), part.span)
    first = c.Singleton(c.One("first", fitting, fitting.type.as_one()), fitting.type)
    return _choose(part, chosen, c.Either(_any_wanted(part), fitting, first, fitting.type), [take])
