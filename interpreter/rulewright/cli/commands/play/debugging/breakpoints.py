"""Where to stop: at a rule, at a question, or when a condition as in rules becomes true: `red's coins is below 3`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.cli import late
from rulewright.cli.commands.play.debugging.rules import CONDITION, RunningRules, rule_of
from rulewright.diagnostics import RulesError
from rulewright.report.diagnostics_text import render_all
from rulewright.report.wording import word

if TYPE_CHECKING:
    from rulewright.compose.coverage_points import CoveragePoint
    from rulewright.engine import Choice, Game, Program


class Breakpoint(NamedTuple):
    """Where a game stops: what a person wrote behind `stop`, and what tells whether a decision has led there.

    That is given the game before the decision, the choice, and the game after it.
    """

    typed: str
    is_hit: Callable[[Game, Choice, Game], bool]
    is_before: bool = False
    """Whether a decision of a seat that plays by itself is not made at first if it leads there."""


def at_rule(rule: str, marked: Program, points: Sequence[CoveragePoint]) -> Breakpoint:
    """Stop at a decision on whose way a rule is begun; found by playing it on the build that notes that."""
    own = [point for point in points if point.rule == rule]
    begun = [point for point in own if point.kind == "step"][:1]
    marks = [mark for point in begun or own for mark in point.marks]

    def is_hit(before: Game, choice: Choice, after: Game) -> bool:
        again = before.copy()
        again.program = marked
        marked.marks[:] = bytes(len(marked.marks))
        again.choose(choice.code)
        marked.log.clear()
        return any(marked.marks[mark] for mark in marks)

    return Breakpoint(f"at {rule}", is_hit, is_before=True)


def at_question(name: str) -> Breakpoint:
    """Stop before a question of a rule is answered."""
    return Breakpoint(f"at {name}", lambda _, __, after: after.question is not None and after.question.name == name)


def when_true(rules: RunningRules, running: Program, typed: str) -> Breakpoint:
    """Stop after the decision by which a condition has become true. Raises `NotUnderstoodError`."""
    holds = compile_condition(rules, running, typed)
    return Breakpoint(f"when {typed}", lambda before, _, after: holds(after) and not holds(before))


# -- conditions


class NotUnderstoodError(ValueError):
    """A condition that means nothing in this game; `lines` say where the mistake is and what to write."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__(lines[0])
        self.lines = lines


def compile_condition(rules: RunningRules, running: Program, typed: str) -> Callable[[Game], bool]:
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
