"""`--seat KIND`: who sits where, in games that nobody sits at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import click

from rulewright.players.seats import KINDS, everybody
from rulewright.report.layout import counted


def seat_option() -> Callable[[Any], Any]:
    """Return the option `--seat`; the command gets a tuple `kinds`."""
    said = "; ".join(f"{kind}: {what}" for kind, what in KINDS.items())
    return click.option(
        "--seat", "kinds", type=click.Choice(list(KINDS)), multiple=True,
        help=f"Who plays: given once, everybody; repeated, seat by seat, and at random in the rest. {said}.",
    )  # fmt: skip


def enough(kinds: Sequence[str], seats: int) -> None:
    """Refuse more kinds of seat than there are seats."""
    if len(kinds) > seats:
        raise click.UsageError(f"--seat is given {len(kinds)} times, for {counted(seats, 'player')}.")


def sitting(kinds: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return who sits in each seat; nobody in particular where all play at random."""
    enough(kinds, seats)
    return everybody(kinds, seats) if kinds else ()
