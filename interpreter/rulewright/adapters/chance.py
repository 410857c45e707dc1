"""Chance as actions of its own, for adapters whose games show it: outcomes one roll at a time, or digits of a number.

A choice runs until chance is needed whose outcome is open. A roll, or a shuffle, with at most `MOST_OUTCOMES_SHOWN`
outcomes is one action among them, all equally likely; then the choice runs again with the outcomes that are known by
now. For a shuffle with more, and for all that follows it until the next decision, `DIGITS_OF_NUMBER` actions with
`DIGIT_BASE` outcomes each make the number from which the engine draws: one of 2 ** 32 ways in which the game can go on,
all equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property

from rulewright.engine import Game
from rulewright.engine.exhaustive import has_chance
from rulewright.engine.known_chance import NO_LUCK, KnownChance, Luck, OpenOutcomeError
from rulewright.workspace.programs import Build, program_of
from rulewright.workspace.ruleset import Ruleset

MOST_OUTCOMES_SHOWN = 1000
"""The maximum number of outcomes of a roll or shuffle that are actions of their own; six different cards have 720."""
DIGIT_BASE, DIGITS_OF_NUMBER = 256, 4

Outcomes = list[tuple[int, float]]
"""The actions of chance with their probabilities."""


@dataclass(frozen=True, slots=True)
class ChoiceResult:
    """A vector with its choices, and the luck that led to it."""

    state: list[int]
    codes: Sequence[int]
    luck: Luck


@dataclass(frozen=True, slots=True)
class ChanceDraw:
    """Chance is next: after a choice, or where the game begins.

    `luck` is what it has done since, and `of` how many outcomes the next roll or shuffle has. `digits` are those drawn
    so far of a number.
    """

    state: list[int]
    code: int
    luck: Luck
    of: int
    digits: tuple[int, ...] = ()
    results: dict[int, ChoiceResult | ChanceDraw] = field(default_factory=dict, repr=False)
    """By outcome what it led to. Only a first roll or shuffle keeps that: ten dice would keep 6 ** 10 positions."""

    @property
    def actions(self) -> int:
        """How many actions chance has."""
        return self.of if self.of <= MOST_OUTCOMES_SHOWN else DIGIT_BASE

    @property
    def outcomes(self) -> Outcomes:
        """What chance may do."""
        return equally_likely(self.actions)


@cache
def equally_likely(of: int) -> Outcomes:
    """Return as many outcomes; made once, as most time of a draw goes into such lists."""
    return [(action, 1 / of) for action in range(of)]


class Chance:
    """Takes choices in games of a ruleset, as far as chance allows."""

    def __init__(self, ruleset: Ruleset, seats: int) -> None:
        self.ruleset, self.seats = ruleset, seats
        self._plain = self._with_known_luck(traced=False)
        self.any = has_chance(self._plain.program)

    def _with_known_luck(self, traced: bool) -> KnownChance:
        """Return what runs a program of its own."""
        return KnownChance(program_of(self.ruleset, Build(self.seats, (), traced, False)))

    @cached_property
    def _traced(self) -> KnownChance:
        return self._with_known_luck(traced=True)

    def after_choice(self, state: list[int], code: int, luck: Luck = NO_LUCK) -> ChoiceResult | ChanceDraw:
        """Take a choice, or begin. Raises `RulesError` if the rules cannot go on."""
        try:
            return ChoiceResult(*self._plain.after(state, code, luck), luck)
        except OpenOutcomeError as open_:
            return ChanceDraw(state, code, luck, open_.of)

    def after_outcome(self, draw: ChanceDraw, action: int) -> ChoiceResult | ChanceDraw:
        """Let chance have an outcome. Raises `RulesError` if the rules cannot go on."""
        if draw.of > MOST_OUTCOMES_SHOWN:
            return self._with_digit(draw, action)
        found = draw.results.get(action)
        if found is None:
            found = self.after_choice(draw.state, draw.code, Luck((*draw.luck.script, (action, draw.of))))
            if not draw.luck.script:
                draw.results[action] = found
        return found

    def _with_digit(self, draw: ChanceDraw, action: int) -> ChoiceResult | ChanceDraw:
        digits = (*draw.digits, action)
        if len(digits) < DIGITS_OF_NUMBER:
            return replace(draw, digits=digits)
        number = sum(digit * DIGIT_BASE**at for at, digit in enumerate(digits))
        return self.after_choice(draw.state, draw.code, Luck(draw.luck.script, number))

    def game_after(self, state: list[int], code: int, luck: Luck) -> Game:
        """Take a choice in the traced build with the luck that it had; the log of the game says what happened."""
        return self._traced.game_after(state, code, luck)
