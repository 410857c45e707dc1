"""What things are worth to a seat that plays by itself, of all rulesets together."""

from __future__ import annotations

from rulewright.compose.composed import Composed
from rulewright.source import plain

SPAN_OF_TIME = {"early", "late"}
"""What a weight is at the beginning and at the end, where it changes in between."""

Weight = int | list[int] | dict[str, "Weight"]
"""A number, one for the first, the second, …, or several of them by name."""
Time = tuple[str, list[int | str], list[int | str]]
"""A phase, and what it is done with at the beginning and at the end."""


def together(rules: Composed) -> tuple[dict[str, Weight], Time | None]:
    """Return the worth of things by name, and how far a game has come. What stands on top goes before."""
    time: Time | None = None
    worth: dict[str, Weight] = {}
    for _, weights in rules.weights:
        if weights.time is not None:
            given = plain(weights.time)
            time = given["phase"], given["first"], given["last"]
        for name, value in plain(weights.worth).items():
            worth[name] = _on(worth.get(name), value)
    return worth, time


def _on(below: Weight | None, value: Weight) -> Weight:
    """Entries by name are added to those below; anything else stands instead of it."""
    if isinstance(value, dict) and isinstance(below, dict) and not SPAN_OF_TIME & {*value, *below}:
        return below | value
    return value
