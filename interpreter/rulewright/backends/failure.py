"""How a program says that the rules cannot go on, and the limits of what happens between two decisions."""

from __future__ import annotations

GOES_ROUND = "the rules go round without asking anybody"
"""The message when there is no end to what happens between two decisions."""
ONE_ANSWER = "the rules go on and on, and there is only one answer to every question"
"""The message when whoever is asked has had nothing to decide for too long."""
BUDGET = 200_000
"""Blocks that may run between two decisions before the rules are reported as non-terminating."""
FORCED = 10_000
"""Forced choices that may be taken between two decisions before that is reported."""
MOST_TIMES = 2_000_000
"""The most iterations of budgeted loops between two decisions."""
MOST_DRAWN = 50_000
"""The most pieces that are drawn at once."""
MOST_LAPS = 5_000
"""Laps without a question that a loop may take before the rules are reported as non-terminating."""


class BrokenPromise(Exception):  # noqa: N818
    """An `always` rule does not hold."""

    def __init__(self, rule: int) -> None:
        super().__init__(rule)
        self.rule = rule
        """Its number."""


class Trouble(Exception):  # noqa: N818
    """The rules cannot go on: code, rule line and a sentence. The engine turns it into a diagnostic."""

    def __init__(self, code: str, where: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.where = where
