"""Values of figures and printed facts as a person would write them."""

from __future__ import annotations

from rulewright.check.core import Axis, Figure, Type
from rulewright.check.given import axis_names, size


def value_text(type_: Type, value: int) -> str:
    """Return a value of a type: a number, yes or no, a name, nothing, or names in brackets."""
    if type_.how == "truth":
        return "yes" if value else "no"
    if type_.domain is None or type_.how == "number":
        return str(value)
    members = type_.domain.members
    if type_.how == "set":
        return f"({', '.join(name for at, name in enumerate(members) if value >> at & 1)})"
    return members[value] if value >= 0 else "nothing"


def figure_lines(figure: Figure) -> list[str]:
    """Return the value of a figure, a table by its keys: one line for each name of the first key of two."""
    values = [value_text(figure.type, value) for value in figure.values]
    if len(figure.keys) < 2:
        return [_row(figure.keys[0], values) if figure.keys else values[0]]
    first, second, wide = figure.keys[0], figure.keys[1], size(figure.keys[1:])
    rows = (values[at * wide : (at + 1) * wide] for at in range(first.size))
    return [f"for {name}: {_row(second, row)}" for name, row in zip(axis_names(first), rows, strict=True)]


def _row(axis: Axis, values: list[str]) -> str:
    if axis.domain is None:
        return f"{', '.join(values)} for {axis.low} to {axis.low + axis.size - 1}"
    return ", ".join(f"{name} {value}" for name, value in zip(axis_names(axis), values, strict=True))
