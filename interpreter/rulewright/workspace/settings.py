"""Figures that get another value for some games: which values fit the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulewright.diagnostics import Code
from rulewright.diagnostics.similar import did_you_mean
from rulewright.source import Scalar
from rulewright.syntax import declarations as d
from rulewright.workspace.ruleset import Ruleset

IN_A_RULESET = "Change it in a ruleset of your own."


class Misfit(NamedTuple):
    """A setting that the rules do not allow."""

    name: str
    code: Code
    message: str
    remedy: tuple[str, ...]


def misfits(ruleset: Ruleset, settings: Mapping[str, object]) -> Iterator[Misfit]:
    """Yield the settings that name no single number of the rules, or that lie outside of what its figure declares.

    Raises `RulesError` when the rules cannot be read.
    """
    if not settings:
        return
    composed = ruleset.composed
    declared = {figure.name.text: figure for figure in composed.of(d.Figure)}
    for name, value in settings.items():
        figure, data = declared.get(name), composed.figures.get(name)
        if figure is None:
            message = f'{ruleset.name} has no figure "{name}"'
            yield Misfit(name, Code.UNKNOWN_NAME, message, did_you_mean(name, declared))
        elif figure.key is not None or (data is not None and not isinstance(data.value, Scalar)):
            yield Misfit(name, Code.WRONG_KIND, f"{name} is a table", (IN_A_RULESET,))
        elif figure.type.how != "range":
            yield Misfit(name, Code.WRONG_KIND, f"{name} is no number", (IN_A_RULESET,))
        elif not isinstance(value, int) or isinstance(value, bool):
            yield Misfit(name, Code.WRONG_KIND, f"{value!r} is not a whole number", ())
        elif not figure.type.low <= value <= figure.type.high:
            message = f"{name} goes from {figure.type.low} to {figure.type.high}"
            yield Misfit(name, Code.OUT_OF_RANGE, message, ())
