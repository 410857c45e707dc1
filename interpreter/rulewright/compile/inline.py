"""Inlines declared values where that costs nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from rulewright.check import core as c
from rulewright.check.core.walk import children, everything_in, rebuild, substitute
from rulewright.compile.folding import fold

MAX_INLINE = 60
"""Values of more nodes than this stay functions of their own."""


def uses(value: c.Value, var: c.Var) -> int:
    """Return how often a variable occurs in a value."""
    if isinstance(value, c.Use):
        return int(value.var is var)
    return sum(uses(part, var) for part in children(value))


def is_cheap(value: c.Value) -> bool:
    """Return whether evaluating a value twice costs no more than storing it."""
    if isinstance(value, c.Const | c.Use):
        return True
    return isinstance(value, c.Read) and all(isinstance(k, c.Const | c.Use) for k in value.keys)


@dataclass(slots=True)
class Inliner:
    """Inlines the calls of declared values; the body of each is expanded once."""

    bodies: dict[int, c.Value | None] = field(default_factory=dict)
    """By rule: its expanded body; None if it stays a function."""

    def expand(self, value: c.Value) -> c.Value:
        """Inline the calls of declared values where that saves work."""
        value = rebuild(value, self.expand)
        if isinstance(value, c.Filter | c.Count | c.Binary | c.Lookup | c.One | c.Sure):
            return fold(value)
        return self._inlined(value) if isinstance(value, c.Call) else value

    def _inlined(self, call: c.Call) -> c.Value:
        body = self._body(call.value)
        if body is None:
            return call
        given = list(zip(call.value.params, call.arguments, strict=True))
        if any(not is_cheap(argument) and uses(body, param) > 1 for param, argument in given):
            return call
        return fold(substitute(body, {id(param): argument for param, argument in given}))

    def _body(self, rule: c.ValueRule) -> c.Value | None:
        if id(rule) not in self.bodies:
            body = self.expand(rule.cases[0][1]) if len(rule.cases) == 1 else None
            self.bodies[id(rule)] = body if body is not None and _is_small(body) else None
        return self.bodies[id(rule)]


def _is_small(body: c.Value) -> bool:
    """Return whether a body may be copied. No body that calls a value twice: a chain would double."""
    called = [id(part.value) for part in everything_in(body) if isinstance(part, c.Call)]
    return len(called) == len(set(called)) and sum(1 for _ in everything_in(body)) <= MAX_INLINE


def expand(value: c.Value) -> c.Value:
    """Inline the declared values in a value."""
    return Inliner().expand(value)
