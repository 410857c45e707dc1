"""Traversals: the parts of expressions and statements, and rebuilding them with changed parts.

They follow from the types with which the fields of nodes are declared, so a new node needs nothing here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from operator import attrgetter, is_
from typing import NamedTuple, TypeVar, get_args

from rulewright.compile.ir import nodes as ir

Change = Callable[[ir.Expr], ir.Expr]
Inside = Callable[[ir.Body], ir.Body]
Kept = TypeVar("Kept", ir.Expr, ir.Body)
Node = TypeVar("Node", ir.Expr, ir.Stmt)


def _in_part(part: ir.Part) -> Iterator[ir.Expr]:
    match part:
        case None | str():
            return
        case ir.Text(shown):
            yield from (piece.value for piece in shown if isinstance(piece, ir.Shown))
        case _:
            yield part


def _with_part(part: ir.Part, change: Change, inside: Inside) -> ir.Part:
    match part:
        case None | str():
            return part
        case ir.Text(shown):
            return ir.Text(tuple(p if isinstance(p, str) else ir.Shown(p.shape, change(p.value)) for p in shown))
        case _:
            return change(part)


def _with_index(slot: ir.Slot, change: Change, inside: Inside) -> ir.Slot:
    index = change(slot.index)
    return slot if index is slot.index else ir.Slot(slot.field, index, slot.type)


class _Kind(NamedTuple):
    """Finds the expressions in the value of a field, and rebuilds it with changed ones (None: never changed)."""

    parts: Callable[..., Iterable[ir.Expr]]
    changed: Callable[..., object] | None


_EXPR = _Kind(lambda expr: (expr,), lambda expr, change, inside: change(expr))
_PART = _Kind(_in_part, _with_part)
_NOTHING = _Kind(lambda value: (), None)
_KINDS = {
    "Expr": _EXPR,
    "Expr | None": _PART,
    "Expr | Text | None": _PART,
    "Part": _PART,
    "Slot": _Kind(lambda slot: (slot.index,), _with_index),
    "Reference": _Kind(lambda local: (local,), None),
    "Body": _Kind(lambda body: (), lambda body, change, inside: inside(body)),
    "Case": _Kind(lambda case: case[:1], lambda case, change, inside: (change(case[0]), inside(case[1]))),
    **dict.fromkeys(("int", "str", "bool", "str | None", "Type", "Bool", "Field", "Table", "Local"), _NOTHING),
}
"""By the declared type of a field, which may also be a variadic tuple of one of these."""


def _kind_of(declared: str) -> _Kind:
    one = declared.removeprefix("tuple[").removesuffix(", ...]")
    return _KINDS[one] if one == declared else _variadic_kind(_KINDS[one])


def _variadic_kind(kind: _Kind) -> _Kind:
    changed = kind.changed
    if changed is None:
        return kind

    def all_changed(values: tuple[object, ...], change: Change, inside: Inside) -> tuple[object, ...]:
        new = tuple([changed(value, change, inside) for value in values])
        return values if all(map(is_, values, new)) else new

    return _Kind(lambda values: [expr for value in values for expr in kind.parts(value)], all_changed)


def _part_finder(node: type) -> Callable[[ir.Expr | ir.Stmt], tuple[ir.Expr, ...]]:
    """Return the function that finds the expressions directly inside nodes of a class; common ones have fast paths."""
    declared = {field.name: str(field.type) for field in fields(node)}
    found = [name for name in declared if _kind_of(declared[name]).parts is not _NOTHING.parts]
    match [declared[name] for name in found]:
        case ["tuple[Expr, ...]"] | ["Expr", "Expr"] | ["Expr", "Expr", "Expr"]:
            return attrgetter(*found)
        case ["Expr"]:
            only = attrgetter(found[0])
            return lambda node: (only(node),)
    finders = [(name, _kind_of(declared[name]).parts) for name in found]
    return lambda node: tuple([expr for name, parts in finders for expr in parts(getattr(node, name))])


def _changing_fields(node: type) -> list[tuple[int, str, Callable[..., object]]]:
    """Return index, name and rebuilding function of fields with parts; bodies come after what is evaluated before."""
    kinds = ((at, field.name, _kind_of(str(field.type)).changed) for at, field in enumerate(fields(node)))
    found = [(at, name, changed) for at, name, changed in kinds if changed is not None]
    return sorted(found, key=lambda field: field[2] is _KINDS["Body"].changed)


_CLASSES = (*get_args(ir.Expr), *get_args(ir.Stmt))
_PARTS = {node: _part_finder(node) for node in _CLASSES}
"""By class, for speed: passes ask for the parts of every node several times."""
_LOCALS = {node: [f.name for f in fields(node) if f.type in ("Local", "Reference")] for node in _CLASSES}
_NAMES = {node: [field.name for field in fields(node)] for node in _CLASSES}
_CHANGING = {node: _changing_fields(node) for node in _CLASSES}


def parts(expr: ir.Expr) -> tuple[ir.Expr, ...]:
    """Return the expressions directly inside one, in the order in which they are evaluated."""
    return _PARTS[expr.__class__](expr)


def read_by(stmt: ir.Stmt) -> tuple[ir.Expr, ...]:
    """Return the expressions that a statement itself evaluates, without those of the statements inside it."""
    return _PARTS[stmt.__class__](stmt)


def everything(expr: ir.Expr) -> Iterator[ir.Expr]:
    """Yield an expression and all expressions in it."""
    waiting = [expr]
    while waiting:
        inner = waiting.pop()
        yield inner
        waiting.extend(_PARTS[inner.__class__](inner)[::-1])


def bodies(stmt: ir.Stmt) -> tuple[ir.Body, ...]:
    """Return the bodies inside a statement."""
    match stmt:
        case ir.If(cases, otherwise):
            return (*(body for _, body in cases), otherwise)
        case ir.For(_, _, body) | ir.Count(_, _, _, body) | ir.Once(body):
            return (body,)
        case _:
            return ()


def statements(body: ir.Body) -> Iterator[ir.Stmt]:
    """Yield all statements of a body, those inside others, too."""
    for stmt in body:
        yield stmt
        for inner in bodies(stmt):
            yield from statements(inner)


def expressions(body: ir.Body) -> Iterator[ir.Expr]:
    """Yield all expressions that the statements of a body evaluate, those inside others, too."""
    for stmt in statements(body):
        for expr in read_by(stmt):
            yield from everything(expr)


def called_by(stmt: ir.Stmt) -> list[str]:
    """Return the functions that a statement itself calls, without those that its expressions call."""
    match stmt:
        case ir.Perform(function) | ir.ListMenu(function):
            return [function]
        case ir.Dispatch(_, functions):
            return [name for name in dict.fromkeys(functions) if name is not None]
        case _:
            return []


def is_charged(body: ir.Body) -> bool:
    """Return whether a loop in a body is charged to the budget of a decision."""
    return any(isinstance(stmt, ir.Count) and stmt.steps for stmt in statements(body)) or any(
        isinstance(part, ir.Invoke) and part.helper == "counted" for part in expressions(body)
    )


def bound_by(stmt: ir.Stmt) -> ir.Local | None:
    """Return the local that a statement gives values to."""
    names = () if isinstance(stmt, ir.Dispatch) else _LOCALS[stmt.__class__]
    return getattr(stmt, names[0]) if names else None


def bound_in(body: ir.Body) -> Iterator[ir.Local]:
    """Yield the locals that the statements and folds of a body give values to."""
    for stmt in statements(body):
        local = bound_by(stmt)
        if local is not None:
            yield local
        for expr in read_by(stmt):
            yield from (part.var for part in everything(expr) if isinstance(part, ir.Fold))


def rebuilt(expr: ir.Expr, change: Change) -> ir.Expr:
    """Return the expression with every part changed; itself if no part is."""
    return _rebuild_node(expr, change, _unchanged_part)


def mapped(stmt: ir.Stmt, change: Change, inside: Inside) -> ir.Stmt:
    """Return the statement with its own expressions changed by `change`, then its bodies by `inside`."""
    return _rebuild_node(stmt, change, inside)


def deepened(stmt: ir.Stmt, inside: Inside) -> ir.Stmt:
    """Return the statement with its bodies changed."""
    return _rebuild_node(stmt, _unchanged_part, inside)


def with_locals(node: Node, change: Callable[[ir.Local], ir.Local]) -> Node:
    """Return a statement or fold with the locals changed that it assigns to, or refers to outside of expressions."""
    old = {name: getattr(node, name) for name in _LOCALS[node.__class__]}
    new = {name: changed for name, local in old.items() if (changed := change(local)) is not local}
    make: Callable[..., Node] = replace
    return make(node, **new) if new else node


def _unchanged_part(part: Kept) -> Kept:
    return part


def _rebuild_node(node: Node, change: Change, inside: Inside) -> Node:
    kind = node.__class__
    values: list[object] = []
    for at, name, changed in _CHANGING[kind]:
        old = getattr(node, name)
        new = change(old) if changed is _EXPR.changed else changed(old, change, inside)
        if new is not old:
            values = values or [getattr(node, name) for name in _NAMES[kind]]
            values[at] = new
    make: Callable[..., Node] = kind
    return make(*values) if values else node


def with_bodies(program: ir.Program, change: Callable[[ir.Function], ir.Body]) -> ir.Program:
    """Return a program whose functions have other bodies."""
    functions = {
        name: ir.Function(
            function.name, function.kind, function.params, function.result, change(function), function.rule
        )
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)
