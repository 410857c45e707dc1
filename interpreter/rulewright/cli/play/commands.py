"""What can be typed at a question besides an answer."""

from __future__ import annotations

from typing import NamedTuple

ALONE = {"?": "help", "help": "help", "undo": "undo", "redo": "redo", "quit": "quit", "exit": "quit"}
WITH_MORE = ("why", "log", "save", "view", "quit")

HELP = (
    "Type an option's number, its name, or the beginning of its name. Where an amount",
    "is asked, a number is that amount.",
    "",
    "  why          what is not offered now, and for which reason",
    "  why NAME     the reason for one option, for instance: why {example}",
    "  undo, redo   take back your last decision; make it again",
    "  log          what happened; log all: from the start; log rules: with the rules",
    "  view         the table again; view NAME: all about a player, place or piece",
    "  save [FILE]  write the game to a file and play on",
    "  quit         write the game to a file and stop; it says how to go on later",
)


class Command(NamedTuple):
    """A command and what was typed after it."""

    kind: str
    rest: str = ""


def command(typed: str) -> Command | None:
    """Return the command that was typed, or None when it must be an answer."""
    words = typed.split(maxsplit=1)
    if not words:
        return Command("nothing")
    first, rest = words[0].lower(), words[1].strip() if len(words) > 1 else ""
    if typed.strip().startswith("?") and typed.strip() != "?":
        first, rest = "why", typed.strip()[1:].strip()
    if not rest and first in ALONE:
        return Command(ALONE[first])
    return Command(first, rest) if first in WITH_MORE else None


def help_lines(example: str) -> list[str]:
    """Return the help for a question."""
    return [line.format(example=example) for line in HELP]
