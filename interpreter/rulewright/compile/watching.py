"""Incremental evaluation of `always` rules: which fields they read, and what writes these.

A rule about every thing of a domain is divided into groups of things: when the facts of one thing change, the rule is
evaluated for its group only.

For instance, a rule says of each of 60 cards that its price is at most 9, and prices are the numbers 100 to 159 of the
vector. It becomes 15 parts of four cards: the first one reads the stretch 100 to 103, and is evaluated by the function
`always_0_among` with the set of the first four cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rulewright.compile.ir import nodes as ir
from rulewright.compile.ir.effects import Effects, Fields, Moving, effects, moving
from rulewright.compile.ir.types import BOOL, Range, range_of, range_of_arith
from rulewright.compile.ir.walk import everything, read_by, statements
from rulewright.compile.tables import PieceTable, Watched, WatchedPart, bits

GROUP = 4
"""Things in a group. Fewer make more comparisons, more make evaluating a group take longer."""

Stretch = tuple[int, int]
"""Where a stretch of the vector begins and ends."""


def watched(program: ir.Program, pieces: Mapping[str, PieceTable]) -> tuple[ir.Program, Watched]:
    """Return what can be said of the `always` rules of a program, and the program with the functions for groups."""
    known = effects(program, moving(program, pieces))
    added: dict[str, ir.Function] = {}
    parts: list[WatchedPart] = []
    for number, name in enumerate(program.always):
        rule = program.functions[name]
        fold = None if known[name].may_fail else _over_many(rule)
        if fold is not None:
            added[f"{name}_among"] = among(rule, fold)
            parts += _group_parts(number, f"{name}_among", fold)
        else:
            exprs = [expr for stmt in statements(rule.body) for expr in read_by(stmt)]
            if all(map(_is_told, exprs)):
                reads = [stretch for expr in exprs for stretch in _stretches_read(expr, {})]
            else:
                reads = [
                    (field.start, field.start + field.count * field.stride)
                    for field in program.fields
                    if field.name in known[name].reads
                ]
            parts.append(WatchedPart(number, "", 0, _joined_stretches(reads)))
    stretches = _read_stretches(program, parts)
    table = Watched(list(stretches.values()), _writing_functions(program, list(stretches), pieces), parts)
    return replace(program, functions={**program.functions, **added}), table


def _read_stretches(program: ir.Program, parts: list[WatchedPart]) -> dict[str, Stretch]:
    """Return, by field, what of it is read by any part of a rule."""
    fields, found = Fields(program.fields), dict[str, Stretch]()
    for begin, end in sorted({stretch for part in parts for stretch in part.reads}):
        name = fields.at(begin).name
        first, last = found.get(name, (begin, end))
        found[name] = first, max(last, end)
    return found


def _writing_functions(program: ir.Program, fields: list[str], pieces: Mapping[str, PieceTable]) -> dict[str, int]:
    """Return which fields blocks and answers write, where that is any; what moving pieces writes is left out."""
    known: dict[str, Effects] = effects(program, dict.fromkeys(pieces, Moving(frozenset())))
    found = {}
    for name, function in program.functions.items():
        if function.kind in ("block", "answer"):
            mask = sum(1 << i for i, field in enumerate(fields) if field in known[name].writes)
            if mask:
                found[name] = mask
    return found


def _over_many(rule: ir.Function) -> ir.Fold | None:
    """Return the condition of a rule about every thing of a set, if what it reads of them is known."""
    match rule.body:
        case (ir.Return(ir.Fold("every", _, ir.Const(things), _, value) as fold),) if things.bit_count() > 2 * GROUP:
            assert value is not None
            return fold if _is_told(value) else None
    return None


def _is_told(expr: ir.Expr) -> bool:
    """Return whether all that an expression reads of the vector can be seen in it."""
    return all(
        part.helper in ("sum_of", "row_length") if isinstance(part, ir.Invoke)
        else not isinstance(part, ir.Call | ir.AnyOffered)
        for part in everything(expr)
    )  # fmt: skip


def among(rule: ir.Function, fold: ir.Fold) -> ir.Function:
    """Return the rule as a function of the set of things that it is about."""
    things = ir.Local("things", fold.things.type)
    among = ir.Fold(fold.how, fold.var, things, fold.test, fold.value, BOOL)
    return ir.Function(f"{rule.name}_among", "value", (things,), BOOL, (ir.Return(among),), rule.rule)


def _group_parts(number: int, name: str, fold: ir.Fold) -> Iterator[WatchedPart]:
    assert isinstance(fold.things, ir.Const) and fold.value is not None
    members = bits(fold.things.value)
    for at in range(0, len(members), GROUP):
        group = members[at : at + GROUP]
        reads = _joined_stretches(_stretches_read(fold.value, {fold.var.name: (group[0], group[-1])}))
        yield WatchedPart(number, name, sum(1 << member for member in group), reads)


def _stretches_read(condition: ir.Expr, ranges: dict[str, Range]) -> Iterator[Stretch]:
    """Yield what a condition reads of the vector; `ranges` has the things that a local ranges over."""
    for part in everything(condition):
        match part:
            case ir.Invoke("sum_of", _, (ir.Address(field, index), ir.Const(length))):
                low, high = _slot_range(field, index, ranges)
                yield low, high + length
            case ir.Invoke("row_length", _, (ir.Address(field, index),)):
                low, high = _slot_range(field, index, ranges)
                yield low, high + 1
            case ir.Slot(field, index):
                low, high = _slot_range(field, index, ranges)
                yield low, high + field.words
            case _:
                pass


def _joined_stretches(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Return the same in order; what overlaps is one stretch."""
    found: list[Stretch] = []
    for begin, end in sorted(stretches):
        if found and begin < found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        else:
            found.append((begin, end))
    return found


def _slot_range(field: ir.Field, index: ir.Expr, ranges: dict[str, Range]) -> Range:
    """Return where the first and the last value or row begin that an index can mean."""
    (low, high), each = _index_range(index, ranges), field.stride
    return field.start + max(low, 0) * each, field.start + min(high, field.count - 1) * each


def _index_range(index: ir.Expr, ranges: dict[str, Range]) -> Range:
    match index:
        case ir.Local(name) if name in ranges:
            return ranges[name]
        case ir.Arith(op, left, right):
            return range_of_arith(op, _index_range(left, ranges), _index_range(right, ranges))
        case _:
            return range_of(index.type)
