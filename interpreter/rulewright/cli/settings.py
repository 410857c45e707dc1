"""`--set NAME=VALUE`: a figure with another value for this game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulewright.cli.numbers import WHOLE, Whole
from rulewright.workspace import Ruleset


def set_option() -> Callable[[Any], Any]:
    """Return the option `--set`; the command gets a dictionary `settings`."""
    return click.option(
        "--set", "settings", multiple=True, metavar="NAME=VALUE", callback=_read, help="Set a figure; repeat it."
    )


def _read(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, int]:
    found: dict[str, int] = {}
    for value in values:
        name, number = _one(value)
        if name in found:
            raise click.UsageError(f"--set says {name} twice.")
        found[name] = number
    return found


def _one(value: str) -> tuple[str, int]:
    name, equals, number = value.partition("=")
    if not equals or not name.strip():
        raise click.UsageError(f"--set {value}: write NAME=VALUE, for instance first-money=9.")
    if not WHOLE.fullmatch(number):
        raise click.UsageError(f'--set {value}: "{number}" is not a whole number: write it in the digits 0 to 9.')
    return name.strip(), Whole().convert(number, None, click.get_current_context())


def fitting(rules: Ruleset, settings: dict[str, int]) -> None:
    """Refuse figures that the ruleset does not have, that are tables, or values outside of what the rules declare."""
    if not settings:
        return
    from rulewright.workspace.settings import misfits

    for misfit in misfits(rules, settings):
        remedy = "".join(f" {line}" for line in misfit.remedy)
        raise click.UsageError(f"--set {misfit.name}={settings[misfit.name]}: {misfit.message}.{remedy}")
