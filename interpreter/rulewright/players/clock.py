"""How far a game has come, as the weights of a ruleset say it: by what a phase is done with."""

from __future__ import annotations

from typing import Any

from rulewright.compile import Program


class Clock:
    """Counts the moments of a game; without a phase to go by there is a single one."""

    def __init__(self, program: Program, given: dict[str, Any] | None) -> None:
        self.digits: list[tuple[int, int, int]] = []
        """Where each number stands, its first value, and how many values it has; the slowest first."""
        _, _, params = program.data["steps"].get(given["phase"], (0, 0, [])) if given else (0, 0, [])
        for (_, slot, type_), first, last in zip(params[1:], *_ends(given), strict=False):
            low, high = _number(program, type_, first), _number(program, type_, last)
            self.digits.append((slot, low, high - low + 1))
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
        """Return how much of the game is over at a moment, from 0 to 1."""
        return moment / (self.moments - 1) if self.moments > 1 else 0.0


def _ends(given: dict[str, Any] | None) -> tuple[list[Any], list[Any]]:
    return (given["first"], given["last"]) if given else ([], [])


def _number(program: Program, type_: str, value: Any) -> int:
    how, _, domain = type_.partition(":")
    return program.domains[domain].index[value] if how == "one" else int(value)
