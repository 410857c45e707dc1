"""`--set NAME=VALUE`: a figure with another value for this game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from rulewright.cli.output import meant
from rulewright.source.layers import layers


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
    try:
        return name.strip(), int(number)
    except ValueError:
        raise click.UsageError(f'--set {value}: "{number}" is not a whole number.') from None


def fitting(ruleset: str, settings: dict[str, int]) -> None:
    """Refuse figures that the ruleset does not have, that are tables, or values outside of what the rules declare."""
    if not settings:
        return
    from rulewright.cli import opening
    from rulewright.source import Scalar
    from rulewright.workspace.definitions import written_in

    chain = layers(opening.source_of(ruleset))[::-1]
    known = {str(figure.name): figure for layer in reversed(chain) for figure in layer.figures}
    for name, value in settings.items():
        if name not in known:
            raise click.UsageError(f'--set {name}={value}: {ruleset} has no figure "{name}".{meant(name, known)}')
        if not isinstance(known[name].value, Scalar):
            raise click.UsageError(f"--set {name}={value}: {name} is a table; change it in a ruleset of your own.")
        for written in (found for layer in chain for found in written_in(layer, f"figure.{name}")):
            _within(name, value, written.text[0])


def _within(name: str, value: int, declared: str) -> None:
    found = re.search(r": (-?\d+) to (-?\d+)", declared)
    if found and declared.startswith("figure ") and not int(found[1]) <= value <= int(found[2]):
        raise click.UsageError(f"--set {name}={value}: {name} goes from {found[1]} to {found[2]}.")
