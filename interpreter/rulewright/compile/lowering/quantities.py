"""Lowers what weights value: how much of it a seat has, and which moment of the game it is.

Each quantity is a function of its own, like the points. For `worth: {coins: 5, hand: {each: 3, red: [10, 5]}}` there
are three: the coins of a seat, the cards in its hand, and the red ones among them. What numbers of them are worth is
no part of the program, so that plans which value the same things differently share one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import zip_longest

from rulewright.check import core as c
from rulewright.check.core.things import axis_names, entry_count
from rulewright.compile.build_pieces import owner_of
from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.types import WIDE, Int, Set, range_of
from rulewright.compile.lowering import make
from rulewright.compile.lowering.folds import INNER
from rulewright.compile.lowering.scope import LoweredProgram, first_of
from rulewright.compile.tables import ALL, MOST_VALUED, Quantity, Weights

EACH = "each"
"""The key for every piece, among the weights of a place."""
GAME = "game."
"""Before the names of what the game has."""
SEAT = "seat"
"""The parameter of the functions."""
Lowered = tuple[Quantity, ir.Expr]


def quantities(whole: LoweredProgram, weights: Sequence[Weights]) -> Iterator[Lowered]:
    """Yield what any of several weights value, with the expression for a seat; names that these rules lack are ignored.

    The names of places come before those of facts, as the checker reads them.
    """
    rules = whole.rules
    parts: dict[str, dict[str, None]] = {}
    for one in weights:
        for name, curves in one.worth.items():
            parts.setdefault(name, {}).update(dict.fromkeys(curves))
    mine = [place for place in rules.places if owner_of(place.keys) == "player"]
    facts = {name: s for s in rules.stored if owner_of(s.keys) == "player" for name in (s.name, s.plural)}
    shared = {f"{GAME}{name}": s for s in rules.stored if not s.keys for name in (s.name, s.plural)}
    for name, weighed in parts.items():
        places = [place for place in mine if place.name in name.split(" + ")]
        if places:
            yield from _of_places(whole, name, places, weighed)
        elif name in facts:
            yield from _of_fact(whole, name, facts[name], weighed)
        elif name in shared:
            yield from _of_game(whole, name, shared[name])


def _seat(whole: LoweredProgram) -> ir.Local:
    return ir.Local(SEAT, Int(0, whole.rules.seats - 1, "player"))


def _entries(whole: LoweredProgram, keys: Sequence[c.Axis]) -> list[ir.Expr]:
    """Return the indices of all entries of a seat, in a field with these keys."""
    rest = entry_count(tuple(keys[1:]))
    first = make.times(_seat(whole), make.number(rest))
    return [make.plus(first, make.number(at)) for at in range(rest)]


def _of_fact(whole: LoweredProgram, name: str, fact: c.Stored, weighed: dict[str, None]) -> Iterator[Lowered]:
    """Yield the entries of an amount or fact of players."""
    field = whole.field_at(whole.layout.slot(fact))
    names = axis_names(fact.keys[1]) if len(fact.keys) == 2 else []
    for at, index in enumerate(_entries(whole, fact.keys)):
        parts = [ALL, *names[at : at + 1]]
        if weighed.keys().isdisjoint(parts):
            continue
        low = 0
        found: ir.Expr = ir.Slot(field, make.number(at) if fact.as_mask else index, field.type)
        if fact.as_mask:
            found = ir.Has(found, _seat(whole))
        elif isinstance(field.type, Set):
            found = ir.Size(found, Int(0, field.type.size))
        else:
            low, found = _from_least(fact, found)
        yield Quantity(name, parts, low), found


def _of_game(whole: LoweredProgram, name: str, fact: c.Stored) -> Iterator[Lowered]:
    """Yield an amount or fact of the game: every seat has as much of it."""
    field = whole.field_at(whole.layout.slot(fact))
    low, found = _from_least(fact, ir.Slot(field, make.number(0), field.type))
    if isinstance(field.type, Set):
        found = ir.Size(found, Int(0, field.type.size))
    yield Quantity(name, [ALL], low), found


def _from_least(fact: c.Stored, found: ir.Expr) -> tuple[int, ir.Expr]:
    """Return the least number of a fact that is of interest, and how far above it the fact is, if that is below 0."""
    low = max(-MOST_VALUED, fact.type.low) if fact.type.how == "number" else 0
    return low, make.minus(found, make.number(min(0, low)))


def _of_places(whole: LoweredProgram, name: str, places: list[c.Place], weighed: dict[str, None]) -> Iterator[Lowered]:
    """Yield what is counted of the pieces in places that count together, which may be of several domains."""
    held: dict[str, list[c.Place]] = {}
    for place in places:
        held.setdefault(place.pieces.name, []).append(place)
    pieces = [(inside[0].pieces, _pieces(whole, inside)) for inside in held.values()]
    for part in dict.fromkeys(part or EACH for part in weighed):
        counted = [totals for domain, inside in pieces for totals in _counted(whole, domain, inside, part)]
        parts = [ALL, EACH] if part == EACH else [part]
        for together in zip_longest(*counted):
            yield Quantity(name, parts, 0), reduce(make.plus, (total for total in together if total is not None))


def _pieces(whole: LoweredProgram, places: list[c.Place]) -> ir.Expr:
    """Return the set of the pieces of a seat in some places."""
    found: list[ir.Expr] = []
    for place in places:
        field = whole.field_at(whole.layout.of_place(place).start)
        every, name = place.pieces.size, place.pieces.name
        for index in _entries(whole, place.keys):
            if place.order:
                address = ir.Address(field, index, field.type)
                found.append(ir.Invoke("row_set", "", (address,), Set(every, name)))
            else:
                found.append(make.shifted(ir.Slot(field, index, field.type), first_of(place), every))
    return reduce(make.union, found)


def _counted(whole: LoweredProgram, domain: c.Domain, pieces: ir.Expr, part: str) -> Iterator[list[ir.Expr]]:
    """Yield totals of pieces: how many there are, of each number that they have, or how many of them follow a rule."""
    everything = Int(0, domain.size)
    if part == EACH:
        yield [ir.Size(pieces, everything)]
        return
    printed = [f for f in whole.rules.printed.get(domain.name, ()) if f.name.rpartition(".")[2] == part]
    facts = [s for s in whole.rules.stored if owner_of(s.keys) == domain.name and part in (s.name, s.plural)]
    found = [[*_printed_totals(whole, pieces, figure)] for figure in printed if figure.type.how == "number"]
    found += [[*_added_up(whole, pieces, fact)] for fact in facts if fact.type.how == "number"]
    yield from found
    rules = [rule for kind in domain.kinds for rule in kind.rules]
    if part in rules and not found:
        following = sum(1 << piece for piece, rule in enumerate(rules) if rule == part)
        yield [ir.Size(make.meet(pieces, make.constant_set(following, domain.size)), everything)]


def _printed_totals(whole: LoweredProgram, pieces: ir.Expr, figure: c.Figure) -> Iterator[ir.Expr]:
    """Yield the totals of a number printed on pieces, one for each of its further keys."""
    axis, rest = figure.keys[0], entry_count(figure.keys[1:])
    assert axis.domain is not None
    every = axis.domain.size
    piece = ir.Local(INNER, Int(0, every - 1, axis.domain.name))
    for at in range(rest):
        table = whole.tables.of([*[0] * axis.start, *figure.values[at::rest], *[0] * (every - axis.start - axis.size)])
        yield _sum(piece, pieces, ir.Entry(table, piece, table.type), every)


def _added_up(whole: LoweredProgram, pieces: ir.Expr, fact: c.Stored) -> Iterator[ir.Expr]:
    """Yield the totals of a fact of pieces, one for each of its further keys."""
    field, axis, rest = whole.field_at(whole.layout.slot(fact)), fact.keys[0], entry_count(fact.keys[1:])
    assert axis.domain is not None
    every = axis.domain.size
    having = make.meet(pieces, make.constant_set((1 << axis.size) - 1 << axis.start, every))
    piece = ir.Local(INNER, Int(axis.start, axis.start + axis.size - 1, axis.domain.name))
    index = make.times(make.plus(piece, make.number(-axis.start)), make.number(rest))
    for at in range(rest):
        slot = ir.Slot(field, make.plus(index, make.number(at)), field.type)
        yield _sum(piece, pieces if axis.size == every else having, slot, axis.size)


def _sum(piece: ir.Local, pieces: ir.Expr, value: ir.Expr, many: int) -> ir.Fold:
    low, high = range_of(value.type)
    return ir.Fold("sum", piece, pieces, None, value, Int(min(0, low * many), max(0, high * many)))


def quantity_function(whole: LoweredProgram, number: int, value: ir.Expr) -> ir.Function:
    """Return the function of a quantity."""
    return ir.Function(f"quantity_{number}", "value", (_seat(whole),), value.type, (ir.Return(value),))


# -- how far a game has come


def moment(whole: LoweredProgram, weights: Sequence[Weights]) -> tuple[ir.Function, int]:
    """Return the function that numbers the moments of a game from 0, and how many there are.

    The arguments of the phase that weights name are its digits, the slowest first: from `a, 1` to `b, 4` there are
    2 * 4 moments, of which `b, 2` is number 5. Without a phase there is one moment.
    """
    digits = [digit for one in weights[:1] for digit in _digits(whole, one)]
    found: ir.Expr = make.number(0)
    moments = 1
    for slot, low, many in digits:
        digit = make.arith(
            "min", make.arith("max", make.plus(slot, make.number(-low)), make.number(0)), make.number(many - 1)
        )
        found = make.plus(make.times(found, make.number(many)), digit)
        moments *= many
    return ir.Function("moment", "value", (), WIDE, (ir.Return(found),)), moments


def _digits(whole: LoweredProgram, weights: Weights) -> Iterator[tuple[ir.Expr, int, int]]:
    """Yield the arguments that change, each with its first number and how many numbers it has."""
    of_var = whole.graph.frames.of_var
    for step in whole.rules.procedures:
        kind, _, name = step.name.partition(".")
        if name == weights.phase and kind in ("step", "phase", "game") and id(step) in whole.graph.asking:
            for param, first, last in zip(step.params[1:], weights.start, weights.end, strict=False):
                field = whole.field_at(of_var[id(param)])
                low, high = _number(param.type, first), _number(param.type, last)
                yield ir.Slot(field, make.number(0), field.type), low, high - low + 1


def _number(type_: c.Type, value: int | str) -> int:
    if type_.how == "one" and type_.domain is not None:
        return type_.domain.members.index(str(value))
    return int(value)
