"""Chance as actions of its own, for adapters whose games show it: every outcome, or digits of a random number.

What chance does between two decisions is one draw. Where it has at most `MOST` outcomes, these are the actions, with
their probabilities. Otherwise the draw takes `DIGITS` actions with `MOST` equally likely outcomes each. Together they
are the number from which the engine draws: one of 2 ** 32 ways in which the game can go on, all equally likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulewright.backends import ExecutionError, Program
from rulewright.backends.playing import SEED
from rulewright.engine import Game
from rulewright.engine.runtime_errors import LimitExceeded, explained
from rulewright.playtest.exhaustive import EveryChance, Script
from rulewright.workspace.programs import Build, program_of
from rulewright.workspace.ruleset import Ruleset

MOST, DIGITS = 256, 4
EQUAL = (1 / MOST,) * MOST
START = -1
"""Stands for the code of a choice where a game begins."""

Outcomes = list[tuple[int, float]]
"""The actions of chance with their probabilities."""
DIGIT: Outcomes = [*enumerate(EQUAL)]
"""What a digit may be; made once, as most time of a draw goes into such lists."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance did: the outcomes of its rolls and shuffles, or the number that they were drawn from."""

    script: Script = ()
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A vector with its choices, and the luck that led to it."""

    state: list[int]
    codes: Sequence[int]
    luck: Luck


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance is next: after a choice, or where the game begins. `digits` are those drawn so far."""

    state: list[int]
    code: int
    results: tuple[Result, ...]
    chances: tuple[float, ...]
    digits: tuple[int, ...] = ()

    @property
    def outcomes(self) -> Outcomes:
        """What chance may do."""
        return DIGIT if self.chances is EQUAL else [*enumerate(self.chances)]


class Chance:
    """Takes choices in games of a ruleset, as far as chance allows."""

    def __init__(self, ruleset: Ruleset, program: Program) -> None:
        self.program, self.ruleset = program, ruleset
        self.any = any(entry.what == "chance" for entry in program.entries)
        self.every = self._every(traced=False)
        self._told: EveryChance | None = None

    def _every(self, traced: bool) -> EveryChance:
        """Return what enumerates outcomes, of a program of its own."""
        return EveryChance(program_of(self.ruleset, Build(self.program.seats, (), traced, False)), MOST)

    def go(self, state: list[int], code: int) -> Result | Draw:
        """Take a choice, or begin. Raises `RulesError` if the rules cannot go on."""
        if not self.any:
            return self._gone(self.program, state, code, Luck())
        results, chances = list[Result](), list[float]()
        try:
            for after, codes, likely in self.every.outcomes(state, lambda s: moved(self.every.program, s, code)):
                script = self.every.script
                if not script:
                    return Result(after, codes or [], Luck())
                if len(results) == MOST:
                    return Draw(state, code, (), EQUAL)
                results.append(Result(after, codes or [], Luck(script)))
                chances.append(1 / likely)
        except LimitExceeded:
            return Draw(state, code, (), EQUAL)
        except ExecutionError as error:
            raise explained(self.program, error, 0, 0) from None
        return Draw(state, code, tuple(results), tuple(chances))

    def drawn(self, draw: Draw, action: int) -> Result | Draw:
        """Let chance have an outcome. Raises `RulesError` if the rules cannot go on."""
        if draw.results:
            return draw.results[action]
        digits = (*draw.digits, action)
        if len(digits) < DIGITS:
            return Draw(draw.state, draw.code, (), draw.chances, digits)
        number = sum(digit * MOST**at for at, digit in enumerate(digits))
        return self._gone(self.program, draw.state, draw.code, Luck(number=number))

    def _gone(self, program: Program, state: list[int], code: int, luck: Luck) -> Result:
        after = state.copy()
        if luck.number is not None:
            after[SEED] = luck.number
        try:
            return Result(after, moved(program, after, code) or [], luck)
        except ExecutionError as error:
            raise explained(program, error, after[SEED], 0) from None

    def told(self, traced: Program, state: list[int], code: int, luck: Luck) -> Game:
        """Take a choice in the traced build with the luck that it had; the log of the game says what happened."""
        state = state.copy()
        if luck.number is not None:
            state[SEED] = luck.number
        if not luck.script:
            return _told(traced, state, code)
        self._told = self._told or self._every(traced=True)
        program = self._told.program
        return self._told.again(luck.script, state, lambda s: _told(program, s, code))


def moved(program: Program, state: list[int], code: int) -> list[int] | None:
    """Take a choice, or begin; return the choices at the next decision."""
    return program.advance(state, state[0]) if code == START else program.take(state, code)


def _told(program: Program, state: list[int], code: int) -> Game:
    if code == START:
        return Game.begin(program, state)
    game = Game(program, state, [code], state, state[SEED])
    game.choose(code)
    return game
