"""Mutations of conditions: negated, or with a bound shifted by one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.playtest.mutants.model import Change
from rulewright.syntax import expressions as x
from rulewright.syntax import statements as s

TURNED = {
    "is": "is-not", "is-not": "is", "in": "not-in", "not-in": "in",
    "at-least": "below", "below": "at-least", "at-most": "above", "above": "at-most",
}  # fmt: skip
MOVED = {"at-least": "above", "above": "at-least", "at-most": "below", "below": "at-most"}
"""Return the same comparison with the bound shifted by one."""


def compare(node: x.Compare) -> Iterator[Change[x.Cond]]:
    """Negate a comparison, and shift its bound by one unless a literal is mutated anyway."""
    yield node.span, "the opposite of this", replace(node, operator=TURNED[node.operator])
    fixed = [part for part in (node.left, node.right) if isinstance(part, x.Number) and part.value]
    if node.operator in MOVED and not fixed:
        other = MOVED[node.operator]
        words = f'"{other.replace("-", " ")}" instead of "{node.operator.replace("-", " ")}"'
        yield node.span, words, replace(node, operator=other)


def empty(node: x.Empty) -> Iterator[Change[x.Cond]]:
    """The opposite."""
    yield node.span, "the opposite of this", replace(node, empty=not node.empty)


def opposite(node: x.CanPay | x.CanDo | x.InRow) -> Iterator[Change[x.Cond]]:
    """The opposite."""
    yield node.span, "the opposite of this", x.Not(node.span, node)


def quantified(node: x.Quantified) -> Iterator[Change[x.Cond]]:
    """Every becomes some, some becomes every; the opposite comes with the condition inside."""
    words = '"some" instead of "every"' if node.every else '"every" instead of "some"'
    yield node.span, words, replace(node, every=not node.every)


def joined(node: x.Joined) -> Iterator[Change[x.Cond]]:
    """And becomes or, or becomes and."""
    other = "or" if node.how == "and" else "and"
    yield node.span, f'"{other}" instead of "{node.how}"', replace(node, how=other)


def option(node: s.Option) -> Iterator[Change[s.Option]]:
    """An option is offered whatever its condition says."""
    if node.when is not None:
        yield node.when.span, "offered without this condition", replace(node, when=None)
