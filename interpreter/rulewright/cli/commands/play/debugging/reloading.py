"""Takes a running game over to rules that have changed, where what it needs means the same there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.cli.commands.play.lines import LineNode
from rulewright.diagnostics import RulesError
from rulewright.engine.savefile.games import resumed_under

if TYPE_CHECKING:
    from rulewright.engine import Game, Program


def game_under(game: Game, program: Program) -> Game:
    """Return the game under other rules, with its log. Raises `RulesError` with what does not mean the same there."""
    old = game
    if old.program is program:
        return old
    new = resumed_under(old, program)
    new.log = list(old.log)
    return new


def last_fitting(node: LineNode, program: Program) -> LineNode | None:
    """Return the latest earlier position that can be taken over, or None."""
    for one in reversed(node.path_here()[:-1]):
        try:
            game_under(one.game, program)
        except RulesError:
            continue
        return one
    return None


def reason_lines(problem: RulesError) -> Sequence[str]:
    """Return what does not mean the same; the game is not a file, so no file name is printed."""
    return [f"{finding.message}." for finding in problem.findings]
