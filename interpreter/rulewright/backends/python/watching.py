"""`always` rules in the Python build: after a decision only those are evaluated whose facts have changed.

Which ones a block or an answer may break, and which parts of the vector a rule reads, is in the tables of the program;
what may have changed is compared with what was there when the rule was last found to hold.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.backends.program import Program
from rulewright.backends.python.driver import driver


class Watch:
    """Plays a program, and knows which `always` rules its decisions may have broken."""

    def __init__(self, program: Program) -> None:
        names, watched = dict(program.names), program.tables.watched
        self.rules, self.breaks = program.always, watched.breaks
        self.reads = [[slice(*stretch) for stretch in stretches] for stretches in watched.reads]
        names["BLOCKS"] = [function and self._noting(function) for function in names["BLOCKS"]]
        names["ANSWERS"] = [
            {code: (self._noting(function), back) for code, (function, back) in row.items()} for row in names["ANSWERS"]
        ]
        self.advance, self.take = driver(names, program.traced)
        self.by_mask: dict[int, list[int]] = {}
        self.everything = (1 << len(self.rules)) - 1
        self.unknown = not watched.reads
        """Nothing is known of what rules read, as in the traced build: all are evaluated after every decision."""
        self.restart()

    def restart(self) -> None:
        """Begin a game: nothing is known of any rule."""
        self.noted = self.everything
        self.held: list[list[list[int]] | None] = [None] * len(self.rules)

    def _noting(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that also notes; Any: blocks and answers alike, with whatever they are given."""
        mask = self.breaks.get(function.__name__, 0)
        if not mask:
            return function

        def noting(*given: Any) -> Any:
            self.noted |= mask
            return function(*given)

        return noting

    def broken(self, state: list[int]) -> int | None:
        """Return the number of the first `always` rule that does not hold any more."""
        if self.unknown:
            return next((i for i, rule in enumerate(self.rules) if not rule(state)), None)
        noted, self.noted = self.noted, 0
        numbers = self.by_mask.get(noted)
        if numbers is None:
            numbers = self.by_mask[noted] = [i for i in range(len(self.rules)) if noted >> i & 1]
        held, reads = self.held, self.reads
        for number in numbers:
            now = [state[stretch] for stretch in reads[number]]
            if now != held[number]:
                if not self.rules[number](state):
                    return number
                held[number] = now
        return None
