"""Where to stop: at a rule, at a question, or when a condition becomes true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from rulewright.cli.commands.play.debugging.conditions import Holds

if TYPE_CHECKING:
    from rulewright.compose.coverage_points import CoveragePoint
    from rulewright.engine import Choice, Game, Program


class Breakpoint(Protocol):
    """Where a game stops; `typed` is what a person wrote for it."""

    @property
    def typed(self) -> str:
        """The words after `stop`."""

    def is_hit(self, before: Game, choice: Choice, after: Game) -> bool:
        """Tell whether a decision has led there."""


class AtRule:
    """Stops after a decision on whose way a rule was begun; found by playing it on the build that notes that."""

    def __init__(self, typed: str, rule: str, marked: Program, points: Sequence[CoveragePoint]) -> None:
        self.typed, self.marked = typed, marked
        own = [point for point in points if point.rule == rule]
        begun = [point for point in own if point.kind == "step"][:1]
        self.marks = [mark for point in begun or own for mark in point.marks]

    def is_hit(self, before: Game, choice: Choice, after: Game) -> bool:
        """Play the decision again, and look which marks it leaves."""
        again = before.copy()
        again.program = self.marked
        self.marked.marks[:] = bytes(len(self.marked.marks))
        again.choose(choice.code)
        self.marked.log.clear()
        return any(self.marked.marks[mark] for mark in self.marks)


class AtQuestion:
    """Stops before a question of a rule is answered."""

    def __init__(self, typed: str, name: str) -> None:
        self.typed, self.name = typed, name

    def is_hit(self, before: Game, choice: Choice, after: Game) -> bool:
        """Tell whether the question is the next one."""
        question = after.question
        return question is not None and question.name == self.name


class WhenTrue:
    """Stops after the decision by which a condition has become true."""

    def __init__(self, typed: str, holds: Holds) -> None:
        self.typed, self.holds = typed, holds

    def is_hit(self, before: Game, choice: Choice, after: Game) -> bool:
        """Tell whether the condition holds now, and did not before."""
        return self.holds(after) and not self.holds(before)
