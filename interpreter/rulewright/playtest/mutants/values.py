"""Mutations of values and conditions: numbers shifted by one, sums without a part, the last instead of the first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change
from rulewright.syntax import expressions as x

NEGATED_OPERATORS = {
    "is": "is-not", "is-not": "is", "in": "not-in", "not-in": "in", "like": "not-like", "not-like": "like",
    "at-least": "below", "below": "at-least", "at-most": "above", "above": "at-most",
}  # fmt: skip
SHIFTED_OPERATORS = {"at-least": "above", "above": "at-least", "at-most": "below", "below": "at-most"}
"""The same comparison with the bound shifted by one."""
OTHER_ROUNDING = {"divided-up": "divided-down", "divided-down": "divided-up"}
OPPOSITE_WORDS = {
    "first": "last", "last": "first", "most": "least", "least": "most", "lesser": "greater", "greater": "lesser",
    "beside": "around", "around": "beside", "above": "below", "below": "above", "left of": "right of",
    "right of": "left of", "above left of": "above right of", "above right of": "above left of",
    "below left of": "below right of", "below right of": "below left of",
}  # fmt: skip


def neighbours(number: int) -> tuple[int, ...]:
    """Return a number one up and one down; nothing goes from 0 to below it."""
    return (number + 1, number - 1) if number else (number + 1,)


def shifted_number(node: x.Number) -> Iterator[Change[x.Expr]]:
    """A number is one more, and one less."""
    for other in neighbours(node.value):
        yield node.span, f"{other} instead of {node.value}", replace(node, value=other)


def part_of_sum(node: x.Arithmetic) -> Iterator[Change[x.Expr]]:
    """A sum without one of its parts, a difference without what is taken off, the whole set and not what is shared.

    A division is rounded the other way.
    """
    if node.operator == "times":
        return
    if node.operator in OTHER_ROUNDING:
        other = OTHER_ROUNDING[node.operator]
        yield node.span, f"{other.replace('divided', 'rounded').replace('-', ' ')}", replace(node, operator=other)
        return
    yield node.right.span, f'without "{node.operator}" this', node.left
    if node.operator == "+":
        yield node.left.span, "this is not added", node.right


def opposite_word(node: x.Fold | x.Pick | x.Single | x.Extreme | x.Near) -> Iterator[Change[x.Expr]]:
    """The last instead of the first, the least instead of the most."""
    if node.how in OPPOSITE_WORDS:
        yield (
            node.span,
            f'"{OPPOSITE_WORDS[node.how]}" instead of "{node.how}"',
            replace(node, how=OPPOSITE_WORDS[node.how]),
        )


def without_condition(node: x.Where) -> Iterator[Change[x.Expr]]:
    """All things, whatever the condition says."""
    yield node.condition.span, "all, without this condition", node.things


def changed_comparison(node: x.Compare) -> Iterator[Change[x.Cond]]:
    """Negate a comparison, and shift its bound by one unless a literal is mutated anyway."""
    yield node.span, "the opposite of this", replace(node, operator=NEGATED_OPERATORS[node.operator])
    fixed = [part for part in (node.left, node.right) if isinstance(part, x.Number) and part.value]
    if node.operator in SHIFTED_OPERATORS and not fixed:
        other = SHIFTED_OPERATORS[node.operator]
        words = f'"{other.replace("-", " ")}" instead of "{node.operator.replace("-", " ")}"'
        yield node.span, words, replace(node, operator=other)


def opposite_emptiness(node: x.Empty) -> Iterator[Change[x.Cond]]:
    """The opposite."""
    yield node.span, "the opposite of this", replace(node, empty=not node.empty)


def other_neighbour(node: x.NextAfter) -> Iterator[Change[x.Expr]]:
    """The next one instead of the previous one, and the other way round."""
    words = '"next" instead of "previous"' if node.before else '"previous" instead of "next"'
    yield node.span, words, replace(node, before=not node.before)


def not_turned(node: x.Turned) -> Iterator[Change[x.Expr]]:
    """The thing itself."""
    yield node.span, "not turned", node.thing


def negation(
    node: x.CanPay | x.CanDo | x.WouldBe | x.BeenHere | x.InRow | x.Holds | x.Name | x.Of | x.Table,
) -> Iterator[Change[x.Cond]]:
    """The opposite."""
    yield node.span, "the opposite of this", x.Not(node.span, node)


def other_quantifier(node: x.Quantified) -> Iterator[Change[x.Cond]]:
    """Every becomes some, some becomes every; the opposite comes with the condition inside."""
    words = '"some" instead of "every"' if node.every else '"every" instead of "some"'
    yield node.span, words, replace(node, every=not node.every)


def other_conjunction(node: x.Joined) -> Iterator[Change[x.Cond]]:
    """And becomes or, or becomes and."""
    other = "or" if node.how == "and" else "and"
    yield node.span, f'"{other}" instead of "{node.how}"', replace(node, how=other)
