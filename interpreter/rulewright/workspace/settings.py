"""Figures that get another value for some games: which values fit the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Scalar
from rulewright.syntax import declarations as d
from rulewright.workspace.ruleset import Ruleset

OWN_RULESET_REMEDY = "Change it in a ruleset of your own."


class MisfittingSetting(NamedTuple):
    """A setting that the rules do not allow."""

    name: str
    code: Code
    message: str
    remedy: tuple[str, ...]


class AdjustableFigure(NamedTuple):
    """A figure that can get another value for a game: its value in the rules, and what its rules allow."""

    name: str
    value: str
    low: int
    high: int


def adjustable_figures(ruleset: Ruleset) -> list[AdjustableFigure]:
    """Return all figures that settings can change, by name. Raises `RulesError` when the rules cannot be read."""
    composed = ruleset.composed_rules
    return [
        AdjustableFigure(figure.name.text, data.value.text, figure.type.low, figure.type.high)
        for figure in composed.of(d.Figure)
        if figure.type.how == "range" and not figure.keys
        if (data := composed.figures.get(figure.name.text)) and isinstance(data.value, Scalar)
    ]


def misfitting_settings(ruleset: Ruleset, settings: Mapping[str, object]) -> Iterator[MisfittingSetting]:
    """Yield the settings that name no single number of the rules, or that lie outside of what its figure declares.

    Raises `RulesError` when the rules cannot be read.
    """
    if not settings:
        return
    composed = ruleset.composed_rules
    declared = {figure.name.text: figure for figure in composed.of(d.Figure)}
    for name, value in settings.items():
        figure, data = declared.get(name), composed.figures.get(name)
        if figure is None:
            message = f'{ruleset.name} has no figure "{name}"'
            yield MisfittingSetting(name, Code.UNKNOWN_NAME, message, did_you_mean(name, declared))
        elif figure.keys or (data is not None and not isinstance(data.value, Scalar)):
            yield MisfittingSetting(name, Code.WRONG_KIND, f"{name} is a table", (OWN_RULESET_REMEDY,))
        elif figure.type.how != "range":
            yield MisfittingSetting(name, Code.WRONG_KIND, f"{name} is no number", (OWN_RULESET_REMEDY,))
        elif not isinstance(value, int) or isinstance(value, bool):
            yield MisfittingSetting(name, Code.WRONG_KIND, f"{value!r} is not a whole number", ())
        elif not figure.type.low <= value <= figure.type.high:
            message = f"{name} goes from {figure.type.low} to {figure.type.high}"
            yield MisfittingSetting(name, Code.OUT_OF_RANGE, message, ())
