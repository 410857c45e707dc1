"""Puts the meaning of a declared value in the place of its call, where that costs nothing."""

from __future__ import annotations

from rulewright.check import core as c
from rulewright.check.core.walk import children, everything_in, rebuild, substitute
from rulewright.compile.folding import fold

MAX_INLINE = 60
"""Values of more nodes than this stay functions of their own."""


def count_nodes(value: c.Value) -> int:
    return sum(1 for _ in everything_in(value))


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
    if isinstance(value, c.Filter | c.Count | c.Binary | c.Lookup | c.One | c.Sure):
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
