"""A seat that takes the best next step: by the points that it would have then, and by the weights of the ruleset.

It tries its options on a copy of the game in which all that it may not see is dealt anew, and plays each one out until
it is asked for a new step. The others are asked once each, and take the first or the last of their options, what is
better for them at once, in doubt the last: mostly that is to pass or to stop. What it is asked itself on the way it
answers by what is best at once. Among equal options chance decides, by the game number.
"""

from __future__ import annotations

from rulewright.backends import ExecutionError, Program
from rulewright.compile.chance import pick
from rulewright.engine.determinization.assumed import AssumedWorlds
from rulewright.engine.phases import Under
from rulewright.players.evaluation import Evaluation

FOLLOWING = 12
"""So many questions of its own are answered on the way, at most."""
BROKEN = -(10**9)
"""What an option is worth that the rules cannot carry out in the game as it is supposed to be."""


class Greedy:
    """Decides for any seat of one program."""

    def __init__(self, program: Program) -> None:
        self.program, self.evaluation, self.assumed = program, Evaluation(program), AssumedWorlds(program)
        self.under = Under(program)
        self.params: dict[str, list[int]] = {name: [] for name in self.under.asking}
        for name, step in program.tables.steps.items():
            for kind in ("step", "phase", "game"):
                if f"{kind}.{name}" in self.params:
                    self.params[f"{kind}.{name}"] = [param.slot for param in step.params.values()]

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of the best of some choices; `made` is how many decisions the game has seen."""
        seat = state[self.program.seats_of[~state[0]]]
        table = self.assumed.like(state, seat, pick(number, made, 1 << 62))
        worths = [self.tried(table, code, seat) for code in codes]
        best = max(worths)
        equal = [code for code, worth in zip(codes, worths, strict=True) if worth == best]
        return equal[pick(number, made, len(equal))]

    def tried(self, table: list[int], code: int, seat: int) -> int:
        """Return what a choice is worth once it has been played out."""
        state, asked, again = table.copy(), {seat: 0}, self.given(table)
        try:
            codes = self.program.take(state, code)
            while codes is not None and self.goes_on(table[0], state, asked, seat, again):
                mine = state[self.program.seats_of[~state[0]]] == seat
                code = self.at_once(state, codes, seat) if mine else self.theirs(state, codes, table, seat)
                codes = self.program.take(state, code)
        except ExecutionError:
            return BROKEN
        return self.evaluation.of(state, seat)

    def given(self, state: list[int]) -> list[int]:
        """Return what the step was given that asks now: something else, and it is done for another time."""
        return [state[slot] for slot in self.params[self.under.asking[~state[0]]]]

    def goes_on(self, site: int, state: list[int], asked: dict[int, int], seat: int, given: list[int]) -> bool:
        """Whether a question belongs to the step that is tried: asked within it, and by who was not asked there."""
        who = state[self.program.seats_of[~state[0]]]
        step = self.under.asking[~site]
        if not self.under.is_under(state, step) or [state[slot] for slot in self.params[step]] != given:
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
        then = state.copy()
        try:
            self.program.take(then, code)
        except ExecutionError:
            return BROKEN
        return self.evaluation.of(then, seat)

    def theirs(self, state: list[int], codes: list[int], table: list[int], seat: int) -> int:
        """Return what somebody else takes, who weighs things like this seat and has as much to pay with."""
        who = state[self.program.seats_of[~state[0]]]
        more = [(slot + who, table[slot + who] - table[slot + seat]) for slot, _ in self.assumed.amounts]
        first, last = (self.for_them(state, code, who, more) for code in (codes[0], codes[-1]))
        return codes[0] if first > last else codes[-1]

    def for_them(self, state: list[int], code: int, who: int, more: list[tuple[int, int]]) -> int:
        """Return what is there for somebody else right after a choice, without the amounts that are only supposed."""
        then = state.copy()
        try:
            self.program.take(then, code)
        except ExecutionError:
            return BROKEN
        for slot, amount in more:
            then[slot] -= amount
            if then[slot] < 0:
                return BROKEN
        return self.evaluation.of(then, who)
