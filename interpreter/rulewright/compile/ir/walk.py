"""Traversals: the parts of expressions and statements, and rebuilding them with changed parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from typing import Any, assert_never

from rulewright.compile.ir import nodes as ir

Change = Callable[[ir.Expr], ir.Expr]
Parts = Callable[[Any], tuple[ir.Expr, ...]]


def _all_but_none(expr: ir.Fold) -> tuple[ir.Expr, ...]:
    return tuple(part for part in (expr.things, expr.test, expr.value) if part is not None)


def _one(name: str) -> Parts:
    part = attrgetter(name)
    return lambda expr: (part(expr),)


_PARTS: dict[type, Parts] = {
    **dict.fromkeys((ir.Const, ir.Local, ir.Offered), lambda expr: ()),
    **dict.fromkeys((ir.Slot, ir.Entry, ir.Address), _one("index")),
    **dict.fromkeys((ir.Arith, ir.Compare, ir.Join), attrgetter("left", "right")),
    **dict.fromkeys((ir.And, ir.Or), attrgetter("parts")),
    **dict.fromkeys((ir.Call, ir.Invoke, ir.AnyOffered), attrgetter("args")),
    **dict.fromkeys((ir.Single, ir.NonNull), _one("thing")),
    **dict.fromkeys((ir.Size, ir.Pick, ir.Shift), _one("things")),
    **dict.fromkeys((ir.InRange, ir.Noted), _one("value")),
    ir.Not: _one("part"),
    ir.Has: attrgetter("things", "thing"),
    ir.Choose: attrgetter("condition", "then", "otherwise"),
    ir.Fold: _all_but_none,
}
"""By class, for speed: passes ask for the parts of every node several times."""


def parts(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return the expressions directly inside one, in the order in which they are evaluated."""
    return _PARTS[expr.__class__](expr)


def everything(expr: ir.Expr) -> Iterator[ir.Expr]:
    """Yield an expression and all expressions in it."""
    waiting = [expr]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting.extend(_PARTS[inner.__class__](inner)[::-1])


def rebuilt(expr: ir.Expr, change: Change) -> ir.Expr:
    """Return the expression with every part changed; itself if no part is."""
    old = _PARTS[expr.__class__](expr)
    if not old:
        return expr
    new = [change(part) for part in old]
    for before, after in zip(old, new, strict=True):
        if before is not after:
            return with_parts(expr, new)
    return expr


def with_parts(expr: ir.Expr, new: Sequence[ir.Expr]) -> ir.Expr:  # noqa: PLR0911, PLR0912, C901 - one case for each node
    """Return the expression with other parts, in the order of `parts`."""
    match expr:
        case ir.Const() | ir.Local() | ir.Offered():
            return expr
        case ir.Slot(field, _, type_):
            return ir.Slot(field, new[0], type_)
        case ir.Entry(table, _, type_):
            return ir.Entry(table, new[0], type_)
        case ir.Address(field, _, type_):
            return ir.Address(field, new[0], type_)
        case ir.Arith(op, _, _, type_):
            return ir.Arith(op, new[0], new[1], type_)
        case ir.Compare(op):
            return ir.Compare(op, new[0], new[1])
        case ir.Join(op, _, _, type_):
            return ir.Join(op, new[0], new[1], type_)
        case ir.Has():
            return ir.Has(new[0], new[1])
        case ir.And():
            return ir.And(tuple(new))
        case ir.Or():
            return ir.Or(tuple(new))
        case ir.Choose(_, _, _, type_):
            return ir.Choose(new[0], new[1], new[2], type_)
        case ir.Not():
            return ir.Not(new[0])
        case ir.Single(_, type_):
            return ir.Single(new[0], type_)
        case ir.Size(_, type_):
            return ir.Size(new[0], type_)
        case ir.Pick(how, _, type_):
            return ir.Pick(how, new[0], type_)
        case ir.Shift(_, by, type_):
            return ir.Shift(new[0], by, type_)
        case ir.Fold(how, var, _, test, value, type_):
            kept = list(new[1:])
            new_test = kept.pop(0) if test is not None else None
            return ir.Fold(how, var, new[0], new_test, kept.pop(0) if value is not None else None, type_)
        case ir.NonNull(_, site, type_, moved):
            return ir.NonNull(new[0], site, type_, moved)
        case ir.InRange(_, low, high, site, type_):
            return ir.InRange(new[0], low, high, site, type_)
        case ir.Noted(yes, no, _, type_):
            return ir.Noted(yes, no, new[0], type_)
        case ir.Call(function, _, type_):
            return ir.Call(function, tuple(new), type_)
        case ir.Invoke(helper, domain, _, type_):
            return ir.Invoke(helper, domain, tuple(new), type_)
        case ir.AnyOffered(function):
            return ir.AnyOffered(function, tuple(new))
        case _:
            assert_never(expr)


def read_by(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:  # noqa: PLR0911, PLR0912, C901 - one case for each node
    """Return the expressions that a statement itself evaluates, without those of the statements inside it."""
    match stmt:
        case ir.Let(_, value) | ir.Go(value) | ir.Check(value):
            return (value,)
        case ir.Store(slots, values):
            return (*(slot.index for slot in slots), *values)
        case ir.If(cases):
            return tuple(test for test, _ in cases)
        case ir.For(_, things, _, start, key):
            return (things, *(() if start is None else (start,)), *(() if key is None else (key,)))
        case ir.Count(_, low, high):
            return low, high
        case ir.Do(_, _, args) | ir.Perform(_, args) | ir.ListMenu(_, args):
            return args
        case ir.Dispatch(piece, _, args):
            return (piece, *args)
        case ir.Roll(_, low, high):
            return low, high
        case ir.NextSeat(who, turn, rest):
            return who.index, turn.index, rest.index
        case ir.LineUp(_, _, things, key):
            return things, key
        case ir.Push(_, back):
            return (back,)
        case ir.Offer(_, extra):
            return () if extra is None else (extra,)
        case ir.OfferEach(_, extra, things):
            return (things,) if extra is None else (extra, things)
        case ir.OfferRange(_, extra, low, high):
            return (low, high) if extra is None else (extra, low, high)
        case ir.Trace(_, told) | ir.Reason(_, told):
            return tuple(value for part in told for value in _values_in(part))
        case ir.Return(value):
            return tuple(_values_in(value))
        case ir.Clear() | ir.Laps() | ir.Once() | ir.Break() | ir.Continue() | ir.Pop() | ir.Mark() | ir.Ask():
            return ()
        case _:
            assert_never(stmt)


def _values_in(part: ir.Part) -> Iterator[ir.Expr]:
    match part:
        case None | str():
            return
        case ir.Text(shown):
            yield from (piece.value for piece in shown if isinstance(piece, ir.Shown))
        case _:
            yield part


def bodies(stmt: ir.Stmt) -> tuple[ir.Body, ...]:
    """Return the bodies inside a statement."""
    match stmt:
        case ir.If(cases, otherwise):
            return (*(body for _, body in cases), otherwise)
        case ir.For(_, _, body) | ir.Count(_, _, _, body) | ir.Laps(_, body) | ir.Once(body):
            return (body,)
        case _:
            return ()


def statements(body: ir.Body) -> Iterator[ir.Stmt]:
    """Yield all statements of a body, those inside others, too."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from statements(inner)


def bound_by(stmt: ir.Stmt) -> ir.Local | None:
    """Return the local that a statement gives values to."""
    match stmt:
        case ir.Let(local) | ir.For(local) | ir.Count(local) | ir.Roll(local) | ir.Pop(_, local):
            return local
        case ir.LineUp(_, local):
            return local
        case _:
            return None


def _changed_part(part: ir.Part, change: Change) -> ir.Part:
    match part:
        case None | str():
            return part
        case ir.Text(shown):
            return ir.Text(tuple(p if isinstance(p, str) else ir.Shown(p.shape, change(p.value)) for p in shown))
        case _:
            return change(part)


def _slot(old: ir.Slot, change: Change) -> ir.Slot:
    new = change(old.index)
    return old if new is old.index else ir.Slot(old.field, new, old.type)


def _maybe(old: ir.Expr | None, change: Change) -> ir.Expr | None:
    return None if old is None else change(old)


def mapped(stmt: ir.Stmt, change: Change, inside: Callable[[ir.Body], ir.Body]) -> ir.Stmt:  # noqa: PLR0911, PLR0912, C901
    """Return the statement with its own expressions changed by `change`, and its bodies by `inside`."""
    match stmt:
        case ir.Let(local, value):
            return ir.Let(local, change(value))
        case ir.Store(slots, values):
            return ir.Store(tuple([_slot(slot, change) for slot in slots]), tuple(map(change, values)))
        case ir.Check(value, low, high, name, site):
            return ir.Check(change(value), low, high, name, site)
        case ir.If(cases, otherwise):
            return ir.If(tuple((change(test), inside(body)) for test, body in cases), inside(otherwise))
        case ir.Go(block):
            new_block = change(block)
            return stmt if new_block is block else ir.Go(new_block)
        case ir.For(var, things, body, start, key):
            return ir.For(var, change(things), inside(body), _maybe(start, change), _maybe(key, change))
        case ir.Count(var, low, high, body, budgeted):
            return ir.Count(var, change(low), change(high), inside(body), budgeted)
        case ir.Laps(still, body):
            return ir.Laps(still, inside(body))
        case ir.Once(body):
            return ir.Once(inside(body))
        case ir.Do(helper, domain, args, stream):
            return ir.Do(helper, domain, tuple(map(change, args)), stream)
        case ir.Roll(local, low, high, counter, stream, site):
            return ir.Roll(local, change(low), change(high), counter, stream, site)
        case ir.NextSeat(who, turn, rest):
            return ir.NextSeat(_slot(who, change), _slot(turn, change), _slot(rest, change))
        case ir.LineUp(field, var, things, key):
            return ir.LineUp(field, var, change(things), change(key))
        case ir.Perform(function, args):
            return ir.Perform(function, tuple(map(change, args)))
        case ir.ListMenu(function, args):
            return ir.ListMenu(function, tuple(map(change, args)))
        case ir.Dispatch(piece, functions, args):
            return ir.Dispatch(piece, functions, tuple(map(change, args)))
        case ir.Push(circle, back):
            return ir.Push(circle, change(back))
        case ir.Offer(code, extra):
            return ir.Offer(code, _maybe(extra, change))
        case ir.OfferEach(code, extra, things):
            return ir.OfferEach(code, _maybe(extra, change), change(things))
        case ir.OfferRange(code, extra, low, high):
            return ir.OfferRange(code, _maybe(extra, change), change(low), change(high))
        case ir.Trace(kind, told):
            return ir.Trace(kind, tuple(_changed_part(part, change) for part in told))
        case ir.Reason(kind, told):
            return ir.Reason(kind, tuple(_changed_part(part, change) for part in told))
        case ir.Return(value):
            new = _changed_part(value, change)
            return stmt if isinstance(new, str) else ir.Return(new)
        case ir.Clear() | ir.Break() | ir.Continue() | ir.Pop() | ir.Mark() | ir.Ask():
            return stmt
        case _:
            assert_never(stmt)
