"""Offers the games that were broken off, before a new one begins."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.unfinished import Unfinished, forget, unfinished
from rulewright.diagnostics.model import visible
from rulewright.report.layout import fold
from rulewright.report.wording import word

AGREED = ("yes", "tak")
"""What agrees, in the languages that the question is asked in."""


def offered(games: Path, terminal: Terminal) -> Unfinished | None:
    """Let the person choose a game that was broken off; None for a new one."""
    while found := unfinished(games):
        terminal.say([word("unfinished"), *_listed(found), *fold(word("unfinished-ask"))])
        typed = (terminal.read() or "").split()
        if not typed:
            return None
        place = int(typed[-1]) if typed[-1].isascii() and typed[-1].isdigit() else 0
        chosen = found[place - 1] if 1 <= place <= len(found) else None
        if chosen is None:
            terminal.say([word("no-such-game", number=typed[-1]), ""])
        elif typed[0].lower() != "forget":
            if _is_wanted(chosen, terminal):
                return chosen
        elif forget(chosen):
            terminal.say([word("forgotten", number=str(chosen.number)), ""])
    return None


def _is_wanted(game: Unfinished, terminal: Terminal) -> bool:
    """Ask before a file starts programs: whoever can write beside the game could have put any command there."""
    if not game.programs:
        return True
    terminal.say(fold(word("starts-programs", programs=visible(", ".join(game.programs)))))
    return (terminal.read() or "").lower() in AGREED


def hint(games: Path, ruleset: str) -> list[str]:
    """Return how to resume the game that was interrupted last, where nobody can be asked."""
    found = unfinished(games)
    if not found:
        return []
    command = shlex.join(["rulewright", "play", *words(ruleset, found[0])])
    return [*fold(word("unfinished-piped", number=str(found[0].number))), f"  {command}", ""]


def words(ruleset: str, game: Unfinished) -> Sequence[str]:
    """Return the words after `play` that resume a game."""
    return [ruleset, *game.options, "--resume", str(game.path)]


def _listed(found: Sequence[Unfinished]) -> list[str]:
    lines = []
    for place, game in enumerate(found, 1):
        counts = {"number": str(game.number), "seats": str(game.seats), "decisions": str(game.decisions)}
        lines += fold(word("unfinished-game", when=game.when, **counts), f"  {place}  ", "     ")
    return lines
