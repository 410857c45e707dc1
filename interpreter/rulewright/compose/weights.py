"""What things are worth to a seat that plays by itself, of all rulesets together."""

from __future__ import annotations

from typing import Any

from rulewright.compose.composed import Composed
from rulewright.source import plain

SPAN_OF_TIME = {"early", "late"}
"""What a weight is at the beginning and at the end, where it changes in between."""


def together(rules: Composed) -> dict[str, Any]:
    """Return the weights as plain data: `time`, where it is given, and `worth`. What stands on top goes before."""
    done: dict[str, Any] = {"worth": {}}
    for _, weights in rules.weights:
        if weights.time is not None:
            done["time"] = plain(weights.time)
        for name, value in plain(weights.worth).items():
            done["worth"][name] = _on(done["worth"].get(name), value)
    return done


def _on(below: Any, value: Any) -> Any:
    """Entries by name are added to those below; anything else stands instead of it."""
    named = isinstance(value, dict) and isinstance(below, dict)
    return below | value if named and not SPAN_OF_TIME & {*value, *below} else value
