"""A greedy seat: takes the next step with the best evaluation (points plus the weights of the ruleset).

It tries its options on a determinization of the game and plays each one out until it is asked for a new step. Opponents
are asked once each, and take the first or the last of their options, whichever is better for them immediately, in case
of a tie the last, which usually passes or stops. Questions to itself on the way are answered by the best immediate
evaluation. Ties are broken by chance, from the game number.

For example, a seat with 5 coins, each worth 90, bids for something that is worth 400. After a bid of 3 the next seat
would rather bid 4 than pass (400 - 360 > 0), so bidding 3 gains nothing. Against a bid of 4 nobody is better off by
bidding 5 (400 - 450 < 0), so bidding 4 gains 40 and is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, cast

from rulewright.backends import ExecutionError, Program
from rulewright.backends.evaluation import BROKEN, Evaluation
from rulewright.chance import pick
from rulewright.engine.phases import Under
from rulewright.players import late
from rulewright.players.foresight import Adviser, Rated, note_limit, worlds_of

if TYPE_CHECKING:
    from rulewright.backends.c.runtime import State

MOST_OWN_QUESTIONS = 12
"""The maximum number of its own questions that are answered on the way."""


class Greedy:
    """Decides for every seat of one program."""

    def __init__(
        self, program: Program, ahead: bool = True, instead: Callable[[], Adviser] | None = None
    ) -> None:  # fmt: skip
        """Without `ahead` only the immediate effect of a choice is evaluated. Options that are all alike are rated by
        `instead`, if it is given."""
        self.program, self.worlds, self.instead = program, worlds_of(program), instead
        self.under = Under(program)
        in_c = ahead and program.machine is not None
        self.native = late.native_evaluation.native_evaluation(program) if in_c else None
        self.weigh = self.value_after_step if ahead else self.evaluation.after

    @cached_property
    def evaluation(self) -> Evaluation:
        """The evaluation in Python; C has its own."""
        return Evaluation(self.program)

    def decide(self, state: list[int], codes: list[int], number: int, made: int) -> int:
        """Return the code of the best choice; `made` is the number of decisions so far."""
        worths = self._worths_of(state, codes, pick(number, made, 1 << 62))
        if BROKEN in worths:
            broken = (code for code, worth in zip(codes, worths, strict=True) if worth == BROKEN)
            note_limit(self.program, state, broken)
        best = max(worths)
        equal = [code for code, worth in zip(codes, worths, strict=True) if worth == best]
        return equal[pick(number, made, len(equal))] if len(equal) > 1 else equal[0]

    def rate_options(self, state: list[int], codes: list[int], number: int) -> list[Rated]:
        """Return the choices with their worth; `number` says in which of the worlds they are tried."""
        worths = self._worths_of(state, codes, number)
        if self.instead is not None and len(set(worths)) < 2:
            return self.instead().rate_options(state, codes, number)
        return [Rated(code, worth) for code, worth in zip(codes, worths, strict=True)]

    def _worths_of(self, state: list[int], codes: list[int], number: int) -> list[int]:
        if self.native is not None:
            worths = self.native.rate_choices(cast("State", state), codes, number)
            if worths is not None:
                return worths
        seat = self.program.seat_asked(state)
        table = self.worlds.sample(state, seat, number)
        return [self.weigh(table, code, seat) for code in codes]

    def value_after_step(self, table: list[int], code: int, seat: int) -> int:
        """Return the evaluation of a choice after it has been played out."""
        state, asked, again = table.copy(), {seat: 0}, self.under.arguments(table, self.under.step(table))
        try:
            codes = self.program.take(state, code)
            while codes is not None and self.is_followed(self.program.site_asked(table), state, asked, seat, again):
                mine = self.program.seat_asked(state) == seat
                code = self.best_at_once(state, codes, seat) if mine else self.opponents_choice(state, codes)
                codes = self.program.take(state, code)
        except ExecutionError:
            return BROKEN
        return self.evaluation.of(state, seat)

    def is_followed(self, site: int, state: list[int], asked: dict[int, int], seat: int, given: list[int]) -> bool:
        """Return whether a question belongs to the step that is tried, and its seat has not been asked yet."""
        who = self.program.seat_asked(state)
        step = self.under.asking[site]
        if not self.under.is_under(state, step) or self.under.arguments(state, step) != given:
            return False
        asked[who] = asked.get(who, 0) + 1
        if who == seat:
            return self.program.site_asked(state) != site and asked[who] <= MOST_OWN_QUESTIONS
        return asked[who] == 1

    def best_at_once(self, state: list[int], codes: list[int], seat: int) -> int:
        """Return the choice with the best immediate evaluation; the first of equal ones."""
        return max(codes, key=lambda code: self.evaluation.after(state, code, seat))

    def opponents_choice(self, state: list[int], codes: list[int]) -> int:
        """Return the choice of an opponent, who evaluates like this seat."""
        who = self.program.seat_asked(state)
        first, last = (self.evaluation.after(state, code, who) for code in (codes[0], codes[-1]))
        return codes[0] if first > last else codes[-1]
