"""Numbers that get another value for some games: which of them, and which values, fit the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from rulewright.compose.composed import full_name
from rulewright.compose.settings import COUNT, is_of_rule, numbers_of_rule, rows_of_rule
from rulewright.diagnostics import Code, RulesError
from rulewright.diagnostics.similar import did_you_mean
from rulewright.phrasing import listing
from rulewright.source import Scalar
from rulewright.syntax import declarations as d
from rulewright.workspace.ruleset import Ruleset

OWN_RULESET_REMEDY = "Change it in a ruleset of your own."


Misfit = tuple[Code, str, tuple[str, ...]]
"""Why a setting does not fit: the code, the message and the remedy."""


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
    """Yield the settings that name no number of the rules, or whose values the rules do not allow.

    Raises `RulesError` when the rules cannot be read.
    """
    for name, value in settings.items():
        if not isinstance(value, int) or isinstance(value, bool):
            misfit: Misfit | None = (Code.WRONG_KIND, f"{value!r} is not a whole number", ())
        elif is_of_rule(name):
            misfit = _misfit_of_rule(ruleset, name) or _misfit_in_check(ruleset, name, value)
        else:
            misfit = _misfit_of_figure(ruleset, name, value)
        if misfit is not None:
            yield MisfittingSetting(name, *misfit)


def _misfit_of_figure(ruleset: Ruleset, name: str, value: int) -> Misfit | None:
    declared = {figure.name.text: figure for figure in ruleset.composed_rules.of(d.Figure)}
    figure = declared.get(name)
    if figure is None and " for " in name:
        return _misfit_in_check(ruleset, name, value)
    if figure is None:
        return Code.UNKNOWN_NAME, f'{ruleset.name} has no figure "{name}"', did_you_mean(name, declared)
    if figure.keys:
        entry = f"{name} for NAME at NAME" if len(figure.keys) > 1 else f"{name} for NAME"
        return Code.WRONG_KIND, f"{name} is a table", (f'Set an entry of it, for instance: "{entry}".',)
    if figure.type.how != "range":
        return Code.WRONG_KIND, f"{name} is no number", (OWN_RULESET_REMEDY,)
    if not figure.type.low <= value <= figure.type.high:
        return Code.OUT_OF_RANGE, f"{name} goes from {figure.type.low} to {figure.type.high}", ()
    return None


def _misfit_of_rule(ruleset: Ruleset, name: str) -> Misfit | None:
    composed, (rule, _, word) = ruleset.composed_rules, name.partition(" ")
    numbers, rows = numbers_of_rule(composed, rule), rows_of_rule(composed, rule)
    if not numbers and not rows:
        known = {full_name(decl) for decl in composed.declarations}
        if rule in known:
            return Code.UNKNOWN_NAME, f"{rule} has no number in it", (OWN_RULESET_REMEDY,)
        return Code.UNKNOWN_NAME, f'{ruleset.name} has no rule "{rule}"', did_you_mean(rule, known)
    found = len(numbers.get(word, ())) or (len(rows) if word == COUNT else 0)
    if found > 1:
        return Code.WRONG_KIND, f'{rule} has {found} numbers that are called "{word}"', (OWN_RULESET_REMEDY,)
    named = [f'"{rule} {one}"' for one in (*numbers, *([COUNT] if len(rows) == 1 else []))]
    message = f'{rule} has no number that is called "{word}"' if word else f"{rule} is a rule, and no number"
    return None if found else (Code.UNKNOWN_NAME, message, (f"Its numbers: {listing(named)}.",))


def _misfit_in_check(ruleset: Ruleset, name: str, value: int) -> Misfit | None:
    """Return what the check of the rules says about a setting."""
    try:
        ruleset.checked_rules(settings={name: value})
    except RulesError as problem:
        ruleset.checked_rules()  # raises where the rules have mistakes without the setting
        first = problem.findings[0]
        return first.code, f"{first.message} ({first.place})" if first.place else first.message, first.remedy
    return None
