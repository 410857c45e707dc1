"""Puts the meaning of a declared value in the place of its call, where that costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any, get_args

from rulewright.check import core as c
from rulewright.compile.folding import fold

MAX_INLINE = 60
"""Values of more nodes than this stay functions of their own."""


VALUES = get_args(c.Value)
PARTS = {kind: tuple(f.name for f in fields(kind) if f.name not in ("type", "span", "var")) for kind in VALUES}
"""The fields of each kind of value that may hold values."""


def children(value: c.Value) -> Iterator[c.Value]:
    """The values that a value is made of."""
    for name in PARTS[type(value)]:
        part = getattr(value, name)
        if isinstance(part, tuple):
            yield from (p for p in part if _is_value(p))
        elif _is_value(part):
            yield part


def _is_value(part: object) -> bool:
    return type(part) in PARTS


def rebuild(value: c.Value, change: Callable[[c.Value], c.Value]) -> c.Value:
    """Return the value with every part changed; itself when nothing changes."""
    changed: dict[str, Any] = {}
    for name in PARTS[type(value)]:
        part = getattr(value, name)
        if isinstance(part, tuple):
            new = tuple(change(p) if _is_value(p) else p for p in part)
            if any(a is not b for a, b in zip(part, new, strict=True)):
                changed[name] = new
        elif _is_value(part):
            one = change(part)
            if one is not part:
                changed[name] = one
    return replace(value, **changed) if changed else value


def substitute(value: c.Value, given: dict[int, c.Value]) -> c.Value:
    """Put values in the place of variables."""
    if isinstance(value, c.Use):
        return given.get(id(value.var), value)
    return rebuild(value, lambda part: substitute(part, given))


def count_nodes(value: c.Value) -> int:
    return 1 + sum(count_nodes(part) for part in children(value))


def uses(value: c.Value, var: c.Var) -> int:
    """How often a variable occurs in a value."""
    if isinstance(value, c.Use):
        return int(value.var is var)
    return sum(uses(part, var) for part in children(value))


def is_cheap(value: c.Value) -> bool:
    """Reading it twice costs no more than keeping it."""
    if isinstance(value, c.Const | c.Use):
        return True
    return isinstance(value, c.Read) and all(isinstance(k, c.Const | c.Use) for k in value.keys)


def expand(value: c.Value) -> c.Value:
    """Replace the calls of declared values by what they mean, as far as that saves work."""
    value = rebuild(value, expand)
    if isinstance(value, c.Filter | c.Count | c.Binary | c.Lookup):
        return fold(value)
    if not isinstance(value, c.Call):
        return value
    rule = value.value
    if len(rule.cases) != 1:
        return value
    body = expand(rule.cases[0][1])
    if count_nodes(body) > MAX_INLINE:
        return value
    for param, given in zip(rule.params, value.arguments, strict=True):
        if not is_cheap(given) and uses(body, param) > 1:
            return value
    return fold(substitute(body, {id(p): g for p, g in zip(rule.params, value.arguments, strict=True)}))
