"""Offers the games that were broken off, before a new one begins."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path

from rulewright.cli.commands.play.terminal import Terminal
from rulewright.cli.commands.play.unfinished import UnfinishedGame, forget_unfinished, unfinished_games
from rulewright.diagnostics.model import escape_invisible
from rulewright.report.layout import fold
from rulewright.report.wording import word

AGREEING_WORDS = ("yes", "tak")
"""What agrees, in the languages that the question is asked in."""


def offer_games(games: Path, terminal: Terminal) -> UnfinishedGame | None:
    """Let the person choose a game that was broken off; None for a new one."""
    while found := unfinished_games(games):
        terminal.write_lines([word("unfinished"), *_game_lines(found), *fold(word("unfinished-ask"))])
        typed = (terminal.read_line() or "").split()
        if not typed:
            return None
        place = int(typed[-1]) if typed[-1].isascii() and typed[-1].isdigit() else 0
        chosen = found[place - 1] if 1 <= place <= len(found) else None
        if chosen is None:
            terminal.write_lines([word("no-such-game", number=typed[-1]), ""])
        elif typed[0].lower() != "forget":
            if _is_wanted(chosen, terminal):
                return chosen
        elif forget_unfinished(chosen):
            terminal.write_lines([word("forgotten", number=str(chosen.number)), ""])
    return None


def _is_wanted(game: UnfinishedGame, terminal: Terminal) -> bool:
    """Ask before a file starts programs: anybody who can write to its folder could have put any command there."""
    if not game.programs:
        return True
    terminal.write_lines(fold(word("starts-programs", programs=escape_invisible(", ".join(game.programs)))))
    return (terminal.read_line() or "").lower() in AGREEING_WORDS


def resume_hint(games: Path, ruleset: str) -> list[str]:
    """Return how to resume the game that was interrupted last, where nobody can be asked."""
    found = unfinished_games(games)
    if not found:
        return []
    command = shlex.join(["rulewright", "play", *resume_words(ruleset, found[0])])
    return [*fold(word("unfinished-piped", number=str(found[0].number))), f"  {command}", ""]


def resume_words(ruleset: str, game: UnfinishedGame) -> Sequence[str]:
    """Return the words after `play` that resume a game."""
    return [ruleset, *game.options, "--resume", str(game.path)]


def _game_lines(found: Sequence[UnfinishedGame]) -> list[str]:
    lines = []
    for place, game in enumerate(found, 1):
        counts = {"number": str(game.number), "seats": str(game.seats), "decisions": str(game.decisions)}
        lines += fold(word("unfinished-game", when=game.when, **counts), f"  {place}  ", "     ")
    return lines
