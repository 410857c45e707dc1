"""A condition over the game, written as in a rule: `red's coins is below 3`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.cli import late
from rulewright.cli.commands.play.debugging.rules import CONDITION, RunningRules, rule_of
from rulewright.diagnostics import RulesError
from rulewright.report.diagnostics_text import render_all
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.engine import Game, Program

Holds = Callable[["Game"], bool]


class NotUnderstoodError(ValueError):
    """A condition that means nothing in this game; `lines` say where the mistake is and what to write."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(lines[0])
        self.lines = lines


def compile_condition(rules: RunningRules, running: Program, typed: str) -> Holds:
    """Return a function of games of the running program. Raises `NotUnderstoodError`."""
    written = as_in_rules(running, typed)
    try:
        program = rules.with_condition(written)
    except RulesError as problem:
        text = {CONDITION: rule_of(written)}
        raise NotUnderstoodError(render_all(problem.findings, text)) from None
    if program.entries != running.entries:
        raise NotUnderstoodError([word("other-rules-now")])
    return late.game.invariant(program, f"always.{CONDITION}")


def as_in_rules(program: Program, typed: str) -> str:
    """Return a condition with the names of players on the screen replaced by those in the rules."""
    seats = program.domains["player"]
    for label, name in zip(seats.labels, seats.members, strict=True):
        typed = typed.replace(f"{label}'s", f"{name}'s")
    return " ".join(typed.split())
