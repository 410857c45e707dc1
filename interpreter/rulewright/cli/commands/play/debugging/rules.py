"""The rules of the running game, other builds of them, and taking the game over to them after a change."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.cli import opening
from rulewright.cli.commands.play.lines import LineNode
from rulewright.diagnostics import RulesError
from rulewright.engine.savefile.games import resumed_under
from rulewright.source.layers import layers_of
from rulewright.source.ruleset import RuleFile
from rulewright.workspace import Ruleset

if TYPE_CHECKING:
    from rulewright.engine import Game, Program

RULE_ENDINGS = (".rules", ".yaml")
"""What the names of files end with that rules are made of."""

UNRELATED_FOLDERS = {"scenarios", "replays"}
"""Folders of a ruleset in which nothing changes its rules."""

CONDITION = "stop-here"
"""The name of the rule that holds a condition."""


@dataclass(frozen=True, slots=True)
class RunningRules:
    """What a game was compiled from: a ruleset by name or folder, and with what."""

    name: str
    seats: int
    settings: Mapping[str, int]
    language: str = ""

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset as its files are now."""
        return opening.ruleset(self.name).in_language(self.language)

    def file_times(self) -> frozenset[tuple[Path, int]]:
        """Return the files that the rules are made of, each with when it was written last, in nanoseconds."""
        folders = [layer.folder for layer in layers_of(self.ruleset.source)] if self.name else []
        files = (file for folder in folders for kind in RULE_ENDINGS for file in folder.rglob(f"*{kind}"))
        return frozenset((file, written) for file in files if (written := _time_written(file)))

    def compile_again(self) -> Program:
        """Compile the rules as their files are now. Raises `RulesError` if they have mistakes."""
        opening.space().refresh()
        return self.ruleset.program(self.seats, dict(self.settings), traced=True)

    def marked_build(self) -> Program:
        """Return the build that notes which rules are reached."""
        return self.ruleset.program(self.seats, dict(self.settings), marked=True)

    def with_condition(self, condition: str) -> Program:
        """Return a build with one more rule that must always hold. Raises `RulesError` if it has mistakes."""
        source = self.ruleset.source
        more = RuleFile(CONDITION, rule_of(condition))
        return Ruleset.of(replace(source, rules=(*source.rules, more))).program(self.seats, dict(self.settings))


def _time_written(file: Path) -> int:
    """Return when a file was written last; 0 for one that has gone, or that no rule is read from."""
    with suppress(OSError):
        return 0 if UNRELATED_FOLDERS & set(file.parts) else file.stat().st_mtime_ns
    return 0


def rule_of(condition: str) -> str:
    """Return the rule that holds a condition."""
    return f"always {CONDITION}:\n    {condition}\n"


# -- taking a running game over to rules that have changed, where what it needs means the same there


def game_under(game: Game, program: Program) -> Game:
    """Return the game under other rules, with its log. Raises `RulesError` with what does not mean the same there."""
    if game.program is program:
        return game
    new = resumed_under(game, program)
    new.log = list(game.log)
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
