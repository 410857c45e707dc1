"""Carries out changes of figures: each names the old value, so that it cannot drift away from what it changes."""

from __future__ import annotations

from rulewright.check.core import Axis, Figure
from rulewright.check.given import axis_names, read_value, size
from rulewright.check.world import World
from rulewright.source import Scalar
from rulewright.syntax import declarations as d
from rulewright.syntax.expressions import Word


def change_figures(world: World, changes: list[d.ChangeFigure]) -> None:
    """Change the figures; what does not fit becomes a finding."""
    for change in changes:
        figure = world.figures.get(change.figure.text)
        if figure is None:
            world.unknown(change.figure, "figure", world.figures)
            continue
        at = _place(world, figure, change)
        if at is not None:
            _change(world, figure, at, change)


def _place(world: World, figure: Figure, change: d.ChangeFigure) -> int | None:
    """Which entry of a table is meant."""
    given = [word for word in (change.key, change.at) if word is not None]
    if len(given) != len(figure.keys):
        needs = " and ".join(_each(axis) for axis in figure.keys) or "nothing"
        world.findings.add("wrong-number-of-things", change.figure.span, f"this figure is looked up by {needs}")
        return None
    at = 0
    for number, (axis, word) in enumerate(zip(figure.keys, given, strict=True)):
        names = axis_names(axis)
        if word.text not in names:
            world.unknown(word, _each(axis), names)
            return None
        at += names.index(word.text) * size(figure.keys[number + 1 :])
    return at


def _each(axis: Axis) -> str:
    return axis.domain.name if axis.domain else f"number from {axis.low} to {axis.low + axis.size - 1}"


def _change(world: World, figure: Figure, at: int, change: d.ChangeFigure) -> None:
    if figure.type.how == "set":
        world.findings.add(
            "cannot-be-set", change.figure.span, "a list cannot be changed in one sentence",
            "Give the whole figure again in a file in data/.",
        )  # fmt: skip
        return
    old, new = (_value(world, figure, word) for word in (change.old, change.new))
    if old != figure.values[at]:
        has = _shown(figure, figure.values[at])
        message = f"{figure.name} has {has} here, not {change.old.text}"
        world.findings.add("change-from-differs", change.old.span, message, f'Write "from {has}".')
    elif old == new:
        world.findings.add("change-of-nothing", change.new.span, "this changes nothing: both values are equal")
    else:
        figure.values[at] = new


def _value(world: World, figure: Figure, word: Word) -> int:
    return read_value(world, Scalar(word.span, word.text), figure.type, figure.name)


def _shown(figure: Figure, value: int) -> str:
    domain = figure.type.domain
    if figure.type.how == "one" and domain is not None:
        return domain.members[value] if value >= 0 else "nothing"
    return str(value)
