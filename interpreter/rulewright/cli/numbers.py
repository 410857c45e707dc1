"""Options that are numbers: how many games, and from which on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulewright.diagnostics.limits import GAME_NUMBER
from rulewright.report.layout import counted

NUMBER = click.IntRange(0, GAME_NUMBER.most)
"""The number of a game."""


def seed_option() -> Callable[[Any], Any]:
    """Return the option `--seed` of a command that plays several games."""
    return click.option("--seed", type=NUMBER, default=1, show_default=True, help="Number of the first game.")


def numbered(seed: int, games: int) -> range:
    """Return the numbers of the games; raises `click.UsageError` where some of them would be too high."""
    if seed + games - 1 > GAME_NUMBER.most:
        said = f"--seed {seed} leaves room for {counted(GAME_NUMBER.most - seed + 1, 'game')}"
        raise click.UsageError(f"{said}: the highest game number is {GAME_NUMBER.most}.")
    return range(seed, seed + games)
