"""What things are worth to a seat that plays by itself, as a data file says it."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.source.nodes import Mapping, Text, text_of


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of kind weights: how far a game has come, and what things are worth, in hundredths of a point."""

    time: Mapping | None
    worth: Mapping
    difference: Text | None = None
    """The difference that it belongs to, in a ruleset that changes another."""


def read_weights(document: Mapping) -> Weights:
    """Return what a well-formed file of kind weights says."""
    time, worth = document.get("time"), document.get("worth")
    assert isinstance(worth, Mapping)
    return Weights(time if isinstance(time, Mapping) else None, worth, text_of(document.get("difference")))
