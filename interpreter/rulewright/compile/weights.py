"""The merged weights and table hints of a ruleset and its bases, in the form of the tables."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.compile.tables import ALL, BoardLook, Curve, TableHints, ThingLook, Weights
from rulewright.compose.composed import Composed
from rulewright.compose.weights import SPAN_OF_TIME, Time, Weight, combined_weights
from rulewright.source.figures import HintsData
from rulewright.source.nodes import entries_of, plain

_LOOK_KEYS = ("colour", "icon", "shape")
"""What is said of the look of a thing, in the order of the fields of the tables."""


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
    return TableHints(first, show, hide, total, path, say, _looks_of(layers), _boards_of(layers))


def _looks_of(layers: Sequence[HintsData]) -> dict[str, ThingLook]:
    """Return what things look like; what an upper layer does not say of a thing a lower one does."""
    found: dict[str, dict[str, str]] = {}
    for hints in reversed(layers):
        for word, look in entries_of(hints.entries.get("things")):
            found.setdefault(word.text, {}).update((key.text, plain(value)) for key, value in entries_of(look))
    return {name: ThingLook(*(look.get(key, "") for key in _LOOK_KEYS)) for name, look in found.items()}


def _boards_of(layers: Sequence[HintsData]) -> dict[str, BoardLook]:
    found: dict[str, BoardLook] = {}
    for hints in reversed(layers):
        for word, board in entries_of(hints.entries.get("boards")):
            said = plain(board)
            picture = dict(hints.pictures).get(said.get("behind", ""), "")
            found[word.text] = BoardLook(picture, said.get("size", []), said["at"])
    return found
