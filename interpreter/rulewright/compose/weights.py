"""The weights of automatic seats, merged over all layers."""

from __future__ import annotations

from rulewright.compose.composed import Composed
from rulewright.source import plain

SPAN_OF_TIME = {"early", "late"}
"""The keys of a weight that changes over the game: at its beginning, at its end."""

Weight = int | list[int] | dict[str, "Weight"]
"""A number, a list for the first, second and further ones, or a mapping by name."""
Time = tuple[str, list[int | str], list[int | str]]
"""A phase that measures progress, and its arguments at the beginning and at the end."""


def combined_weights(rules: Composed) -> tuple[dict[str, Weight], Time | None]:
    """Return the weights by name, and the measure of progress. Upper layers take precedence."""
    time: Time | None = None
    worth: dict[str, Weight] = {}
    for _, weights in rules.weights:
        if weights.time is not None:
            given = plain(weights.time)
            time = given["phase"], given["first"], given["last"]
        for name, value in plain(weights.worth).items():
            worth[name] = on_top(worth.get(name), value)
    return worth, time


def on_top(below: Weight | None, value: Weight) -> Weight:
    """Merge entries by name into those below; anything else replaces them."""
    if isinstance(value, dict) and isinstance(below, dict) and not SPAN_OF_TIME & {*value, *below}:
        return below | value
    return value
