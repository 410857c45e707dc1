"""A seat that takes the best next step: by the points that it would have then, and by the weights of the ruleset.

It tries its options on a copy of the game in which all that it may not see is dealt anew, and plays each one out until
it is asked for a new step: the others are asked once each, and take what stands last; what it is asked
itself on the way it answers by what is best at once. What is best for certain may be several: then chance decides, by
the game number.
"""

from __future__ import annotations

from rulewright.compile import Program, Trouble
from rulewright.engine.phases import Under
from rulewright.engine.supposed import Supposed
from rulewright.players.random_seat import pick
from rulewright.players.worth import Worth

FOLLOWING = 12
"""So many questions of its own are answered on the way, at most."""
BROKEN = -(10**9)
"""What an option is worth that the rules cannot carry out in the game as it is supposed to be."""


class Greedy:
    """Decides for any seat of one program."""

    def __init__(self, program: Program) -> None:
        self.program, self.worth, self.supposed = program, Worth(program), Supposed(program)
        self.under = Under(program)

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of the best of some choices; `made` is how many decisions the game has seen."""
        seat = state[self.program.seats_of[~state[0]]]
        table = self.supposed.like(state, seat, pick(number, made, 1 << 62))
        worths = [self.tried(table, code, seat) for code in codes]
        best = max(worths)
        equal = [code for code, worth in zip(codes, worths, strict=True) if worth == best]
        return equal[pick(number, made, len(equal))]

    def tried(self, table: list[int], code: int, seat: int) -> int:
        """Return what a choice is worth once it has been played out."""
        state, asked = list(table), {seat: 0}
        try:
            codes = self.program.take(state, code)
            while codes is not None and self.goes_on(table[0], state, asked, seat):
                mine = state[self.program.seats_of[~state[0]]] == seat
                codes = self.program.take(state, self.at_once(state, codes, seat) if mine else codes[-1])
        except Trouble:
            return BROKEN
        return self.worth.of(state, seat)

    def goes_on(self, site: int, state: list[int], asked: dict[int, int], seat: int) -> bool:
        """Whether a question belongs to the step that is tried: asked within it, and by who was not asked there."""
        who = state[self.program.seats_of[~state[0]]]
        if not self.under.is_under(state, self.under.asking[~site]):
            return False
        asked[who] = asked.get(who, 0) + 1
        if who == seat:
            return state[0] != site and asked[who] <= FOLLOWING
        return asked[who] == 1

    def at_once(self, state: list[int], codes: list[int], seat: int) -> int:
        """Return the choice that is worth most right after it is taken; the first of equal ones."""
        return max(codes, key=lambda code: self.after(state, code, seat))

    def after(self, state: list[int], code: int, seat: int) -> int:
        """Return what is there right after a choice."""
        then = list(state)
        try:
            self.program.take(then, code)
        except Trouble:
            return BROKEN
        return self.worth.of(then, seat)
