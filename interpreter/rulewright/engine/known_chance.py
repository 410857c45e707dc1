"""Bare games in which it is known what chance does: outcomes of rolls and shuffles, or the number that it draws from.

A choice runs until chance is needed whose outcome is open. `OpenOutcomeError` says how many outcomes there are, and the
choice runs again with one of them: after `Luck(((2, 6),))` the first roll has had the third of six outcomes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rulewright.backends import ExecutionError
from rulewright.backends.playing import SEED
from rulewright.engine.bare_games import BareDecision
from rulewright.engine.exhaustive import EveryChance
from rulewright.engine.game import Game
from rulewright.engine.runtime_errors import explained
from rulewright.frozen import frozen_class

T = TypeVar("T")

BEGINNING = -1
"""Instead of the code of a choice: the game begins."""


@frozen_class
class Luck:
    """What chance did: for each roll and shuffle which outcome of how many, and the number from which others came."""

    script: tuple[tuple[int, int], ...] = ()
    number: int | None = None


NO_LUCK = Luck()


class OpenOutcomeError(Exception):
    """Chance is needed, and what it does is open: one of `of` outcomes."""

    def __init__(self, of: int) -> None:
        self.of = of


class KnownChance(EveryChance):
    """Makes a program run with known luck. The program is modified.

    Its methods raise `OpenOutcomeError` where the luck does not say what chance does.
    """

    def after(self, vector: list[int], code: int, luck: Luck = NO_LUCK) -> BareDecision:
        """Return what comes after a choice, or the first decision. Raises `RulesError` if the rules cannot go on."""
        program, after = self.program, list(vector)
        try:
            codes = self._run(luck, after, program.begin if code == BEGINNING else lambda v: program.take(v, code))
        except ExecutionError as error:
            raise explained(program, error, after[SEED], 0) from None
        return after, codes or []

    def game_after(self, vector: list[int], code: int, luck: Luck) -> Game:
        """Return the game after a choice; in the traced build its log says what happened."""

        def play(state: list[int]) -> Game:
            if code == BEGINNING:
                return Game.begin(self.program, state)
            game = Game(self.program, state, [code], state, state[SEED])
            game.choose(code)
            return game

        return self._run(luck, list(vector), play)

    def _run(self, luck: Luck, vector: list[int], play: Callable[[list[int]], T]) -> T:
        self._script, self._at, self._draws = [*luck.script], 0, luck.number is not None
        if luck.number is not None:
            vector[SEED] = luck.number
        return play(vector)

    def _outcome_number(self, of: int, what: str) -> int | None:
        if self._at < len(self._script):
            self._at += 1
            return self._script[self._at - 1][0]
        if self._draws:
            return None
        raise OpenOutcomeError(of)
