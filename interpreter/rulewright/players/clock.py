"""The progress of a game, for evaluations that change over time: weights name the phase whose arguments measure it."""

from __future__ import annotations

from rulewright.backends import Program
from rulewright.compile.tables import ValueType


class Clock:
    """Numbers the moments of a game; without a phase to measure it there is a single one."""

    def __init__(self, program: Program) -> None:
        self.digits: list[tuple[int, int, int]] = []
        """The slot, first value and number of values of each argument, the slowest first."""
        weights, steps = program.tables.weights, program.tables.steps
        params = list(steps[weights.phase].params.values()) if weights.phase in steps else []
        for param, first, last in zip(params[1:], weights.start, weights.end, strict=False):
            low, high = _number(program, param.type, first), _number(program, param.type, last)
            self.digits.append((param.slot, low, high - low + 1))
        self.moments = 1
        for _, _, size in self.digits:
            self.moments *= size

    def moment(self, state: list[int]) -> int:
        """Return the number of the moment, from 0."""
        found = 0
        for slot, low, size in self.digits:
            found = found * size + min(max(state[slot] - low, 0), size - 1)
        return found

    def share(self, moment: int) -> float:
        """Return the progress at a moment, from 0 to 1."""
        return moment / (self.moments - 1) if self.moments > 1 else 0.0


def _number(program: Program, type_: ValueType, value: int | str) -> int:
    return program.domains[type_.domain].index[str(value)] if type_.how == "one" else int(value)
