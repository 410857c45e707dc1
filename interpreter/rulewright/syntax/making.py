"""How the rules of the grammar make parts of the syntax tree, with the methods of a builder."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.diagnostics import Span
from rulewright.syntax.tables import Rule, Tables

Make = Callable[[Span, list[Any]], Any]
Maker = tuple[str, int, Make | None]
"""The part that a rule makes, of how many values, and how; None: its only value is the part."""


def makers(tables: Tables, builder: object) -> list[Maker]:
    """Return for each rule of the grammar how a builder makes its part."""
    return [(rule.origin, rule.length, _maker(rule, builder)) for rule in tables.rules]


def _maker(rule: Rule, builder: object) -> Make | None:
    """Return how the values of a rule become one value."""
    if rule.single and rule.length == 1 and len(rule.kept) == 1 and not rule.tail + rule.kept[0][2]:
        return None
    arrange = _arranger(rule)
    if rule.inlined:
        return lambda span, values: arrange(values)
    method: Make = getattr(builder, rule.method, _missing)
    if not rule.single:
        return lambda span, values: method(span, arrange(values))

    def make(span: Span, values: list[Any]) -> Any:
        kept = arrange(values)
        return kept[0] if len(kept) == 1 else method(span, kept)

    return make


def _missing(span: Span, values: list[Any]) -> Any:
    raise AssertionError("the grammar has a part that no builder makes")


def _arranger(rule: Rule) -> Callable[[list[Any]], list[Any]]:
    """Return how the values of a rule become the ones its part is made of."""
    if not rule.tail and not any(splice or gap for _, splice, gap in rule.kept):
        order = [index for index, _, _ in rule.kept]
        return lambda values: [values[index] for index in order]

    def arrange(values: list[Any]) -> list[Any]:
        kept: list[Any] = []
        for index, splice, gap in rule.kept:
            kept.extend([None] * gap)
            if splice:
                kept.extend(values[index])
            else:
                kept.append(values[index])
        kept.extend([None] * rule.tail)
        return kept

    return arrange
