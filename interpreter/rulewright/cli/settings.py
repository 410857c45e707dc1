"""`--set NAME=VALUE`: a figure with another value for this game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click


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
