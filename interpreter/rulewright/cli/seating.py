"""`--seat KIND`: who sits where, in games that nobody sits at; and chance where programs sit.

A program can try numbers of games until its own hand comes out, and then knows every hand. Where one sits, games keep
their numbers, but chance also depends on 128 secret bits that are drawn for the run and kept in its journal, unless
`--seed` is given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import click
from click.shell_completion import CompletionItem

from rulewright.cli.completing import seat_kinds
from rulewright.cli.untrusted import inside
from rulewright.compile.chance import SECRET_BYTES
from rulewright.players.seats import KINDS, is_here_only, is_known
from rulewright.report.layout import counted

KNOWN = (
    "With --seed, chance goes by the number of each game: a program that tries numbers can compute all hands and dice."
)
ANEW = "Programs can remember, so every game has shuffles of its own, and intervals are wider."


class SeatKind(click.ParamType):  # type: ignore[type-arg]
    """One of the kinds of seat that are known here, a plan of the ruleset, or a class in a Python file."""

    name = "seat"

    def __init__(self, *more: str) -> None:
        self.known = (*more, *KINDS)

    def get_metavar(self, param: click.Parameter, ctx: click.Context | None = None) -> str:
        """Return what the help shows."""
        return f"[{'|'.join(self.known)}|search:N|level:N|NAME|FILE.py:NAME|cmd:COMMAND|tcp:HOST:PORT]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the kinds that begin as typed."""
        own = [CompletionItem(kind) for kind in self.known if kind not in KINDS and kind.startswith(incomplete)]
        return [*own, *seat_kinds(ctx, param, incomplete)]

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the kind as it was typed, or refuse it."""
        if value not in self.known and not is_known(value):
            known = ", ".join(repr(kind) for kind in self.known)
            others = "no name of a plan, no class in a file (FILE.py:NAME), no program (cmd:COMMAND, tcp:HOST:PORT)"
            self.fail(f"{value!r} is not one of {known}, {others}.", param, ctx)
        if is_here_only(value) and inside.confined():
            self.fail(f"{value!r}: --untrusted starts no process and opens no connection.", param, ctx)
        return value


def seat_option() -> Callable[[Any], Any]:
    """Return the option `--seat`; the command gets a tuple `kinds`."""
    said = "; ".join(f"{kind}: {what}" for kind, what in KINDS.items())
    return click.option(
        "--seat", "kinds", type=SeatKind(), multiple=True,
        help=f"Who plays: given once, everybody; repeated, seat by seat, and at random in the rest. {said}; "
        "NAME: a plan of the ruleset; FILE.py:NAME: a class of your own; cmd:COMMAND, tcp:HOST:PORT: a program.",
    )  # fmt: skip


def enough(kinds: Sequence[str], seats: int) -> None:
    """Refuse more kinds of seat than there are seats."""
    if len(kinds) > seats:
        raise click.UsageError(f"--seat is given {len(kinds)} times, for {counted(seats, 'player')}.")


def has_programs(who: Sequence[str]) -> bool:
    """Return whether a program or a class sits in some seat."""
    return any(map(is_here_only, who))


def drawn_secret() -> str:
    """Return 128 secret bits as hexadecimal digits."""
    return secrets.token_hex(SECRET_BYTES)
