"""The merged weights and table hints of a ruleset and its bases, in the form of the tables."""

from __future__ import annotations

from rulewright.compile.tables import ALL, Curve, TableHints, Weights
from rulewright.compose.composed import Composed
from rulewright.compose.weights import SPAN_OF_TIME, Time, Weight, combined_weights


def weights_of(rules: Composed) -> Weights:
    """Return the weights of composed rules."""
    return in_tables(*combined_weights(rules))


def in_tables(worth: dict[str, Weight], time: Time | None) -> Weights:
    """Return merged weights in the form of the tables."""
    phase, start, end = time or ("", [], [])
    curves = {
        name: {part: _curve_of(each) for part, each in weight.items()}
        if isinstance(weight, dict) and weight.keys() != SPAN_OF_TIME
        else {ALL: _curve_of(weight)}
        for name, weight in worth.items()
    }
    return Weights(curves, phase, start, end)


def _curve_of(weight: Weight) -> Curve:
    early, late = (weight["early"], weight["late"]) if isinstance(weight, dict) else (weight, weight)
    return Curve(_numbers_of(early), _numbers_of(late))


def _numbers_of(weight: Weight) -> list[int]:
    assert not isinstance(weight, dict), "the checker admits no names here"
    return weight if isinstance(weight, list) else [weight]


def hints_of(rules: Composed) -> TableHints:
    """Return the table hints of composed rules, in their language; upper layers come first and take precedence."""
    layers = [hints for _, hints in reversed(rules.hints)]
    first, show, hide, total = (
        list(dict.fromkeys(word.text for hints in layers for word in hints.names(key)))
        for key in ("first", "show", "hide", "total")
    )
    path, say = (
        {word.text: value.text for hints in reversed(layers) for word, value in hints.pairs(key)
         if key != "say" or hints.language == rules.language}
        for key in ("path", "say")
    )  # fmt: skip
    return TableHints(first, show, hide, total, path, say)
