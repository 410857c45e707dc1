"""Exhaustive enumeration of chance: every outcome in turn, instead of those determined by the game number.

Generated code calls dice and shuffles by name; these names are rebound here. Each call records its number of outcomes,
and the same action is repeated until all combinations have occurred (an odometer). The outcomes of one roll, or of one
shuffle, are equally likely. For an action that rolls a die with two sides twice, the script of outcomes is

    [(0, 2), (0, 2)]   [(0, 2), (1, 2)]   [(1, 2), (0, 2)]   [(1, 2), (1, 2)]

and each of these four has a probability of 1/4. If the first outcome makes the second roll unnecessary, its script is
[(0, 2)], with a probability of 1/2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import wraps
from inspect import unwrap
from math import factorial, prod
from typing import TypeVar

from rulewright.backends import Program
from rulewright.backends.failure import DRAWN_ON, ExecutionError
from rulewright.backends.python.driver import driver
from rulewright.compile.tables import PieceTable
from rulewright.diagnostics import Code
from rulewright.diagnostics.limits import DRAWN
from rulewright.engine.runtime_errors import LimitExceeded

T = TypeVar("T")

MOST_OUTCOMES = 100_000
"""The maximum number of outcomes of one roll or shuffle."""


class EveryChance:
    """Makes a program enumerate all outcomes of chance. The program is modified: it no longer draws numbers."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._script: list[tuple[int, int]] = []
        self._at = 0
        self._rebind_roll()
        for name, pieces in program.tables.pieces.items():
            self._rebind_shuffle(name.replace("-", "_"), pieces)

    def outcomes(self, state: list[int], act: Callable[[list[int]], T]) -> Iterator[tuple[list[int], T, int]]:
        """Apply an action to copies of a vector, once for each combination of outcomes.

        Yields the copy, the result of the action, and the reciprocal of the combination's probability.
        """
        self._script = []
        while True:
            self._at, copy = 0, list(state)
            result = act(copy)
            yield copy, result, prod(of for _, of in self._script)
            while self._script and self._script[-1][0] + 1 == self._script[-1][1]:
                self._script.pop()
            if not self._script:
                return
            number, of = self._script[-1]
            self._script[-1] = number + 1, of

    def _outcome_number(self, of: int, what: str) -> int | None:
        """Return the number of the current outcome of a roll or shuffle; None to leave it to the engine."""
        if of > MOST_OUTCOMES:
            message = f"{what} has more than the {MOST_OUTCOMES:,} outcomes that are counted one by one."
            raise LimitExceeded(f"{message} With --seed 1 chance goes as in game number 1.")
        if self._at == len(self._script):
            self._script.append((0, of))
        self._at += 1
        return self._script[self._at - 1][0]

    def _rebind_roll(self) -> None:
        drawn = unwrap(self.program.names["roll"])  # what enumerated outcomes before does so no longer

        @wraps(drawn)
        def roll(state: list[int], low: int, high: int, counter: int, stream: str) -> int:
            number = self._outcome_number(high - low + 1, "A roll")
            shown: int = drawn(state, low, high, counter, stream)  # counts the roll: laps go on after one
            return shown if number is None else low + number

        self.program.names["roll"] = roll

    def _rebind_shuffle(self, name: str, pieces: PieceTable) -> None:
        """Rebind `shuffle`, and `draw`, which may shuffle, for one kind of pieces."""
        names, slot = self.program.names, pieces.slot
        draw_one, shuffled = unwrap(names[f"draw_{name}"]), unwrap(names[f"shuffle_{name}"])
        move_all = names[f"moveall_{name}"]

        @wraps(shuffled)
        def shuffle(state: list[int], place: int, counter: int, key: int) -> None:
            start, end = slot[place] + 1, slot[place] + 1 + state[slot[place]]
            alike = {piece: piece if pieces.facts else pieces.classes[piece] for piece in state[start:end]}
            number = self._outcome_number(orders(alike), f"A shuffle of {end - start} {name.replace('_', ' ')}s")
            shuffled(state, place, counter, key)
            if number is not None:
                state[start:end] = ordered(alike, number)

        @wraps(draw_one)
        def draw(state: list[int], number: int, stack: int, place: int, counter: int, where: int, key: int) -> None:
            source = pieces.refill[stack]
            for drawn in range(number):
                if drawn == DRAWN.most:
                    raise ExecutionError(Code.LIMIT_EXCEEDED, where, DRAWN_ON)
                if state[slot[stack]] == 0 and source >= 0:
                    move_all(state, [p for p in range(pieces.count) if pieces.place_of(state, p) == source], stack)
                    shuffle(state, stack, counter, key)
                if state[slot[stack]] == 0:
                    break
                draw_one(state, 1, stack, place, counter, where, key)

        names[f"shuffle_{name}"], names[f"draw_{name}"] = shuffle, draw


def orders(alike: dict[int, int]) -> int:
    """Return the number of orders of pieces; `alike` maps indistinguishable pieces to the same number."""
    return factorial(len(alike)) // prod(factorial(many) for many in Counter(alike.values()).values())


def ordered(alike: dict[int, int], number: int) -> list[int]:
    """Return the pieces in one of their orders, given its number from 0."""
    rest, found = dict(sorted(alike.items())), []
    while rest:
        for piece in {sort: piece for piece, sort in reversed(rest.items())}.values():
            left = {other: sort for other, sort in rest.items() if other != piece}
            if number < orders(left):
                found.append(piece)
                rest = left
                break
            number -= orders(left)
    return found


def has_chance(program: Program) -> bool:
    """Whether anything in the rules is left to chance."""
    return any(entry.what == "chance" for entry in program.entries)


class PositionNumbers:
    """Picks the numbers of a vector that make up the position, together with the question: without internal ones."""

    def __init__(self, program: Program) -> None:
        shown = (entry for entry in program.entries if entry.what not in ("control", "frame", "chance", "group"))
        self._slots = [slot for entry in shown for slot in range(entry.start, entry.start + entry.count)]

    def __call__(self, vector: list[int]) -> list[int]:
        """Return the numbers of the position."""
        plain = vector[:]  # read out of C at once, if C holds it
        return [plain[slot] for slot in self._slots]


def stopping(program: Program) -> Program:
    """Return the program with an `advance` and a `take` that stop at every question, also at forced ones."""
    advance, take = driver(program.names, program.traced, forced_at=0)
    return replace(program, advance=advance, take=take)
