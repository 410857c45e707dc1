"""Mutations of values: numbers shifted by one, sums without a part, the last instead of the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change
from rulewright.syntax import declarations as d
from rulewright.syntax import expressions as x

OTHER = {
    "first": "last", "last": "first", "most": "least", "least": "most", "lesser": "greater", "greater": "lesser",
    "beside": "around", "around": "beside", "above": "below", "below": "above", "left of": "right of",
    "right of": "left of",
}  # fmt: skip


def moved(number: int) -> tuple[int, ...]:
    """Return a number one up and one down; nothing goes below 0."""
    return (number + 1, number - 1) if number > 0 else (number + 1,)


def number(node: x.Number) -> Iterator[Change[x.Expr]]:
    """A number is one more, and one less."""
    for other in moved(node.value):
        yield node.span, f"{other} instead of {node.value}", replace(node, value=other)


def arithmetic(node: x.Arithmetic) -> Iterator[Change[x.Expr]]:
    """A sum without one of its parts, a difference without what is taken off, the whole set and not what is shared."""
    if node.operator == "times":
        return
    yield node.right.span, f'without "{node.operator}" this', node.left
    if node.operator == "+":
        yield node.left.span, "this is not added", node.right


def worded(node: x.Fold | x.Pick | x.Single | x.Extreme | x.Near) -> Iterator[Change[x.Expr]]:
    """The last instead of the first, the least instead of the most."""
    if node.how in OTHER:
        yield node.span, f'"{OTHER[node.how]}" instead of "{node.how}"', replace(node, how=OTHER[node.how])


def where(node: x.Where) -> Iterator[Change[x.Expr]]:
    """All things, whatever the condition says."""
    yield node.condition.span, "all, without this condition", node.things


def cost_part(node: d.CostPart) -> Iterator[Change[d.CostPart]]:
    """A cost asks for each of all things, not of some."""
    if node.within is not None:
        yield node.within.span, "of all, not of these", replace(node, within=None)
