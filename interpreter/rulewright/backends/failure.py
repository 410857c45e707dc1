"""How a program says that the rules cannot go on, and the limits of what happens between two decisions."""

from __future__ import annotations

from typing import Literal

from rulewright.diagnostics import Code
from rulewright.diagnostics.limits import DEEP, DRAWN, LEVELS

GOES_ROUND = "the rules go round without asking anybody"
"""The message when there is no end to what happens between two decisions."""
ONE_ANSWER = "the rules go on and on, and there is only one answer to every question, such as this one"
"""The message when whoever is asked has had nothing to decide for too long."""
DRAWN_ON = f"more than {DRAWN.most:,} pieces are drawn at once"
"""The message when a draw has no end."""

TOO_DEEP = f"with this, {DEEP.most:,} steps that do one another are under way, and Rulewright takes on no more"
"""The message when steps that ask nobody do themselves without an end."""
TOO_OFTEN_INSIDE = f"this is done again within itself, for more than the {LEVELS.most} times that Rulewright takes on"
"""The message when steps that ask somebody do."""


class InvariantViolation(Exception):  # noqa: N818
    """An `always` rule does not hold."""

    def __init__(self, rule: int) -> None:
        super().__init__(rule)
        self.rule = rule
        """Its number."""


class ExecutionError(Exception):
    """The rules cannot go on. The engine turns it into a diagnostic.

    `where` is the number of a line of the rules, or of what `of` says: a question, or a place for pieces.
    """

    def __init__(self, code: Code, where: int, message: str, of: Literal["line", "question", "place"] = "line") -> None:
        super().__init__(message)
        self.code, self.where, self.of = code, where, of
        self.limit = ""
        """The amount that would have gone above its highest number, and that number: `coin at 9999`."""
