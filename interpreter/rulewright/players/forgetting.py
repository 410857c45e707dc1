"""Seats that play without knowing something that they could see (`does not know` in a plan).

What a seat does not know is replaced in several worlds (`engine/determinization/forgetting.py`). In each world the seat
decides as if that were the position; the choice that is best in most worlds is taken. The decision therefore does not
depend on what is really there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rulewright.backends import Program
from rulewright.backends.playing import Decider
from rulewright.chance import pick
from rulewright.engine.determinization.forgetting import FORGOTTEN, ForgetfulDeterminizer

WORLDS_DRAWN = 5
"""In how many worlds a seat decides."""


class Forgetting:
    """Decides for every seat of one program without knowing some places and numbers, by their names."""

    def __init__(self, program: Program, unknown: Sequence[str], base: Decider) -> None:
        self.program, self.base = program, base
        self.determinizer = ForgetfulDeterminizer(program, unknown)

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the choice that is best in most worlds; `made` is the number of decisions so far."""
        votes, seat = Counter[int](), self.program.seat_asked(state)
        for turn in range(WORLDS_DRAWN):
            drawn = pick(number ^ FORGOTTEN, made * WORLDS_DRAWN + turn, 1 << 62)
            world = self.determinizer.sample(state, seat, drawn)
            offered = {*self.program.playing.choices(world)}
            if left := [code for code in codes if code in offered]:
                votes[self.base(world, left, number, made)] += 1
        most = max(votes.values(), default=0)
        best = [code for code in codes if votes[code] == most]
        return best[pick(number, made, len(best))]
