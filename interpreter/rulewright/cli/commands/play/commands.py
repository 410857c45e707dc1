"""What can be typed at a question besides an answer."""

from __future__ import annotations

from typing import NamedTuple

from rulewright.report.wording import word

COMMANDS_ALONE = {"?": "help", "help": "help", "undo": "undo", "redo": "redo", "quit": "quit", "exit": "quit"}
COMMANDS_WITH_MORE = ("why", "log", "save", "view", "quit", "what", "hint")

HELP = (
    "help-1", "help-2", "", *(f"help-{number}" for number in range(3, 12)),
    "", *(f"help-{number}" for number in range(12, 16)),
)  # fmt: skip
"""The lines of the help, by the names of their texts."""


class TypedCommand(NamedTuple):
    """A command and what was typed after it."""

    kind: str
    rest: str = ""


def typed_command(typed: str) -> TypedCommand | None:
    """Return the command that was typed, or None when it must be an answer."""
    words = typed.split(maxsplit=1)
    if not words:
        return TypedCommand("nothing")
    first, rest = words[0].lower(), words[1].strip() if len(words) > 1 else ""
    if typed.strip().startswith("?") and typed.strip() != "?":
        first, rest = "why", typed.strip()[1:].strip()
    if not rest and first in COMMANDS_ALONE:
        return TypedCommand(COMMANDS_ALONE[first])
    return TypedCommand(first, rest) if first in COMMANDS_WITH_MORE else None


def help_lines(example: str) -> list[str]:
    """Return the help for a question."""
    return [word(name, example=example) if name else "" for name in HELP]
