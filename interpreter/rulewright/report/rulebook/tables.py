"""What stands in printed tables, in words."""

from __future__ import annotations

from rulewright.check.core import Axis, Figure
from rulewright.report.layout import listing
from rulewright.report.ranges import spaces
from rulewright.report.rulebook.dictionary import Dictionary
from rulewright.report.rulebook.phrases import spaced


def shown(words: Dictionary, figure: Figure, at: int) -> str:
    """Return one value of a figure as it is read."""
    value, type_ = figure.values[at], figure.type
    if type_.how == "number" or type_.domain is None:
        return "yes" if type_.how == "truth" and value else "no" if type_.how == "truth" else str(value)
    domain = type_.domain
    if type_.how == "set":
        things = [number for number in range(domain.size) if value >> number & 1]
        if domain.how == "grid":
            return spaces(domain.members[number] for number in things) or "none"
        return listing([thing(words, figure, number) for number in things]) or "none"
    return "none" if value < 0 else thing(words, figure, value)


def thing(words: Dictionary, figure: Figure, number: int) -> str:
    """Return one thing of the domain that a figure speaks of."""
    domain = figure.type.domain
    assert domain is not None
    if domain.how == "names":
        return words.names.get(domain.members[number], ("", spaced(domain.members[number])))[1]
    return domain.labels[number]


def headings(words: Dictionary, axis: Axis) -> list[str]:
    """Return what a table is looked up by."""
    if axis.domain is None:
        return [str(axis.low + i) for i in range(axis.size)]
    members = axis.domain.members[axis.start : axis.start + axis.size]
    if axis.domain.how == "names":
        return [words.names.get(member, ("", spaced(member)))[1] for member in members]
    return axis.domain.labels[axis.start : axis.start + axis.size]
