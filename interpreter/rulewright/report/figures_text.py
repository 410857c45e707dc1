"""Values of figures and printed facts as a person would write them."""

from __future__ import annotations

from rulewright.check.core import Axis, Figure
from rulewright.check.core.things import axis_names, size, value_text


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
