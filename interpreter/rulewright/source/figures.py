"""Data files of kind figures (printed numbers and tables) and of kind weights (for seats that play by themselves)."""

from __future__ import annotations

from dataclasses import dataclass

from rulewright.diagnostics import Findings
from rulewright.source.citations import Citation, assumed, read_citation
from rulewright.source.nodes import Mapping, Text, YamlNode, entries_of, text_of
from rulewright.source.remembering import remembered


@dataclass(frozen=True, slots=True)
class FigureData:
    """A figure's value as written, and where it is printed or why it is assumed."""

    name: Text
    value: YamlNode
    source: Citation | None
    assumed: str | None
    difference: Text | None = None
    """The difference that gives it, in a ruleset that changes another."""


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of kind weights: the measure of a game's progress, and the values of things in hundredths of a point."""

    time: Mapping | None
    worth: Mapping
    difference: Text | None = None
    """The difference that it belongs to, in a ruleset that changes another."""


@remembered
def read_figures(document: Mapping, findings: Findings) -> tuple[FigureData, ...]:
    """Return the figures of a well-formed file of kind figures."""
    difference = text_of(document.get("difference"))
    return tuple(
        FigureData(
            Text(key.span, key.text), entry.get("value") or entry, read_citation(entry.get("source"), findings),
            assumed(entry), difference,
        )
        for key, entry in entries_of(document.get("figures"))
        if isinstance(entry, Mapping)
    )  # fmt: skip


def read_weights(document: Mapping) -> Weights:
    """Return what a well-formed file of kind weights says."""
    time, worth = document.get("time"), document.get("worth")
    assert isinstance(worth, Mapping)
    return Weights(time if isinstance(time, Mapping) else None, worth, text_of(document.get("difference")))
